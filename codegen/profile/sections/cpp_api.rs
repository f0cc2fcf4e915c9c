//! `[cpp_api]`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Deserialize;

use super::Group;

/// The outputs of the target `cpp_api`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CppApi {
    pub runtime: String,
    pub infermeta_header: String,
    pub infermeta_source: String,
    /// The kinds of file for whose kernels infer meta functions are registered.
    pub homes: Vec<String>,
    pub internal_headers: IndexMap<String, String>,
    pub stride_kernels: Vec<String>,
    pub infermeta_includes: Vec<String>,
    pub distributed: Distributed,
    pub files: IndexMap<String, ApiFile>,
}

/// A header and a source file of API functions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiFile {
    pub groups: IndexMap<String, Group>,
    /// The functions that return intermediate outputs too, of operators that have some.
    #[serde(default)]
    pub intermediate: bool,
    pub header: String,
    pub source: String,
    /// Headers of functions that `invoke` may call.
    #[serde(default)]
    pub calls: Vec<String>,
    pub infermeta: Vec<String>,
    #[serde(default)]
    pub linked: Vec<String>,
    #[serde(default)]
    pub linked_distributed: Vec<String>,
}

/// What the profile says of distributed tensors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distributed {
    /// Whether the feature is on.
    #[serde(skip)]
    pub enabled: bool,
    pub runtime: String,
    /// Ends of the names of operators that take no distributed tensors.
    pub never: Vec<String>,
    /// Kernels that find the shapes of their results only while they run.
    pub runtime_shapes: Vec<String>,
    /// Kernel to the attribute that is the shape of the result: each process is given its part of it.
    pub shape_attrs: BTreeMap<String, String>,
    /// Kernel to the inputs that its rule takes before those of the kernel.
    pub rule_inputs: BTreeMap<String, Vec<String>>,
}
