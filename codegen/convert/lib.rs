//! Turns PyTorch code into Paddle code by editing only what differs: every comment, blank line and quote of what is not
//! converted stays as it is.
//!
//! Knows the text of programs and the rules of a mapping, and nothing of operators.

mod apply;
mod augmented;
mod bind;
mod edited;
mod expand;
pub mod explain;
mod exports;
mod file;
pub mod findings;
mod guards;
mod helpers;
mod imports;
mod modules;
mod notebook;
pub mod patterns;
mod place;
pub mod project;
pub mod python;
mod report;
mod requirements;
pub mod rules;
mod shadows;
pub mod summary;
mod uses;

pub use exports::{Neighbours, Project};
pub use file::{Conversion, Marks, Options, convert};
pub use report::{Found, Verdict};
pub use rules::Mapping;
pub use uses::UseKind;
