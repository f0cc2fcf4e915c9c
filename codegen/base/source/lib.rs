//! Source text: files, spans, YAML, JSON and TOML nodes with spans, and diagnostics with their printed forms.
//!
//! This room knows nothing about operators, nor about the rules that operators must obey.

#![deny(missing_docs)]

mod byte_range;
pub mod diagnostic;
mod distance;
pub mod editor;
mod events;
pub mod fields;
pub mod file;
pub mod files;
pub mod fix;
mod json;
pub mod keywords;
pub mod lines;
mod list;
mod node;
mod open_brackets;
pub mod path;
pub mod read;
mod recover;
pub mod report;
pub mod rule;
pub mod rules;
pub mod shift;
mod simple_item;
pub mod spanned_de;
pub mod suggest;
mod syntax;
mod tabs;
pub mod text;
pub mod toml;
mod unquoted;
pub mod yaml;

pub use diagnostic::{Diagnostic, Diagnostics, count};
pub use editor::{Edit, Editor};
pub use file::{FileId, SourceFile, Sources, Span, Spanned};
pub use fix::{Change, Fix, Help};
pub use rule::{Catalogue, Level, Rule};
pub use shift::Shift;
