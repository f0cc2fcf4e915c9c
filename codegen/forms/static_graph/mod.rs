//! Operators as programs of the static graph have them: with legacy names, and attributes that may come as tensors.

mod attr;
mod grad;
mod maker;
mod mapping;
mod names;
mod op_group;
pub mod program_form;

pub use attr::{Carrier, DefaultValue, StaticAttr};
pub use grad::{GradMaker, GradPair, SetTensor, Source, Step, grad_maker};
pub use maker::{CarrierInput, OpMaker, carriers, op_maker};
pub use mapping::{ArgumentMapping, argument_mapping};
pub use names::{ProgramNames, TensorName, pascal_case, program_name};
pub use op_group::{OpGroup, StaticOp, inplace, no_need_buffer};
