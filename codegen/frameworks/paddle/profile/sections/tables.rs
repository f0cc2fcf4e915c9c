//! `[extra_info]`, `[compat]` and `[rust]`.

use indexmap::IndexMap;
use serde::Deserialize;

/// The output of the target `extra_info`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraInfo {
    /// The path of the output.
    pub source: String,
    /// The header of the class that the source fills.
    pub header: String,
    /// Headers of the functions that defaults call.
    pub includes: Vec<String>,
}

/// The output of the target `compat`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompatInfo {
    /// The path of the output.
    pub source: String,
    /// The header of the class that the source fills.
    pub header: String,
    /// The order of the inputs that may carry an attribute.
    pub carriers: [Carrier; 2],
    /// Legacy name to new name, for operators that no entry describes.
    #[serde(default)]
    pub op_names: IndexMap<String, String>,
    /// Operators whose names say what kind of tensors they work on.
    #[serde(default)]
    pub marked: Vec<MarkedNames>,
    /// Names of arguments that no entry states.
    #[serde(default)]
    pub argument_names: Vec<ArgumentNames>,
}

/// An input that may carry an attribute, by its key in `op_compat.yaml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    /// A single tensor.
    TensorName,
    /// A list of tensors.
    TensorsName,
}

/// Operators whose names say what kind of tensors they work on, in programs and in PIR.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkedNames {
    /// The kinds of file that define them.
    pub homes: Vec<String>,
    /// The prefix of the name in programs.
    pub prefix: String,
    /// The suffix of the name in PIR.
    pub suffix: String,
}

/// Names of arguments that no entry states.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentNames {
    /// The legacy name of the operator.
    pub op: String,
    /// Pairs of new and legacy name.
    pub arguments: Vec<(String, String)>,
    /// Whether the names in entries are kept.
    #[serde(default)]
    pub extends_entries: bool,
}

/// The output of the target `rust`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RustTable {
    /// The path of the output.
    pub file: String,
}
