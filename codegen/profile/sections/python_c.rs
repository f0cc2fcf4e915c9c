//! `[python_c]` and `[stubs]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::Group;

/// The outputs of the target `python_c`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PythonC {
    pub runtime: String,
    pub runtime_source: String,
    pub header: String,
    pub source: String,
    /// Tables that Python may read, each through a function `get_TABLE`, and what is in them.
    pub info_tables: IndexMap<String, String>,
    /// The operators that Python can call, in the order of the functions.
    pub groups: IndexMap<String, Group>,
    /// Methods that do not belong to an operator.
    pub hand_written: HandWrittenMethods,
    /// Headers by the output that includes them.
    pub includes: PythonCIncludes,
    /// YAML type of an attribute to what reads it.
    pub casts: IndexMap<String, Cast>,
}

/// Methods that are written by hand, in a header that generated code includes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HandWrittenMethods {
    pub header: String,
    /// The table of the methods.
    pub methods: String,
    /// What must be included before.
    pub includes: Vec<String>,
    /// The class of the framework's errors, and the namespace in which the header looks for it.
    pub error: String,
    pub error_namespace: String,
}

/// The headers that the outputs of `python_c` include.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PythonCIncludes {
    pub runtime: Vec<String>,
    /// Headers of other libraries.
    pub runtime_third_party: Vec<String>,
    pub runtime_source: Vec<String>,
    /// Only in builds for GPUs.
    pub runtime_gpu: Vec<String>,
    /// Only in builds for XPUs.
    pub runtime_xpu: Vec<String>,
    /// Only in builds for custom devices.
    pub runtime_custom_device: Vec<String>,
    pub source: Vec<String>,
}

/// A C++ function that reads an attribute from a Python object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    pub reader: String,
    /// What it returns, in C++.
    pub returns: String,
    /// Whether the generated runtime defines it, because the framework does not.
    #[serde(default)]
    pub generated: bool,
}

/// The output of the target `stubs`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stubs {
    pub file: String,
    /// YAML type of an attribute to the type in Python.
    pub types: IndexMap<String, String>,
}
