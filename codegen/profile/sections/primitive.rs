//! `[primitive]`.

use serde::{Deserialize, Serialize};

/// The outputs of the target `primitive`: primitive operators, and the gradients that are made of them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Primitive {
    /// The kinds of file whose operators have functions, in order. Gradients come behind what they are the gradients of.
    pub homes: Vec<String>,
    /// Those of them whose operators are over sparse tensors; the names of their functions say so.
    pub sparse: Vec<String>,
    /// The kind of file that lists primitive operators.
    pub list: String,
    /// Operators without functions: others are written by hand, and some are never decomposed into.
    pub without: Vec<String>,
    /// Gradients that no vjp calls: theirs is written by hand.
    pub without_vjp: Vec<String>,
    /// Gradients that vjps may decompose into primitive operators.
    pub decomposed: Vec<String>,
    /// Operators whose scalars are never given as tensors, whatever `op_compat.yaml` says.
    pub immutable: Vec<String>,
    /// Whether the key `composite` says which function decomposes a gradient, and only a gradient with this key is
    /// decomposed. Otherwise the function has the gradient's name.
    pub composites_by_key: bool,
    /// Whether a gradient is not decomposed if an attribute is a tensor that is known only when the program runs. Otherwise
    /// this is an error.
    pub skips_dynamic_attributes: bool,
    /// Whether outputs of gradients may be absent, where the YAML says so.
    pub optional_gradients: bool,
    /// Whether one of several results that is absent is given as an empty tensor.
    pub empty_results: bool,
    /// The operations that a scalar, and an array of integers, is made a tensor by.
    pub constants: Constants,
    /// The flag that says in which mode methods of tensors work.
    pub mode_flag: String,
    pub backend_header: String,
    pub eager_source: String,
    pub static_source: String,
    pub functions_header: String,
    pub vjp_header: String,
    pub vjp_source: String,
    /// What functions of static programs share, and what vjps share. Their sources define it.
    pub static_runtime: String,
    pub vjp_runtime: String,
    /// Headers by the output that includes them.
    pub includes: PrimitiveIncludes,
}

/// Names of operations.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Constants {
    pub scalar: String,
    pub int_array: String,
}

/// The headers that the outputs of `primitive` include.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PrimitiveIncludes {
    pub backend_header: Vec<String>,
    pub eager_source: Vec<String>,
    pub static_source: Vec<String>,
    pub functions_header: Vec<String>,
    pub vjp_header: Vec<String>,
    pub vjp_source: Vec<String>,
    pub static_runtime: Vec<String>,
    pub vjp_runtime: Vec<String>,
    /// What the first source of vjps includes besides: it has what their runtime declares.
    pub vjp_runtime_source: Vec<String>,
}
