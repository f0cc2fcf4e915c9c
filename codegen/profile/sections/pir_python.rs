//! `[pir_python]`.

use serde::{Deserialize, Serialize};

/// The outputs of the target `pir_python`: functions that Python calls to add operators to a program.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirPython {}
