//! `[prim]`.

use serde::{Deserialize, Serialize};

use crate::OpNames;

/// The outputs of the target `prim`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Prim {
    /// The kinds of file that define the listed operators.
    pub homes: Vec<String>,
    /// The kind of file that lists the operators with functions.
    pub list: String,
    /// Functions that the framework writes by hand in addition.
    pub hand_written: OpNames,
    /// The header of the functions.
    pub header: String,
    /// The header that functions of static programs share.
    pub runtime: String,
    /// The source of what it declares.
    pub runtime_source: String,
    /// The source of the functions of the dynamic graph.
    pub eager_source: String,
    /// The source of the functions of static programs.
    pub static_source: String,
    /// The headers that the outputs include.
    pub includes: PrimIncludes,
}

/// The headers that the outputs of `prim` include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PrimIncludes {
    /// Headers for the header of the functions.
    pub header: Vec<String>,
    /// Headers for the runtime.
    pub runtime: Vec<String>,
    /// Headers for the source of the dynamic graph.
    pub eager_source: Vec<String>,
    /// Headers for the source of the runtime.
    pub runtime_source: Vec<String>,
}
