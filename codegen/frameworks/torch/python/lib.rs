//! Python's view of PyTorch's operators: which of them are bound, with which signatures, in which order a call tries these, and with
//! which type hints and docstrings.
//!
//! This room knows no file that is generated. It spells signatures and hints, and nothing around them.

#![deny(missing_docs)]

pub mod bound;
pub mod defaults;
mod deprecated;
pub mod docstrings;
mod function;
pub mod group;
mod hand_hint;
pub mod hint;
pub mod named_tuple;
mod order;
mod signature;
mod signature_group;
pub mod types;

pub use deprecated::deprecated;
pub use function::PythonFunction;
pub use hand_hint::HandHint;
pub use signature::{Bound, PythonArgument, PythonSignature};
pub use signature_group::SignatureGroup;
