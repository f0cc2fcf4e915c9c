//! `[extra_info]`, `[compat]` and `[rust]`.

use serde::Deserialize;

/// The output of the target `extra_info`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraInfo {
    pub source: String,
    pub header: String,
    /// Headers of what defaults call.
    pub includes: Vec<String>,
}

/// The output of the target `compat`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompatInfo {
    pub source: String,
    pub header: String,
    #[serde(default)]
    pub by_hand: Vec<ByHand>,
}

/// Names of arguments that no entry gives.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByHand {
    /// The legacy name of the operator.
    pub op: String,
    /// Pairs of new and legacy name.
    pub arguments: Vec<(String, String)>,
    /// Whether what entries say still holds.
    #[serde(default)]
    pub adds: bool,
}

/// The output of the target `rust`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RustTable {
    pub file: String,
}
