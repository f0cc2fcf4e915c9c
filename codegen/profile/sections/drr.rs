//! `[drr]`.

use serde::{Deserialize, Serialize};

/// The outputs of the target `drr`: what makes operators for rewritten patterns.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Drr {}
