//! `[translate.handlers]`: how single operators are translated otherwise than by the general rule.

use indexmap::IndexMap;
use serde::Deserialize;

use super::{Function, Literal};

/// Replacements for steps of the general rule. If a function and another key replace the same step, the function wins.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handler {
    /// A function that replaces some steps.
    #[serde(default)]
    pub function: Option<Function>,
    /// A newer operator that computes the same. The operation, the names in programs and the defaults are those of that operator.
    #[serde(default)]
    pub same_as: Option<String>,
    /// The operation that the operator becomes.
    #[serde(default)]
    pub operation: Option<OperationRule>,
    /// Inputs, by the operand that they become, if `op_compat.yaml` does not name them.
    #[serde(default)]
    pub inputs: IndexMap<String, String>,
    /// Outputs, by the result that they become, if `op_compat.yaml` does not name them.
    #[serde(default)]
    pub outputs: IndexMap<String, String>,
    /// Results of the operation that the operator does not have.
    #[serde(default)]
    pub further_results: IndexMap<String, ResultType>,
    /// Attributes of the operator, by the attribute or operand of the operation, if `op_compat.yaml` does not name them.
    #[serde(default)]
    pub attributes: IndexMap<String, String>,
    /// Inputs that have no counterpart. An operator that has them is not translated.
    #[serde(default)]
    pub refuses: Vec<String>,
    /// Values of the operation's attributes that old programs lack. If any is listed, other absent attributes are mistakes.
    #[serde(default)]
    pub defaults: IndexMap<String, Literal>,
}

/// The type of a result that no variable has.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ResultType {
    /// That of an input.
    Like(String),
    /// A tensor.
    Tensor {
        /// The number of its data type in programs.
        data_type: Literal,
        /// Its sizes.
        shape: Literal,
    },
}

/// The operation that an operator becomes.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OperationRule {
    /// Always the same.
    Always(String),
    /// Depends on whether the operator works in place.
    InPlace {
        /// The operation that works in place.
        yes: String,
        /// The other one.
        no: String,
    },
    /// Depends on a flag.
    ByFlag {
        /// The flag.
        attribute: String,
        /// The operation if it is set.
        yes: String,
        /// The operation if it is not set.
        no: String,
    },
    /// Depends on whether an input is given.
    ByInput {
        /// The input.
        input: String,
        /// The operation if it is given.
        given: String,
        /// The operation if it is not given; by default that of the general rule.
        #[serde(default)]
        absent: Option<String>,
    },
}
