//! `[pir_api]`.

use serde::{Deserialize, Serialize};

/// The outputs of the target `pir_api`: functions that add one operator to a program.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApi {}
