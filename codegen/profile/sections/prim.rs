//! `[prim]`.

use serde::Deserialize;

/// The outputs of the target `prim`.
#[derive(Debug, Clone, Deserialize)]
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
}
