//! The schema of an operator, such as `add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`: its name, arguments,
//! returns and alias annotations, the parser that reads it with spans, and the text that it is printed as.
//!
//! This room sees one schema at a time. It knows no file, no dispatch key, and no other operator.

#![deny(missing_docs)]

mod annotation;
mod arguments;
mod brackets;
mod function;
mod name;
pub mod parse;
pub mod rules;
mod signature;
mod types;

pub use annotation::Annotation;
pub use arguments::{Argument, Arguments, TensorOptions};
pub use function::{FunctionSchema, Return, SchemaKind};
pub use name::{BaseOperatorName, OperatorName};
pub use types::{BaseType, Type};
