//! The operator model, and the small grammars that read it from YAML.

pub mod args;
pub mod compat;
pub mod default;
pub mod entry;
pub mod fields;
pub mod grammar;
pub mod home;
pub mod kernel;
pub mod keys;
pub mod op;
pub mod text;
pub mod types;
pub mod version;

pub use compat::{Compat, MutableAttr, NamePair};
pub use home::{Family, Home};
pub use op::{
    Attr, Call, Candidate, Candidates, Dispatch, ForwardCall, InferMeta, Input, Kernel, KernelFn, Mapping, Op, Output,
    Param, Signature, stem,
};
pub use types::{AttrType, Element, ScalarElement, TensorKind, TensorType};
pub use version::{Action, ActionKind, Checkpoint, OpVersion};
