//! `[extra_info]`, `[compat]` and `[rust]`.

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
    #[serde(default)]
    pub argument_names: Vec<ArgumentNames>,
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
