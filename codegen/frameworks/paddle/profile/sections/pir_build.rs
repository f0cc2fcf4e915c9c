//! `[pir.build]`.

use serde::{Deserialize, Serialize};

use crate::OpNames;

/// How operations are built, and how the types of their results are inferred.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirBuild {
    /// The header that all classes share.
    pub header: String,
    /// The headers that it includes.
    pub includes: PirBuildIncludes,
    /// The types of attributes that operations keep, as the YAML spells them. Each is a different type in C++.
    pub attributes: Vec<String>,
    /// Infer meta functions that must be told that no kernel runs. Others assume that one does.
    pub configured: Vec<String>,
    /// Infer meta functions that could be told so, but assume in this version that a kernel runs.
    #[serde(default)]
    pub unconfigured: Vec<String>,
    /// Operators whose infer meta functions take arrays as plain lists of integers.
    pub plain_arrays: OpNames,
    /// Classes of operations whose results never have gradients.
    #[serde(default)]
    pub stops_gradients: OpNames,
    /// The treatment of distributed tensors.
    pub distributed: PirDistributed,
}

/// The headers for the code that builds operations.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirBuildIncludes {
    /// Headers for the shared header.
    pub header: Vec<String>,
    /// Headers with infer meta functions, for every source with classes.
    pub functions: Vec<String>,
    /// Headers for distributed tensors.
    #[serde(default)]
    pub distributed: Vec<String>,
}

/// The operations whose tensors may be distributed.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirDistributed {
    /// Whether the feature is on and `dialects` is not empty.
    #[serde(skip_deserializing)]
    pub enabled: bool,
    /// The dialects whose operations may be distributed.
    #[serde(default)]
    pub dialects: Vec<String>,
    /// Inputs that follow the other inputs to their mesh if nothing else needs them.
    #[serde(default)]
    pub followers: Vec<String>,
    /// The same, by the class of the operation.
    #[serde(default)]
    pub followers_of: indexmap::IndexMap<String, String>,
    /// Classes of operations whose inputs may be on several meshes.
    #[serde(default)]
    pub several_meshes: OpNames,
}
