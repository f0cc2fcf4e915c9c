//! `[static_graph]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The static graph: the outputs of the targets `static_op` and `signature`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaticGraph {
    /// The header that all sources of operators share.
    pub runtime: String,
    /// The source that registers the operators that the other sources describe.
    pub runtime_source: String,
    /// The source that registers the operators' versions.
    pub version_source: String,
    /// The header that sources of composite grad op makers share.
    pub composite_runtime: String,
    /// The source of the grad op makers that compose primitive operators, of all groups.
    pub composite_source: String,
    /// The header that the sources of argument mappings share.
    pub signature_runtime: String,
    /// The source that registers argument mappings.
    pub signature_runtime_source: String,
    /// The headers that the outputs include.
    pub includes: StaticIncludes,
    /// The attribute in `force_backend` that moves an operator to the CPU.
    pub force_cpu_attr: String,
    /// Suffixes of the inputs that may carry the value of an attribute.
    pub carrier_suffixes: CarrierSuffixes,
    /// Operators that can refer to each other, and their outputs, by the name of the group.
    pub groups: IndexMap<String, StaticGroup>,
    /// Kinds of file whose operators have op makers that are written by hand. Programs have these operators too, with
    /// the names in `op_compat.yaml`.
    #[serde(default)]
    pub hand_written_makers: Vec<String>,
    /// The numbers by which programs store the enumerators of data types.
    #[serde(default)]
    pub stored_data_types: IndexMap<String, String>,
    /// For the C++ type of an attribute, the types that programs may have stored it as, which are converted when a
    /// program is loaded.
    #[serde(default)]
    pub conversions: IndexMap<String, Vec<String>>,
    /// For the YAML type of an attribute of a kernel, those that the static graph converts to it when it calls the kernel.
    #[serde(default)]
    pub kernel_conversions: IndexMap<String, Vec<String>>,
    /// Operators in programs whose attributes are rewritten when a program from before a checkpoint is loaded.
    #[serde(default)]
    pub converted_programs: Vec<String>,
    /// Operators whose outputs have the same type as an input.
    #[serde(default, rename = "var_type")]
    pub var_types: Vec<VarType>,
}

/// Suffixes of the names of inputs that may carry the value of an attribute.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarrierSuffixes {
    /// For a single tensor.
    pub tensor: String,
    /// For a list of tensors.
    pub tensors: String,
}

/// The headers that the outputs include, by output.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaticIncludes {
    /// Headers for the runtime's header. Every source of operators compiles them.
    pub runtime: Vec<String>,
    /// Headers for the runtime's source.
    pub runtime_source: Vec<String>,
    /// Headers for the source of versions.
    pub version: Vec<String>,
    /// Headers for composite grad op makers.
    pub composite: Vec<String>,
    /// Headers for the source that registers argument mappings.
    pub signatures: Vec<String>,
}

/// An output variable that has the same type as an input.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VarType {
    /// The operator's type in programs.
    pub op: String,
    /// The name of the input in programs.
    pub input: String,
    /// The name of the output in programs.
    pub output: String,
    /// A boolean attribute that turns the output into selected rows; otherwise it is a dense tensor.
    #[serde(default)]
    pub selected_rows_if: Option<String>,
}

/// Static operators that can refer to each other.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaticGroup {
    /// The kinds of file of the operators and of their gradients.
    pub homes: Vec<String>,
    /// Lists of operators in these files that are not registered, because another kind of file defines the operators of
    /// these names in programs.
    #[serde(default)]
    pub excluded: Vec<String>,
    /// A prefix of every name. Operators with a prefix have no legacy names.
    #[serde(default)]
    pub prefix: String,
    /// For each operator, attributes that have other names in programs. Groups without a prefix have them in
    /// `op_compat.yaml`.
    #[serde(default)]
    pub attr_names: IndexMap<String, IndexMap<String, String>>,
    /// How operators are registered and mapped to kernels.
    #[serde(default)]
    pub form: StaticForm,
    /// The sources of the operators. An operator's name decides which of them it is in.
    pub sources: Vec<String>,
    /// The source of the argument mappings.
    pub signatures: String,
    /// Headers for the sources of the operators, in addition to the runtime: those of infer meta functions.
    pub includes: Vec<String>,
}

/// How the operators of a group are registered and mapped to kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StaticForm {
    /// Operators are registered with their grad op makers. An operator with one kernel always gets it; otherwise the kinds of the
    /// inputs that are present decide, and without a fitting kernel there is no mapping.
    #[default]
    Complete,
    /// Operators are registered without grad op makers. The kind of every input decides, under its name in the YAML, even if it is
    /// absent. Without a fitting kernel, the mapping still has the arguments.
    Dispatched,
}

impl StaticGroup {
    /// Whether operators are registered with their grad op makers.
    pub fn has_grad_makers(&self) -> bool {
        self.form == StaticForm::Complete
    }
}
