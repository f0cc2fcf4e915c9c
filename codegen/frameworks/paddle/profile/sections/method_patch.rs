//! `[method_patch]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The output of the target `method_patch`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MethodPatch {
    /// The path of the output.
    pub file: String,
    /// The function that sets the methods and functions.
    pub function: String,
    /// What is set where, by the name of the list in the output.
    pub maps: IndexMap<String, PatchMap>,
}

/// Functions with names that begin alike.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PatchMap {
    /// What comes before the function's name: `paddle.Tensor`.
    pub prefix: String,
    /// The classes and modules that get the functions, as the output can name them.
    pub owners: Vec<String>,
}
