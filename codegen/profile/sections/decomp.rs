//! `[decomp]`.

use serde::{Deserialize, Serialize};

/// The outputs of the target `decomp`: rules that decompose operators.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Decomp {}
