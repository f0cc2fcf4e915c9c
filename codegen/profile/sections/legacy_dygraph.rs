//! `[legacy_dygraph]`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The outputs of the target `legacy_dygraph`, and what the old dynamic graph decides by name.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LegacyDygraph {
    pub header: String,
    /// The sources with functions, and those with nodes: a number and `.cc` follow.
    pub functions: String,
    pub nodes: String,
    pub nodes_header: String,
    pub args_info: String,
    pub args_type_info: String,
    pub returns_info: String,
    /// What functions and nodes share.
    pub runtime: String,
    pub runtime_source: String,
    /// The methods of the Python module.
    pub python: String,
    /// The build files of the folder, and those of functions and nodes below it.
    pub build: String,
    pub functions_build: String,
    pub nodes_build: String,
    /// The target of the build that runs the framework's own program.
    pub program: String,
    /// How many files functions, and nodes, are divided into.
    pub files: usize,
    /// Whether these files are about equally long, instead of having equally many operators.
    pub equal_sizes: bool,
    pub includes: LegacyIncludes,
    /// Operators that have no function.
    pub excluded: Vec<String>,
    /// What the names of more of them begin with, and which of those have functions all the same.
    pub excluded_prefix: String,
    pub kept: Vec<String>,
    /// Operators whose Python methods are written by hand.
    pub hand_written_methods: Vec<String>,
    /// The dispensable inputs and outputs that functions have.
    pub dispensable_inputs: IndexMap<String, Vec<String>>,
    pub dispensable_outputs: IndexMap<String, Vec<String>>,
    /// Outputs that callers pass in.
    pub passed_outputs: IndexMap<String, Vec<String>>,
    /// Input and output that share memory.
    pub views: BTreeMap<String, [String; 2]>,
    pub never_inplace: Vec<String>,
    /// Operators whose gradients get zeros for what is absent.
    pub fill_zero: Vec<String>,
    pub no_amp: Vec<String>,
    /// Attributes that gradients have otherwise than their operators.
    pub set_attrs: BTreeMap<String, Vec<SetAttr>>,
    /// Two attributes that change places in the gradient.
    pub exchanged_attrs: BTreeMap<String, [String; 2]>,
    /// The number of gradient operators, of an operator with one list for an input and one tensor for an output, that says
    /// that there is one gradient operator for each item of the list.
    pub per_item_gradients: usize,
    /// The types of stored attributes, from C++ to what a file of registered operators calls them.
    pub attr_types: BTreeMap<String, String>,
}

/// The headers that each output includes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LegacyIncludes {
    pub header: Vec<String>,
    pub functions: Vec<String>,
    pub nodes_header: Vec<String>,
    pub nodes: Vec<String>,
    /// What the sources of functions and nodes include instead.
    pub declarations: Vec<String>,
    pub runtime_source: Vec<String>,
    pub python: Vec<String>,
}

/// An attribute and what it is set to, in C++.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SetAttr {
    pub name: String,
    pub value: String,
}
