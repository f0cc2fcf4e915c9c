//! Operators in the dynamic graph: their functions, their gradients, and the nodes that call these.

mod attributes;
mod chain;
mod function;
mod node;
mod slots;

pub use attributes::{Attribute, AttributeDefault};
pub use chain::{Chain, Maker, all_chains, chains, gradient_chains, node_chains};
pub use function::{Function, InputParameter, ReturnedTensor, declared, functions};
pub use node::{has_nodes, node_class, node_name};
pub use slots::{Argument, Grad, Origin, Pairing, Slot, argument_names, optional_names};

/// The name of the function that supports differentiation.
pub fn ad_function(name: &str) -> String {
    format!("{name}_ad_func")
}
