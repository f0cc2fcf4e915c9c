//! `[extra_info]`, `[compat]` and `[rust]`.

use indexmap::IndexMap;
use serde::Deserialize;

/// The output of the target `extra_info`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraInfo {
    pub source: String,
    /// Declares the class that the source fills.
    pub header: String,
    /// Headers of what defaults call.
    pub includes: Vec<String>,
}

/// The output of the target `compat`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompatInfo {
    pub source: String,
    /// Declares the class that the source fills.
    pub header: String,
    /// The order of the inputs that may carry an attribute.
    pub carriers: [Carrier; 2],
    /// Legacy name to new name, of operators that no entry describes.
    #[serde(default)]
    pub op_names: IndexMap<String, String>,
    #[serde(default)]
    pub marked: Vec<MarkedNames>,
    #[serde(default)]
    pub argument_names: Vec<ArgumentNames>,
}

/// An input that may carry an attribute, by its key in `op_compat.yaml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    TensorName,
    TensorsName,
}

/// Operators whose names say what kind of tensors they are for, in programs and in PIR.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkedNames {
    pub homes: Vec<String>,
    /// What stands before the name in programs.
    pub prefix: String,
    /// What stands behind it in PIR.
    pub suffix: String,
}

/// Names of arguments that no entry gives.
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
    pub file: String,
}
