//! `[dygraph]`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Deserialize;

use super::Group;

/// The outputs of the target `dygraph`, and what the dynamic graph decides by name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dygraph {
    pub functions_header: String,
    pub functions_source: String,
    pub nodes_header: String,
    pub nodes_source: String,
    /// What functions and grad nodes share: declarations, definitions, and the base class of all nodes.
    pub runtime: String,
    pub runtime_source: String,
    pub node_base: String,
    pub includes: DygraphIncludes,
    /// Operators that are written by hand, whole chains of gradients included.
    pub hand_written: Vec<String>,
    /// Operators among them whose grad nodes are generated all the same.
    #[serde(default)]
    pub generated_nodes: Vec<String>,
    /// Gradients whose absent inputs are filled with zeros.
    pub fill_zero: Vec<String>,
    /// Composite functions without a kernel beside them.
    pub prim_only: Vec<String>,
    /// Operators that take strided tensors as they are.
    pub strided_ops: Vec<String>,
    /// Operators whose two inputs are brought to one data type.
    pub type_promotion: BTreeMap<String, [String; 2]>,
    /// Operators whose one input becomes one of fractions if it holds whole numbers.
    pub type_autocast: BTreeMap<String, [String; 1]>,
    /// Those of them through whose conversion gradients flow back.
    pub type_autocast_gradients: Vec<String>,
    /// Whether the shapes of the two inputs, and the operator, decide if and to what they are promoted.
    pub promotes_by_shape: bool,
    /// Whether users may exclude composite gradients by name, and whether those that are composite only need no node for
    /// gradients of their own.
    pub composites_may_be_skipped: bool,
    /// Whether gradients may be in another stage of a pipeline.
    pub pipelines: bool,
    /// Whether the profiler sees each grad node by itself, without the additions around it.
    pub records_grad_nodes: bool,
    /// Inplace functions that refuse to run if strided memory is switched off.
    pub needs_strides: Vec<String>,
    pub no_amp: Vec<String>,
    pub never_inplace: Vec<String>,
    pub unchecked_inplace: Vec<String>,
    pub counted_inplace: Vec<String>,
    pub dimension_attrs: Vec<String>,
    pub layout_attrs: Vec<String>,
    pub max_layout_attrs: usize,
    pub pruned: Vec<Pruned>,
    pub groups: IndexMap<String, Group>,
    /// Absent if gradients have no functions that callers can use.
    #[serde(default)]
    pub gradient_functions: Option<GradientFunctions>,
}

/// The functions that callers of gradients use. Their nodes are those of the forward operators.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradientFunctions {
    pub header: String,
    pub source: String,
    /// The headers that the source includes.
    pub includes: Vec<String>,
    pub groups: IndexMap<String, Group>,
}

/// The headers that each output includes, besides the standard ones and its own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DygraphIncludes {
    pub functions_header: Vec<String>,
    /// What the functions' header includes instead, where a source needs its declarations only.
    pub declarations: Vec<String>,
    pub functions_source: Vec<String>,
    pub nodes_header: Vec<String>,
    /// What declares the functions that are written by hand.
    pub hand_written: Vec<String>,
    /// Operators among them whose grad nodes are generated all the same.
    #[serde(default)]
    pub generated_nodes: Vec<String>,
    pub nodes_source: Vec<String>,
    pub runtime: Vec<String>,
    pub runtime_source: Vec<String>,
    pub node_base: Vec<String>,
}

/// Gradients that are needed only if another output's gradient is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pruned {
    pub forward: String,
    /// Input to the output that decides.
    pub inputs: BTreeMap<String, String>,
}
