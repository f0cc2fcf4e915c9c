//! Converts PyTorch code to Paddle code. Only what differs is edited: comments, blank lines and quotes elsewhere stay as they
//! are.
//!
//! This room knows programs and the rules of a mapping. It knows nothing of operators.

#![deny(missing_docs)]

mod alternatives;
mod apply;
mod augmented;
mod bind;
mod edited;
mod expand;
pub mod explain;
mod exports;
mod file;
pub mod findings;
mod helpers;
mod imports;
mod modules;
mod notebook;
mod optional_imports;
pub mod patterns;
mod place;
pub mod project;
pub mod python;
mod report;
mod requirements;
pub mod rules;
mod shadows;
pub mod summary;
mod texts;
mod uses;

pub use exports::{ImportGraph, ProjectFile};
pub use file::{Conversion, MARK, Marks, Options, WARNING, convert};
pub use report::{Found, Verdict};
pub use rules::{Mapping, Wanted};
pub use uses::UseKind;
