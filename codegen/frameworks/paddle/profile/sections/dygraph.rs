//! `[dygraph]`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::{OpMap, OpNames};

use super::Group;

/// The outputs of the target `dygraph`, and the operators that the dynamic graph treats differently by name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dygraph {
    /// How functions and grad nodes run.
    pub form: DygraphForm,
    /// What they do besides.
    #[serde(default)]
    pub features: Vec<DygraphFeature>,
    /// The header of the functions.
    pub functions_header: String,
    /// The source of the functions.
    pub functions_source: String,
    /// The header of the grad nodes.
    pub nodes_header: String,
    /// The source of the grad nodes.
    pub nodes_source: String,
    /// The header that functions and grad nodes share.
    pub runtime: String,
    /// The source of the functions that `runtime` declares.
    pub runtime_source: String,
    /// The header with the base class of all grad nodes.
    pub node_base: String,
    /// The headers that the outputs include.
    pub includes: DygraphIncludes,
    /// Operators that are written by hand, with all of their gradients.
    pub hand_written: OpNames,
    /// Operators of `hand_written` whose grad nodes are generated nevertheless.
    #[serde(default)]
    pub generated_nodes: OpNames,
    /// Gradients whose absent inputs are filled with zeros, besides those that need several gradients.
    pub fill_zero: OpNames,
    /// Composite gradients that replace their kernels: they are called even if primitive operators are switched off.
    pub prim_only: OpNames,
    /// Operators that take strided tensors without copying them.
    pub strided_ops: OpNames,
    /// Operators whose kernels compute with strides unless users switch that off. Their grad nodes then keep views as they are.
    #[serde(default)]
    pub stride_compute_ops: OpNames,
    /// For each function, the two inputs that are promoted to a common data type.
    pub type_promotion: OpMap<[String; 2]>,
    /// For each function, the input that is cast to a floating-point type if it holds integers.
    pub type_autocast: OpMap<[String; 1]>,
    /// Functions of `type_autocast` whose cast is differentiable.
    pub type_autocast_gradients: OpNames,
    /// Inplace functions that fail if strided memory is switched off.
    pub needs_strides: OpNames,
    /// Functions whose inputs AMP does not cast.
    pub no_amp: OpNames,
    /// Operators without an inplace function.
    pub never_inplace: OpNames,
    /// Inplace functions that may overwrite a tensor that a gradient needs. Callers rely on this, so it is not an
    /// error.
    pub unchecked_inplace: OpNames,
    /// Operators that exist only inplace and still count the versions of their tensors; others of this kind do not.
    pub counted_inplace: OpNames,
    /// An attribute whose name contains one of these is a dimension, which layout tuning adapts.
    pub dimension_attrs: Vec<String>,
    /// An attribute whose name contains one of these is a layout, which layout tuning adapts.
    pub layout_attrs: Vec<String>,
    /// The number of layout attributes that layout tuning can adapt. If there are more, only the first counts.
    pub max_layout_attrs: usize,
    /// Gradients that are needed only for some gradients of the outputs.
    pub pruned: Vec<Pruned>,
    /// The operators with functions, by the name of the group.
    pub groups: IndexMap<String, Group>,
    /// Absent if gradients have no functions that callers can use.
    #[serde(default)]
    pub gradient_functions: Option<GradientFunctions>,
}

/// The functions that callers of gradients use. Their nodes are those of the forward operators.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradientFunctions {
    /// Their own files. If absent, they are in those of the other functions.
    #[serde(default)]
    pub files: Option<GradientFiles>,
    /// The gradients that have functions, by the name of the group.
    pub groups: IndexMap<String, Group>,
}

/// The files of the functions of gradients.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradientFiles {
    /// The path of the header.
    pub header: String,
    /// The path of the source.
    pub source: String,
    /// The headers that the source includes.
    pub includes: Vec<String>,
}

/// How functions and grad nodes run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DygraphForm {
    /// A gradient is computed in the process of its forward function. The data types of two inputs decide how they are promoted.
    Local,
    /// A gradient may belong to another stage of a pipeline. The operator and the shapes of two inputs also decide how they are
    /// promoted, users may exclude composite gradients by name, gradients that are only composite need no node for their own
    /// gradients, and the profiler shows each grad node without the additions around it.
    Pipelined,
}

/// Something that functions and grad nodes of a version do besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DygraphFeature {
    /// If an incoming gradient is distributed over a mesh, the tensors that the node keeps are, too, and so are its results.
    Meshes,
    /// Users may change all results of a node after its call.
    PostHooks,
    /// A node copies an overwritten input only if the gradient reads its data.
    CopiesOnlyReadInputs,
    /// At the highest level of call stacks, errors in a backward pass show where the node was made.
    CallStacks,
    /// Nodes are recorded, so that a part of the backward pass can be drawn or logged.
    RecordedNodes,
    /// Flags make calls report errors of the device, name tensors and nodes after the call, and write checksums and the stack of
    /// Python to files. Logs have separators.
    Debugging,
}

/// The headers that each output includes, in addition to standard headers and its own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DygraphIncludes {
    /// Headers for the header of the functions.
    pub functions_header: Vec<String>,
    /// The replacement for `functions_header` in a source that needs only declarations.
    pub declarations: Vec<String>,
    /// Headers for the source of the functions.
    pub functions_source: Vec<String>,
    /// Headers for the header of the grad nodes.
    pub nodes_header: Vec<String>,
    /// Headers that declare the functions that are written by hand.
    pub hand_written: Vec<String>,
    /// Headers for the source of the grad nodes.
    pub nodes_source: Vec<String>,
    /// Headers for the runtime's header.
    pub runtime: Vec<String>,
    /// Headers for the runtime's source.
    pub runtime_source: Vec<String>,
    /// Headers for the header of the base class.
    pub node_base: Vec<String>,
}

/// Gradients that are needed only if the gradient of a certain output is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pruned {
    /// The operator.
    pub forward: String,
    /// For each input, the output that decides.
    pub inputs: BTreeMap<String, String>,
}
