//! `[pir_api]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The outputs of the target `pir_api`: functions that add one operator to a program.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApi {
    /// The dialect whose operators have functions.
    pub dialect: String,
    pub header: String,
    pub source: String,
    /// What all functions share: a header for each of their sources, and one that the first of them includes instead.
    pub runtime: String,
    pub runtime_impl: String,
    /// Functions that are written by hand.
    pub hand_written: Vec<String>,
    /// The kinds of tensor that functions with several kernels tell apart.
    pub kinds: Vec<String>,
    /// Whether the outputs of gradients are optional for callers, too.
    #[serde(default)]
    pub optional_gradients: bool,
    pub checks: PirApiChecks,
    /// What functions take over from the state of the dynamic graph, where they do.
    #[serde(default)]
    pub modes: Option<PirApiModes>,
    /// Headers by the output that includes them.
    pub includes: PirApiIncludes,
}

/// Which functions check that a kernel knows the data type.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApiChecks {
    /// Functions that check nothing.
    pub without: Vec<String>,
    /// What the names of further ones end with.
    #[serde(default)]
    pub without_endings: Vec<String>,
    /// Whether the only kernel of an operator is looked up by its own name; otherwise by the operator's.
    #[serde(default)]
    pub by_kernel: bool,
}

/// What functions take over from the state of the dynamic graph.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApiModes {
    /// Functions whose inputs AMP does not cast.
    pub no_amp: Vec<String>,
    /// What the names of further ones end with.
    pub no_amp_endings: Vec<String>,
    /// The two inputs that get a common data type, by function.
    pub promotions: IndexMap<String, [String; 2]>,
    /// The input that is computed as a float if it is of whole numbers, by function.
    #[serde(default)]
    pub type_autocast: IndexMap<String, [String; 1]>,
    /// Those of these functions whose gradient may be cast back.
    #[serde(default)]
    pub type_autocast_gradients: Vec<String>,
}

/// The headers that the outputs of `pir_api` include.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApiIncludes {
    pub header: Vec<String>,
    pub runtime: Vec<String>,
    pub runtime_impl: Vec<String>,
}
