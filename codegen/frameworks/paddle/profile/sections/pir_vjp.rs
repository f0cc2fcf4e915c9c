//! `[pir.vjp]`.

use serde::{Deserialize, Serialize};

/// The outputs with the vjps of a dialect's classes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirVjp {
    /// The dialect whose classes have vjps.
    pub dialect: String,
    /// The source of the vjps.
    pub source: String,
    /// The header that all vjps share.
    pub runtime: String,
    /// The headers that the outputs include.
    pub includes: PirVjpIncludes,
}

/// The headers that the outputs with vjps include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirVjpIncludes {
    /// Headers for the sources.
    pub source: Vec<String>,
    /// Headers for the runtime.
    pub runtime: Vec<String>,
    /// Additional headers for the first source, which defines the functions of the runtime.
    pub runtime_source: Vec<String>,
}
