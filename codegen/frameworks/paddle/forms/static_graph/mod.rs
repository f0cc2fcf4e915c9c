//! Operators in programs of the static graph, with their legacy names and with attributes that may be tensors.

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
