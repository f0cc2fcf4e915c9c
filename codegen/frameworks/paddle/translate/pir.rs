//! A program of PIR: operations over values, in blocks. It knows neither saved programs nor how PIR is written.

mod attribute;
mod data_type;
mod program;
mod types;

pub use attribute::{Attribute, Memory, Place};
pub use data_type::DataType;
pub use program::{BlockId, NamedAttribute, OpId, Operation, Program, TOP, ValueId};
pub use types::{TensorKind, TensorType, Type};
