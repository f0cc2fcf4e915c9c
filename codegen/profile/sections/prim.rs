//! `[prim]`.

use serde::{Deserialize, Serialize};

/// The outputs of the target `prim`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Prim {
    /// Where the listed operators are defined.
    pub homes: Vec<String>,
    /// The kind of file that lists them.
    pub list: String,
    /// Functions that the framework has besides.
    pub hand_written: Vec<String>,
    pub header: String,
    pub runtime: String,
    pub eager_source: String,
    pub static_source: String,
    /// Headers by the output that includes them.
    pub includes: PrimIncludes,
}

/// The headers that the outputs of `prim` include.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PrimIncludes {
    pub header: Vec<String>,
    pub runtime: Vec<String>,
    pub eager_source: Vec<String>,
    pub static_source: Vec<String>,
}
