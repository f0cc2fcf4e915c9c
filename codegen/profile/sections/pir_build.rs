//! `[pir.build]`.

use serde::{Deserialize, Serialize};

/// How operations are built, and the types of their results inferred.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirBuild {
    /// Declares what all classes share, relative to the output folder.
    pub header: String,
    pub includes: PirBuildIncludes,
    /// There are types of sparse tensors.
    #[serde(default)]
    pub sparse_types: bool,
    /// The types of attributes that operations keep, as the YAML spells them. No two of them are one type in C++.
    pub attributes: Vec<String>,
    /// Functions that are told that no kernel runs. Others assume that one does.
    pub configured: Vec<String>,
    /// Operators whose arrays are plain lists of integers to the function that infers their results.
    pub plain_arrays: Vec<String>,
    /// Classes of operations whose results never have gradients.
    #[serde(default)]
    pub stops_gradients: Vec<String>,
    /// Whether operations that are built from a map keep the attributes in it that are not theirs.
    #[serde(default)]
    pub keeps_others: bool,
    pub distributed: PirDistributed,
}

/// Headers that what builds operations includes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirBuildIncludes {
    pub header: Vec<String>,
    /// The functions that infer results: of every source with classes.
    pub functions: Vec<String>,
    /// Only with distributed tensors.
    #[serde(default)]
    pub distributed: Vec<String>,
}

/// What the profile says of operations whose tensors are distributed.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirDistributed {
    /// The feature is on, and there are such dialects.
    #[serde(default)]
    pub enabled: bool,
    /// The dialects whose operations may be distributed.
    #[serde(default)]
    pub dialects: Vec<String>,
    /// Inputs that follow the others to their mesh, if nothing else needs them.
    #[serde(default)]
    pub followers: Vec<String>,
    /// The same, by the class of the operation.
    #[serde(default)]
    pub followers_of: indexmap::IndexMap<String, String>,
    /// Classes of operations whose inputs may be on several meshes.
    #[serde(default)]
    pub several_meshes: Vec<String>,
}
