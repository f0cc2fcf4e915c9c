//! `[static_graph]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What the profile says of the static graph: the outputs of the targets `static_op` and `signature`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaticGraph {
    /// The header that all sources of operators share.
    pub runtime: String,
    pub includes: StaticIncludes,
    /// The attribute in `force_backend` that puts an operator on the CPU.
    pub force_cpu_attr: String,
    pub carrier_suffixes: CarrierSuffixes,
    /// Operators that can refer to each other, and where they go.
    pub groups: IndexMap<String, StaticGroup>,
    /// Kinds of file whose operators have op makers that are written by hand. Programs have these operators too, with the
    /// names in `op_compat.yaml`.
    #[serde(default)]
    pub hand_written_makers: Vec<String>,
    /// The numbers by which programs store the enumerators of data types.
    #[serde(default)]
    pub stored_data_types: IndexMap<String, String>,
    /// From the C++ type of an attribute to those that programs may have stored it as, which are converted when a program is
    /// loaded.
    #[serde(default)]
    pub conversions: IndexMap<String, Vec<String>>,
    /// Operators in programs whose attributes are rewritten when a program from before a checkpoint is loaded.
    #[serde(default)]
    pub converted_programs: Vec<String>,
    /// Operators whose outputs have the same type as an input.
    #[serde(default, rename = "var_type")]
    pub var_types: Vec<VarType>,
}

/// What the names of inputs end with that may carry the value of an attribute.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarrierSuffixes {
    pub tensor: String,
    /// Of a list of tensors.
    pub tensors: String,
}

/// Headers by the output that includes them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaticIncludes {
    pub runtime: Vec<String>,
    pub signatures: Vec<String>,
}

/// An output variable of the same type as an input.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VarType {
    /// The operator's type in programs.
    pub op: String,
    /// Names in programs.
    pub input: String,
    pub output: String,
    /// A truth value that makes the output selected rows, and otherwise a dense tensor.
    #[serde(default)]
    pub selected_rows_if: Option<String>,
}

/// Static operators that can refer to each other.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaticGroup {
    /// The kinds of file of the operators and of their gradients.
    pub homes: Vec<String>,
    /// Lists of operators in these files that are not registered, because another kind of file defines what programs have
    /// under their names.
    #[serde(default)]
    pub excluded: Vec<String>,
    /// Stands before every name. Operators with a prefix have no legacy names.
    #[serde(default)]
    pub prefix: String,
    /// Attributes that have other names in programs: operator to its names. Those of groups without a prefix are in
    /// `op_compat.yaml`.
    #[serde(default)]
    pub attr_names: IndexMap<String, IndexMap<String, String>>,
    /// Whether operators are registered together with their grad op makers.
    pub gradients: bool,
    /// The sources of the operators. An operator's name says which of several it is in.
    pub sources: Vec<String>,
    /// The source of the argument mappings.
    pub signatures: String,
    /// Argument mappings test the kind of every input, even if it is absent, under its name in the YAML. They return the
    /// arguments even if no kernel fits.
    #[serde(default)]
    pub strict_dispatch: bool,
    /// Headers that the sources of the operators include beside the runtime header: those of infer meta functions.
    pub includes: Vec<String>,
}
