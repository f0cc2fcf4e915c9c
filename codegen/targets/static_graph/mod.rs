//! Operators as programs of the static graph have them: with legacy names, and attributes that may come as tensors.
//!
//! The targets of the static graph share these facts. No files are generated here.

mod attr;
mod names;
mod op_group;
pub mod program_form;

pub use attr::{Carrier, DefaultValue, StaticAttr};
pub use names::{ProgramNames, TensorName, pascal_case, program_name};
pub use op_group::{OpGroup, StaticOp};
