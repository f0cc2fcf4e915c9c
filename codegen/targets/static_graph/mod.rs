//! Operators as programs of the static graph have them: under legacy names, with attributes that may come as tensors.
//!
//! What the targets of the static graph share; it generates nothing itself.

mod attr;
mod names;
pub mod program_form;
mod world;

pub use attr::{Carrier, StaticAttr};
pub use names::{PartNames, maker_name, pascal_case, program_name};
pub use world::{StaticOp, World};
