//! `[python_c]` and `[stubs]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::Group;

/// The outputs of the target `python_c`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PythonC {
    pub runtime: String,
    pub header: String,
    pub source: String,
    /// Headers of the functions that are called.
    pub called_headers: Vec<String>,
    /// The header of functions for Python that no operator stands behind.
    pub hand_written_header: String,
    /// Their table of methods.
    pub hand_written_methods: String,
    /// Tables that Python may read, each through a function `get_TABLE`.
    pub info_tables: Vec<String>,
    /// The operators that Python can call, in the order of the functions.
    pub groups: IndexMap<String, Group>,
}

/// The output of the target `stubs`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stubs {
    pub file: String,
}
