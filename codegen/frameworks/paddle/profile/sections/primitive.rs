//! `[primitive]`.

use serde::{Deserialize, Serialize};

use crate::OpNames;

/// The outputs of the target `primitive`: primitive operators, and the gradients that are composed of them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Primitive {
    /// How gradients are decomposed.
    pub form: PrimitiveForm,
    /// The kinds of file whose operators have functions, in order. A gradient comes after the operators that it belongs
    /// to.
    pub homes: Vec<String>,
    /// The kinds of file among `homes` whose operators are over sparse tensors; the names of their functions say so.
    pub sparse: Vec<String>,
    /// The kind of file that lists primitive operators.
    pub list: String,
    /// Operators without functions: they are written by hand, or nothing is decomposed into them.
    pub without: OpNames,
    /// Gradients that no vjp calls, because theirs is written by hand.
    pub without_vjp: OpNames,
    /// Gradients that vjps may decompose into primitive operators.
    pub decomposed: OpNames,
    /// Operators whose scalars are never tensors, despite `op_compat.yaml`.
    pub immutable: OpNames,
    /// The operations that create tensors from constants.
    pub constants: Constants,
    /// The flag with the mode in which methods of tensors work.
    pub mode_flag: String,
    /// The header of the functions of both backends.
    pub backend_header: String,
    /// The source of the functions of the dynamic graph.
    pub eager_source: String,
    /// The source of the functions of static programs.
    pub static_source: String,
    /// The header of the functions that work on both backends.
    pub functions_header: String,
    /// The header of the vjps.
    pub vjp_header: String,
    /// The source of the vjps.
    pub vjp_source: String,
    /// The header of the functions that call the framework's rules.
    pub rules_header: String,
    /// Their source, which also defines the runtime of the vjps.
    pub rules_source: String,
    /// The header that functions of static programs share, defined by their source.
    pub static_runtime: String,
    /// The header that vjps share.
    pub vjp_runtime: String,
    /// The headers that the outputs include.
    pub includes: PrimitiveIncludes,
}

/// How gradients are decomposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PrimitiveForm {
    /// A gradient is decomposed by the function under its key `composite`, and only if it has this key. An attribute whose value
    /// is known only when the program runs is an error. All outputs are present.
    Keyed,
    /// A gradient is decomposed by the function of its own name, unless the value of an attribute is known only when the program
    /// runs. Outputs may be absent where the YAML says so; one of several is then an empty tensor.
    Named,
}

/// The operations that create tensors from constants.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Constants {
    /// Creates a tensor from a scalar.
    pub scalar: String,
    /// Creates a tensor from an array of integers.
    pub int_array: String,
}

/// The headers that the outputs of `primitive` include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PrimitiveIncludes {
    /// Headers for the header of both backends.
    pub backend_header: Vec<String>,
    /// Headers for the source of the dynamic graph.
    pub eager_source: Vec<String>,
    /// Headers for the source of static programs.
    pub static_source: Vec<String>,
    /// Headers for the functions that work on both backends.
    pub functions_header: Vec<String>,
    /// Headers for the header of the vjps.
    pub vjp_header: Vec<String>,
    /// Headers for the source of the vjps.
    pub vjp_source: Vec<String>,
    /// Headers for the runtime of static programs.
    pub static_runtime: Vec<String>,
    /// Headers for the runtime of the vjps.
    pub vjp_runtime: Vec<String>,
    /// Headers for the header of rules.
    pub rules_header: Vec<String>,
    /// Headers for the source of rules.
    pub rules_source: Vec<String>,
    /// Additional headers for the first source of rules, which defines the runtime of the vjps.
    pub vjp_runtime_source: Vec<String>,
}
