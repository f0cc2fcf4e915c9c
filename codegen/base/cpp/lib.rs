//! What C++ sources and headers declare and register, and where.
//!
//! It is not a C++ parser: it has no preprocessor, and instantiates no templates. It knows no operator.

#![deny(missing_docs)]

pub mod custom_ops;
mod declaration;
mod facts;
pub mod index;
mod lexer;
mod locations;
mod macros;
mod reader;
pub mod tokens;

pub use declaration::{Function, Parameter};
pub use facts::{Declared, DeclaredParameter, Place, Registration};
pub use index::Index;
pub use locations::Locations;
pub use reader::{Found, Item, Origin, base_names, read};
