//! Translates saved programs (`ProgramDesc`) to PIR.
//!
//! It reads the registry and the profile. It does not change generated files, and only the command line uses it.

#![deny(missing_docs)]

pub mod facts;
mod fault;
mod legacy;
mod model;
mod pir;
pub mod print;
pub mod proto;
mod report;
pub mod rules;
mod translator;

pub use facts::Facts;
pub use model::{Model, ModelText};
