//! What the text of a C++ file declares, and which macros it calls.
//!
//! It is not a C++ parser: it has no preprocessor, and instantiates no templates. It knows no operator.

#![deny(missing_docs)]

pub mod custom_ops;
mod declaration;
pub mod handlers;
mod lexer;
mod macros;
mod reader;
pub mod tokens;
pub mod torch_library;

pub use declaration::{Function, Parameter};
pub use macros::{PastedName, pasted_names};
pub use reader::{Found, Item, Origin, base_names, read};
