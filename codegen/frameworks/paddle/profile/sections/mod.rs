//! The sections of a profile, one for each target or for another reader.

mod build;
mod cpp_api;
mod cpp_sources;
mod decomp;
mod drr;
mod dygraph;
mod legacy_dygraph;
mod method_patch;
mod operants;
mod package;
mod pir;
mod pir_api;
mod pir_build;
mod pir_python;
mod pir_vjp;
mod prim;
mod primitive;
mod python_c;
mod static_graph;
mod tables;
mod translate;

use serde::{Deserialize, Serialize};

use crate::OpNames;

pub use build::*;
pub use cpp_api::*;
pub use cpp_sources::*;
pub use decomp::*;
pub use drr::*;
pub use dygraph::*;
pub use legacy_dygraph::*;
pub use method_patch::*;
pub use operants::*;
pub use package::*;
pub use pir::*;
pub use pir_api::*;
pub use pir_build::*;
pub use pir_python::*;
pub use pir_vjp::*;
pub use prim::*;
pub use primitive::*;
pub use python_c::*;
pub use static_graph::*;
pub use tables::*;
pub use translate::*;

/// Kinds of file whose functions share a C++ namespace, which is also the prefix of their names in Python.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The kinds of file.
    pub homes: Vec<String>,
    /// The namespace, if it is not that of the target.
    #[serde(default)]
    pub namespace: Option<String>,
    /// Operators that are left out.
    #[serde(default)]
    pub without: OpNames,
    /// Suffixes of the names of further operators that are left out.
    #[serde(default)]
    pub without_endings: Vec<String>,
    /// Whether the operators have no inplace functions beside their plain ones.
    #[serde(default)]
    pub never_inplace: bool,
    /// If present, the only operators of the group.
    #[serde(default)]
    pub only: Option<OpNames>,
}
