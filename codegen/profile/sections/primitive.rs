//! `[primitive]`.

use serde::{Deserialize, Serialize};

/// The outputs of the target `primitive`: primitive operators, and the gradients that are made of them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Primitive {}
