//! Programs of the older form (`ProgramDesc`), translated to PIR.
//!
//! A reader of the registry: it never changes what is generated, and nothing but the command line knows of it.

pub mod facts;
pub mod fault;
pub mod legacy;
mod model;
pub mod pir;
pub mod print;
pub mod proto;
pub mod report;
pub mod rules;
pub mod translator;

pub use facts::Facts;
pub use model::{Model, ModelText};
pub use translator::{Translated, translate};
