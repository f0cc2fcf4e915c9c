//! Reports of a comparison: as text, for a pull request, and in formats for other programs.

mod annotations;
mod contents;
mod files;
mod github;
mod human;
mod json;
mod markdown;
mod sarif;
mod summary;

pub use contents::Report;
pub use files::{file_list, file_table};
pub use github::github;
pub use human::human;
pub use json::json;
pub use markdown::markdown;
pub use sarif::sarif;
