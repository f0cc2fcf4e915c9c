//! `[decomp]`.

use serde::{Deserialize, Serialize};

use crate::OpNames;

/// The outputs of the target `decomp`: methods that decompose operations.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Decomp {
    /// The dialect of the operations.
    pub dialect: String,
    /// The kinds of file whose operators have methods in `source`.
    pub homes: Vec<String>,
    /// The source of the methods.
    pub source: String,
    /// The source of the methods of gradients, if gradients have any.
    #[serde(default)]
    pub vjp_source: Option<String>,
    /// The header that both sources share.
    pub runtime: String,
    /// The header of the rules that they call.
    pub rules_header: String,
    /// Operators whose methods are written by hand.
    pub hand_written: OpNames,
    /// What happens to an operation if an attribute is the result of an operation other than a constant. In a gradient, this
    /// is always an error.
    #[serde(default)]
    pub unknown_attributes: UnknownAttributes,
    /// The headers that the outputs include.
    pub includes: DecompIncludes,
}

/// What happens to an operation whose attributes are not all known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownAttributes {
    /// It cannot be decomposed, which is an error.
    #[default]
    Error,
    /// It is not decomposed.
    Keep,
}

/// The headers that the outputs of `decomp` include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DecompIncludes {
    /// Headers for the runtime.
    pub runtime: Vec<String>,
}
