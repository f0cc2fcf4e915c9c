//! Programs of the older form (`ProgramDesc`), translated to PIR.
//!
//! A reader of the registry: it never changes what is generated, and nothing but the command line knows of it.

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
pub use translator::{Translated, translate};
