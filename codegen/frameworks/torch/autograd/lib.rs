//! Gradients of operators.
//!
//! Formulas in `derivatives.yaml` are C++ over the arguments and results of an operator. This room says what a formula saves when the
//! operator is called, which nodes of the graph the formulas make, which formulas compute tangents, and which operators share them: the
//! forms of an operator, the copies of a view, and operators on lists of tensors.

#![deny(missing_docs)]

mod backward;
mod foreach;
mod forward;
mod gradients;
mod inplace;
mod input;
mod node;
mod saved;
mod words;

pub use backward::Backward;
pub use forward::{Forward, TangentKind};
pub use gradients::{DEFAULT_KEY, Gradients, Matched};
pub use input::{FOREACH, NodeInput, is_on_lists};
pub use node::{Node, title};
pub use saved::{Saved, SavedKind};
pub use words::{called, has_word, replaced};
