//! `[decomp]`.

use serde::{Deserialize, Serialize};

/// The outputs of the target `decomp`: methods that decompose operations.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Decomp {
    /// The dialect of the operations.
    pub dialect: String,
    /// The kinds of file whose operators the source is for.
    pub homes: Vec<String>,
    pub source: String,
    /// The methods of gradients.
    #[serde(default)]
    pub vjp_source: Option<String>,
    pub runtime: String,
    /// Operators whose methods are written by hand.
    pub hand_written: Vec<String>,
    /// An operation is left as it is if an attribute is the result of another operation than a constant. Otherwise this is an
    /// error, as it always is in a gradient.
    #[serde(default)]
    pub leaves_unknown: bool,
    /// Headers by the output that includes them.
    pub includes: DecompIncludes,
}

/// The headers that the outputs of `decomp` include.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DecompIncludes {
    pub runtime: Vec<String>,
    pub source: Vec<String>,
    #[serde(default)]
    pub vjp_source: Vec<String>,
}
