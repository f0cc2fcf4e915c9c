//! `[pir]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::{OpMap, OpNames};

use super::PirBuild;

/// PIR: its dialects, and the outputs of the target `pir`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Pir {
    /// What operations know of their types and attributes.
    pub form: PirForm,
    /// The header that all classes share: how operations are described and verified.
    pub runtime: String,
    /// The source of everything that `runtime` and `[pir.build]` declare.
    pub runtime_source: String,
    /// The headers that the outputs include.
    pub includes: PirIncludes,
    /// Facts about operators that the YAML does not state.
    pub rules: PirRules,
    /// The interfaces that classes have by rule.
    pub interfaces: PirInterfaces,
    /// The traits that classes have by rule.
    pub traits: PirTraits,
    /// The exception class of failed verification, if there is one.
    #[serde(default)]
    pub error: Option<String>,
    /// The dialects, by name.
    pub dialects: IndexMap<String, Dialect>,
    /// How operations are built.
    pub build: PirBuild,
    /// The vjps of a dialect's classes.
    pub vjp: super::PirVjp,
}

/// What operations know of their types and attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PirForm {
    /// Whoever builds an operation computes the types of its results. A typed scalar stays a number of its own type, an
    /// operator with an input that keeps its data type keeps that of all, and every result is present.
    Built,
    /// Classes infer the types of their results from operands and attributes. `op_compat.yaml` decides the types of scalars,
    /// each input keeps its data type or not, and a result that overwrites an optional input may be absent. The description of
    /// an operation also has what a kind of device adds to it.
    Typed,
    /// The same, and operations that are built from a map keep attributes that are not their own. So the cached shapes of a
    /// gradient are found by the attributes that it shares with its operator.
    Annotated,
}

impl PirForm {
    /// Whether classes infer the types of their results.
    pub fn is_typed(self) -> bool {
        self != PirForm::Built
    }

    /// Whether operations keep attributes that are not their own.
    pub fn is_annotated(self) -> bool {
        self == PirForm::Annotated
    }
}

/// The headers that the outputs of `pir` include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirIncludes {
    /// Headers for the header of every dialect.
    pub header: Vec<String>,
    /// Headers that files including a dialect's header rely on.
    pub users: Vec<String>,
    /// Headers with the traits of a kind of device, only in builds for that device.
    #[serde(default)]
    pub additions: Vec<String>,
    /// Headers for the sources of every dialect.
    pub source: Vec<String>,
    /// Headers for the runtime's header.
    pub runtime: Vec<String>,
    /// Headers for the runtime's source.
    pub runtime_source: Vec<String>,
}

/// The interfaces that classes have by rule. A class with an interface also has the interface's function.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirInterfaces {
    /// Describes an operation.
    pub info: String,
    /// Infers the types of results.
    pub infer_meta: String,
    /// Builds the gradient.
    pub vjp: String,
    /// Says which operands keep their data type.
    pub kernel_type: String,
    /// Parses the kernel key.
    pub kernel_key: String,
    /// Decomposes an operation.
    pub decomposition: String,
    /// Decomposes a gradient.
    #[serde(default)]
    pub vjp_decomposition: Option<String>,
    /// Infers symbolic shapes.
    #[serde(default)]
    pub symbolic_shape: Option<String>,
    /// Caches the symbolic shapes of gradients.
    #[serde(default)]
    pub gradient_shapes: Option<String>,
}

/// The traits that classes have by rule.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirTraits {
    /// An operation that works in place.
    pub inplace: String,
    /// An operation whose vjp is written by hand.
    pub custom_vjp: String,
    /// An operator of a kind of device.
    #[serde(default)]
    pub device: Option<String>,
    /// An operator that only this device has.
    #[serde(default)]
    pub device_only: Option<String>,
    /// An operator that other kernels run where the device has none.
    #[serde(default)]
    pub device_fallback: Option<String>,
}

/// Facts about operators that the YAML does not state, mostly lists of names.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirRules {
    /// Operators whose attributes are never tensors, despite `op_compat.yaml`.
    pub immutable: OpNames,
    /// For each operator, attributes that `op_compat.yaml` knows by another name.
    pub mutable_names: OpMap<IndexMap<String, String>>,
    /// For each operator, the type of its scalars as tensors, despite `op_compat.yaml`.
    pub scalar_types: OpMap<String>,
    /// The kinds of file whose scalars are never tensors.
    #[serde(default)]
    pub immutable_scalars: Vec<String>,
    /// Operators without a vjp, even if they have a gradient.
    pub without_vjp: OpNames,
    /// Gradients whose vjps are written by hand with primitive operators.
    pub custom_vjps: OpNames,
    /// Operators and kernels that are decomposed into primitive operators.
    pub decomposed: OpNames,
    /// Gradients that are decomposed in the same way as their vjps.
    #[serde(default)]
    pub decomposed_vjps: OpNames,
    /// Classes whose operands and results may have more types than the YAML says.
    #[serde(default)]
    pub of_any_type: OpNames,
}

/// Whose operators a dialect has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DialectKind {
    /// The framework's own: `op_compat.yaml` describes them, a table lists the kernels of an operator that has several, and
    /// rewritten patterns may give their mutable attributes as tensors.
    Framework,
    /// Those of a kind of device: of the operators in `homes`, only those to which a file adds something. The gradients and
    /// decompositions are those of the framework's dialect.
    Device,
    /// Those of a compiler: `op_compat.yaml` does not describe them, and no kernel runs them.
    Compiler,
}

impl DialectKind {
    /// Whether files add to its operators.
    pub fn is_of_device(self) -> bool {
        self == DialectKind::Device
    }

    /// Whether these are the framework's own operators.
    pub fn is_of_framework(self) -> bool {
        self == DialectKind::Framework
    }

    /// Whether kernels run its operators, which `op_compat.yaml` then describes.
    pub fn has_kernels(self) -> bool {
        self != DialectKind::Compiler
    }
}

/// A dialect: a namespace of operations, and the files that declare and define their classes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// Whose operators these are.
    pub kind: DialectKind,
    /// The C++ namespace of the classes.
    pub namespace: String,
    /// The kinds of file whose operators the dialect has, in order. A later definition of a name replaces an earlier
    /// one.
    pub homes: Vec<String>,
    /// Kinds of file whose operators no other dialect has. They come first.
    #[serde(default)]
    pub only: Vec<String>,
    /// Kinds of file whose operators are over sparse tensors; the names of their classes say so.
    #[serde(default)]
    pub sparse: Vec<String>,
    /// The header that declares the classes.
    pub header: String,
    /// Headers that only this dialect's header needs.
    #[serde(default)]
    pub header_includes: Vec<String>,
    /// Headers for the source with the table of kernels.
    #[serde(default)]
    pub table_includes: Vec<String>,
    /// The sources that define the classes.
    pub sources: Vec<DialectSources>,
    /// The sources that contain all operators while the others are empty; by default each source contains its own.
    /// Every source pays for the same headers.
    #[serde(default)]
    pub filled_sources: Vec<String>,
    /// The file with the code that concerns all classes; by default the first source.
    #[serde(default)]
    pub info: Option<String>,
    /// The number of parts that the list of classes is also divided into, for compilers that cannot handle it as a
    /// whole.
    #[serde(default)]
    pub list_parts: usize,
    /// Operators without a class.
    #[serde(default)]
    pub without: OpNames,
    /// Operations whose classes are written by hand.
    #[serde(default)]
    pub hand_written: OpNames,
    /// The header of these classes.
    #[serde(default)]
    pub hand_written_header: Option<String>,
    /// Classes that tests use, whose symbols a library exports.
    #[serde(default)]
    pub exported: OpNames,
    /// The cached shapes of gradients, if operators have them.
    #[serde(default)]
    pub gradient_shapes: Option<GradientShapes>,
}

/// Methods by which an operator caches the symbolic shapes of its gradient's results, so that the gradient need not
/// infer them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GradientShapes {
    /// The source of the methods.
    pub source: String,
    /// The header that the source includes.
    pub runtime: String,
    /// The headers that the source includes.
    pub includes: Vec<String>,
    /// The headers that the runtime includes.
    pub runtime_includes: Vec<String>,
    /// Operators whose shapes do not determine those of their gradients: their methods are errors.
    #[serde(default)]
    pub unknown: OpNames,
    /// Operators without these methods.
    #[serde(default)]
    pub without: OpNames,
}

impl GradientShapes {
    /// Whether an operator has no such methods.
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

/// Sources that share the operators of some kinds of file.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DialectSources {
    /// The kinds of file.
    pub homes: Vec<String>,
    /// The paths of the sources.
    pub paths: Vec<String>,
}
