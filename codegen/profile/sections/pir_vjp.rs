//! `[pir.vjp]`.

use serde::{Deserialize, Serialize};

/// The outputs with the vjps of a dialect's classes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirVjp {
    /// The dialect whose classes have vjps.
    pub dialect: String,
    pub source: String,
    /// What the vjps of all classes share.
    pub runtime: String,
    /// Headers by the output that includes them.
    pub includes: PirVjpIncludes,
}

/// The headers that the outputs include.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirVjpIncludes {
    pub source: Vec<String>,
    pub runtime: Vec<String>,
    /// What the first source includes besides: it has what the runtime declares.
    pub runtime_source: Vec<String>,
}
