//! `[drr]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The outputs of the target `drr`: what makes operations for rewritten patterns.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Drr {
    pub runtime: String,
    pub runtime_includes: Vec<String>,
    /// By the dialect whose operations they make.
    pub factories: IndexMap<String, DrrFactory>,
}

/// The source with the function that registers what makes the operations of a dialect.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DrrFactory {
    pub source: String,
    pub includes: Vec<String>,
    /// The function, a member of the class of factories.
    pub registers: String,
    /// Whether patterns may give mutable attributes as tensors.
    #[serde(default)]
    pub mutable_operands: bool,
}
