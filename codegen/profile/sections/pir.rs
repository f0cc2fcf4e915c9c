//! `[pir]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::PirBuild;

/// The newer intermediate representation: its dialects, and what is made for them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Pir {
    /// What the classes of all operators share: how operations are described and verified, and a source, which also has
    /// what `[pir.build]` declares.
    pub runtime: String,
    pub runtime_source: String,
    pub includes: PirIncludes,
    /// What operators of a dialect have that the YAML does not say.
    pub rules: PirRules,
    pub interfaces: PirInterfaces,
    pub traits: PirTraits,
    /// Whether what describes an operation has room for what a kind of device adds to it.
    #[serde(default)]
    pub describes_additions: bool,
    /// Whether classes infer the types of their results from operands and attributes.
    #[serde(default)]
    pub infers_types: bool,
    /// The class of the errors of verification, if they have one.
    #[serde(default)]
    pub error: Option<String>,
    pub dialects: IndexMap<String, Dialect>,
    pub build: PirBuild,
    pub vjp: super::PirVjp,
}

/// Headers that the outputs include.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirIncludes {
    /// The header of every dialect: what its classes need.
    pub header: Vec<String>,
    /// What it brings to others besides, because they rely on it.
    pub users: Vec<String>,
    /// Declares the traits of what a kind of device adds; only where the framework is built for it.
    #[serde(default)]
    pub additions: Vec<String>,
    /// The sources of every dialect.
    pub source: Vec<String>,
    pub runtime: Vec<String>,
    pub runtime_source: Vec<String>,
}

/// The interfaces that classes have by rule. A class that has one also has its function.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirInterfaces {
    pub info: String,
    pub infer_meta: String,
    pub vjp: String,
    pub kernel_type: String,
    pub kernel_key: String,
    pub decomposition: String,
    #[serde(default)]
    pub vjp_decomposition: Option<String>,
    #[serde(default)]
    pub symbolic_shape: Option<String>,
    #[serde(default)]
    pub gradient_shapes: Option<String>,
}

/// The traits that classes have by rule.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirTraits {
    pub inplace: String,
    pub custom_vjp: String,
    /// Of the operators of a kind of device, of those that no other has, and of those that others run where it has no kernel.
    #[serde(default)]
    pub device: Option<String>,
    #[serde(default)]
    pub device_only: Option<String>,
    #[serde(default)]
    pub device_fallback: Option<String>,
}

/// Lists of operators by which the framework decides.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirRules {
    /// Operators whose attributes are never given as tensors, whatever `op_compat.yaml` says.
    pub immutable: Vec<String>,
    /// The attributes that `op_compat.yaml` knows by another name, by operator.
    pub mutable_names: IndexMap<String, IndexMap<String, String>>,
    /// The type that the scalars of an operator have as tensors, whatever `op_compat.yaml` says.
    pub scalar_types: IndexMap<String, String>,
    /// Whether a scalar of a type of its own is given as a number of this type, whatever `op_compat.yaml` says.
    pub keeps_scalar_types: bool,
    /// The kinds of file whose scalars are never given as tensors.
    #[serde(default)]
    pub immutable_scalars: Vec<String>,
    /// Whether a result that is written over an optional input may be absent.
    #[serde(default)]
    pub absent_with_inputs: bool,
    /// Operators without a vjp, though they may have a gradient.
    pub without_vjp: Vec<String>,
    /// Gradients whose vjp is written by hand, of primitive operators.
    pub custom_vjps: Vec<String>,
    /// Operators and kernels that are decomposed into primitive operators.
    pub decomposed: Vec<String>,
    /// Gradients that are decomposed as their vjps are.
    #[serde(default)]
    pub decomposed_vjps: Vec<String>,
    /// Classes whose operands and results are of more types than the YAML says.
    #[serde(default)]
    pub of_any_type: Vec<String>,
    /// Whether an operator with any input that keeps its data type keeps that of all.
    #[serde(default)]
    pub keeps_all_data_types: bool,
}

/// A dialect: a namespace of operations with the files that declare and define their classes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// The C++ namespace of its classes.
    pub namespace: String,
    /// The kinds of file whose operators it has, in order. A later definition of a name takes the place of an earlier one.
    pub homes: Vec<String>,
    /// Kinds of file whose operators no other dialect has. They come first.
    #[serde(default)]
    pub only: Vec<String>,
    /// Of the operators in `homes` it has only those to which files add something.
    #[serde(default)]
    pub additions: bool,
    /// Whether `op_compat.yaml` describes its operators.
    pub compat: bool,
    /// Whether classes say which inputs keep their data type.
    #[serde(default)]
    pub kernel_types: bool,
    /// Whether operators have gradients and decompositions of their own.
    #[serde(default = "yes")]
    pub gradients: bool,
    /// Whether a table says which kernels an operator with several has.
    #[serde(default)]
    pub kernel_table: bool,
    /// Kinds of file whose operators are over sparse tensors; the names of their classes say so.
    #[serde(default)]
    pub sparse: Vec<String>,
    pub header: String,
    /// Headers of this dialect alone: of its header, and of the source with its table of kernels.
    #[serde(default)]
    pub header_includes: Vec<String>,
    #[serde(default)]
    pub table_includes: Vec<String>,
    pub sources: Vec<DialectSources>,
    /// Those of them that have the operators of all; otherwise each has its own. Every source pays for the same headers.
    #[serde(default)]
    pub filled_sources: Vec<String>,
    /// The file with what concerns all classes; otherwise the first source has it.
    #[serde(default)]
    pub info: Option<String>,
    /// Into how many parts that file also divides the list of classes, for compilers that cannot take all at once.
    #[serde(default)]
    pub list_parts: usize,
    /// Operators that have no class at all.
    #[serde(default)]
    pub without: Vec<String>,
    /// Operations whose classes are written by hand, and the header of these.
    #[serde(default)]
    pub hand_written: Vec<String>,
    #[serde(default)]
    pub hand_written_header: Option<String>,
    /// Classes that tests use, whose symbols a library exports.
    #[serde(default)]
    pub exported: Vec<String>,
    /// What operators know of their gradients' shapes.
    #[serde(default)]
    pub gradient_shapes: Option<GradientShapes>,
}

/// Methods by which an operator leaves the symbolic shapes of its gradient's results behind, so that the gradient need not
/// infer them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GradientShapes {
    pub source: String,
    pub runtime: String,
    pub includes: Vec<String>,
    pub runtime_includes: Vec<String>,
    /// Operators of which the shapes do not follow from their own: their methods are errors.
    #[serde(default)]
    pub unknown: Vec<String>,
    /// Operators without these methods.
    #[serde(default)]
    pub without: Vec<String>,
    /// Whether only those attributes tell one gradient from another that the operator has, too.
    #[serde(default)]
    pub by_common_attributes: bool,
}

impl GradientShapes {
    /// Whether an operator knows nothing of its gradient's shapes.
    pub fn is_without(&self, op: &str) -> bool {
        self.without.iter().any(|name| name == op)
    }
}

impl Dialect {
    /// Whether the class of an operation is written by hand.
    pub fn is_hand_written(&self, operation: &str) -> bool {
        self.hand_written.iter().any(|name| name == operation)
    }

    /// Whether a source has no operators because others have them.
    pub fn leaves_empty(&self, source: &str) -> bool {
        !self.filled_sources.is_empty() && self.filled_sources.iter().all(|filled| filled != source)
    }
}

/// Sources that the operators of some kinds of file are distributed over.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DialectSources {
    pub homes: Vec<String>,
    pub paths: Vec<String>,
}

fn yes() -> bool {
    true
}
