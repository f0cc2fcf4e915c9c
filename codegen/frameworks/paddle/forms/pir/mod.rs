//! Operators in PIR dialects.

mod attribute;
mod dialect;
mod entry;
pub mod form;
mod gradient_inputs;
mod inheritance;
pub mod listed;

pub use attribute::{Mutable, PirAttr};
pub use dialect::DialectOps;
pub use entry::{Class, Entry, ValueType, class_name, pascal_case, sparse_name};
pub use gradient_inputs::GradientInputs;
pub use inheritance::{ClassFunctions, Inheritance};
