//! The operator model, and the small grammars that read it from YAML.
//!
//! Everything here concerns one entry at a time. Rules that need a second operator are in `check`.

#![deny(missing_docs)]

mod action;
pub mod addition;
mod args;
pub mod argument_marks;
pub mod compat;
pub mod constant;
pub mod cpp_number;
pub mod default;
pub mod entry;
mod grammar;
mod kernel;
pub mod keys;
mod limits;
mod marked_result;
pub mod marked_type;
mod named;
mod op;
pub mod other_version;
mod package;
pub mod python_api;
pub mod registered;
pub mod rules;
mod shift;
mod type_texts;
pub mod types;
pub mod version;

pub use action::ActionKind;
pub use addition::Addition;
pub use argument_marks::{ArgumentMarks, ReturnedValue};
pub use compat::{Compat, MutableAttr, NamePair};
pub use entry::ReadOwn;
pub use grammar::{Poisoned, balanced};
pub use named::{HasName, Named};
pub use op::{
    Attr, Call, Candidate, Candidates, Dispatch, ExtraValue, ForwardCall, InferMeta, Input, Kernel, KernelFn, Mapping,
    Mappings, Op, Output, Param, Signature, stem,
};
pub use package::{Autocast, BatchDims, Inferred, PackageOp, Stated};
pub use profile::{Family, Home};
pub use python_api::{PythonApi, PythonApiEntry};
pub use type_texts::type_about;
pub use types::{AttrType, Element, ScalarElement, TensorKind, TensorType};
pub use version::{Action, Checkpoint, OpVersion};
