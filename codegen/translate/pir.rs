//! A program of PIR: operations over values, in blocks. Knows nothing of where it comes from, nor of how it is written.

mod attribute;
mod data_type;
mod program;
mod types;

pub use attribute::{Attribute, Memory, Place};
pub use data_type::DataType;
pub use program::{BlockId, NamedAttribute, OpId, Operation, Program, ValueId};
pub use types::{TensorKind, TensorType, Type};
