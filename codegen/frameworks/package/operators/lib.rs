//! Packages of operators outside a framework's tree, as a framework of their own. Their entries are written in Paddle's YAML, so
//! that they share the model of its operators.

#![deny(missing_docs)]

mod check;
pub mod entry;
pub mod facts;
pub mod forms;
mod framework;
mod mentions;
pub mod rules;
mod targets;

pub use check::{errors, run};
pub use framework::PACKAGES;
pub use targets::outputs;
