//! `[python_c]` and `[stubs]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::Group;

/// The outputs of the target `python_c`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PythonC {
    /// The header that all functions share.
    pub runtime: String,
    /// The source of the functions that `runtime` declares.
    pub runtime_source: String,
    /// The header of the functions.
    pub header: String,
    /// The source of the functions.
    pub source: String,
    /// The tables that Python reads through a function `get_TABLE`, each with its documentation.
    pub info_tables: IndexMap<String, String>,
    /// The operators that Python can call, in the order of the functions.
    pub groups: IndexMap<String, Group>,
    /// How functions take arguments by keyword, and tensors for their results. `None` if arguments have only positions.
    #[serde(default)]
    pub keywords: Option<Keywords>,
    /// Methods that do not belong to an operator.
    pub hand_written: HandWrittenMethods,
    /// The headers that the outputs include.
    pub includes: PythonCIncludes,
    /// For the YAML type of an attribute, the function that reads it.
    pub casts: IndexMap<String, Cast>,
}

/// Arguments by keyword, for functions in eager mode and those that add to programs.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Keywords {
    /// The header of the class that reads arguments by keyword.
    pub header: String,
    /// For names of arguments, further names that are usual for them.
    pub usual: IndexMap<String, Vec<String>>,
}

/// Methods that are written by hand, in a header that generated code includes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HandWrittenMethods {
    /// The path of the header.
    pub header: String,
    /// The table of the methods.
    pub methods: String,
    /// Headers that must be included before it.
    pub includes: Vec<String>,
    /// The class of the framework's errors.
    pub error: String,
    /// The namespace where the header looks for that class.
    pub error_namespace: String,
}

/// The headers that the outputs of `python_c` include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PythonCIncludes {
    /// Headers for the runtime's header.
    pub runtime: Vec<String>,
    /// Headers of other libraries, for the runtime's header.
    pub runtime_third_party: Vec<String>,
    /// Headers for the runtime's source.
    pub runtime_source: Vec<String>,
    /// Headers for the runtime's source in builds for GPUs.
    pub runtime_gpu: Vec<String>,
    /// Headers for the runtime's source in builds for XPUs.
    pub runtime_xpu: Vec<String>,
    /// Headers for the runtime's source in builds for custom devices.
    pub runtime_custom_device: Vec<String>,
    /// Headers for the source of the functions.
    pub source: Vec<String>,
}

/// A C++ function that reads an attribute from a Python object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    /// The name of the function.
    pub reader: String,
    /// The C++ type of its result.
    pub returns: String,
    /// In PIR: the data type of an operand that is created from the value.
    #[serde(default)]
    pub data_type: Option<String>,
    /// Whether the generated runtime defines the function, because the framework does not.
    #[serde(default)]
    pub generated: bool,
}

/// The output of the target `stubs`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stubs {
    /// The path of the output.
    pub file: String,
    /// For the YAML type of an attribute, its type in Python.
    pub types: IndexMap<String, String>,
}
