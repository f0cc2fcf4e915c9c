//! The operators that a framework has registered, as a file says: their variables and attributes, and the operators that
//! compute their gradients.
//!
//! Knows nothing of operator YAML, nor of what is generated.

mod checks;
mod gradient;
mod proto;
mod read;
pub mod rules;

use indexmap::IndexMap;
use source::Spanned;

pub use gradient::{GradOp, GradSlot};
pub use proto::{AttrType, Proto, ProtoAttr, ProtoVar};
pub use read::read;

/// All registered operators.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Registered {
    /// The operators in the order in which Python has them.
    pub registry_order: Vec<Spanned<String>>,
    /// Those that have a function, in the order in which the functions are written.
    pub forward_order: Vec<Spanned<String>>,
    pub operators: IndexMap<String, RegisteredOp>,
}

/// A registered operator.
#[derive(Debug, Clone, PartialEq)]
pub struct RegisteredOp {
    pub name: Spanned<String>,
    pub proto: Given<Proto>,
    /// Whether anything computes it.
    pub has_kernel: bool,
    /// Inputs and the outputs that may share their memory.
    pub inplace: Vec<Pair>,
    /// The operators that compute its gradient; none if there is no gradient.
    pub gradient: Given<Vec<GradOp>>,
}

/// An input and an output.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    pub input: Spanned<String>,
    pub output: Spanned<String>,
}

/// What an entry says of a part of an operator.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Given<T> {
    /// Nothing.
    #[default]
    Unsaid,
    /// The operator has none.
    Nothing,
    Some(T),
}

impl<T> Given<T> {
    pub fn get(&self) -> Option<&T> {
        match self {
            Given::Some(value) => Some(value),
            Given::Unsaid | Given::Nothing => None,
        }
    }

    /// The value, unless there is none, or it was made of nothing that anybody has written.
    pub fn is_unsaid(&self) -> bool {
        matches!(self, Given::Unsaid)
    }
}

impl Registered {
    pub fn op(&self, name: &str) -> Option<&RegisteredOp> {
        self.operators.get(name)
    }

    /// Adds the contents of another file. Where both have an operator, the first counts.
    pub fn append(&mut self, other: Registered) {
        let Registered { registry_order, forward_order, operators } = other;
        self.registry_order.extend(registry_order);
        self.forward_order.extend(forward_order);
        for (name, op) in operators {
            self.operators.entry(name).or_insert(op);
        }
    }
}
