//! Source text: files, spans, YAML and TOML nodes with spans, diagnostics and how they are printed.
//!
//! Knows nothing about operators.

pub mod catalogue;
pub mod diagnostic;
pub mod file;
pub mod git;
pub mod levels;
pub mod outline;
pub mod read;
mod recover;
pub mod report;
pub mod rules;
pub mod spanned_de;
pub mod suggest;
mod syntax;
pub mod toml;
pub mod yaml;

pub use diagnostic::{Diagnostic, Diagnostics, count};
pub use file::{FileId, Sources, Span, Spanned};
pub use rules::{Level, Rule};
