//! `[drr]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The outputs of the target `drr`: factories that create the operations of rewritten patterns.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Drr {
    /// The header that all factories share.
    pub runtime: String,
    /// The headers that the runtime includes.
    pub runtime_includes: Vec<String>,
    /// The factories, by the dialect of their operations.
    pub factories: IndexMap<String, DrrFactory>,
}

/// The source of the function that registers the factories of a dialect.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DrrFactory {
    /// The path of the source.
    pub source: String,
    /// The headers that the source includes.
    pub includes: Vec<String>,
    /// The name of the function, a member of the class of factories.
    pub registers: String,
}
