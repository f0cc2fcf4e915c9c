//! `[legacy_dygraph]`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The outputs of the target `legacy_dygraph`, and the operators that the old dynamic graph treats differently by name.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LegacyDygraph {
    /// The header of the functions.
    pub header: String,
    /// The path of the sources with functions, to which a number and `.cc` are appended.
    pub functions: String,
    /// The path of the sources with grad nodes, to which a number and `.cc` are appended.
    pub nodes: String,
    /// The header of the grad nodes.
    pub nodes_header: String,
    /// The source of the table with the names of arguments.
    pub args_info: String,
    /// The source of the table with the types of arguments.
    pub args_type_info: String,
    /// The source of the table with the names of results.
    pub returns_info: String,
    /// The header that functions and nodes share.
    pub runtime: String,
    /// The source of the functions that `runtime` declares.
    pub runtime_source: String,
    /// The source of the methods of the Python module.
    pub python: String,
    /// The build file of the folder.
    pub build: String,
    /// The build file of the folder with functions.
    pub functions_build: String,
    /// The build file of the folder with grad nodes.
    pub nodes_build: String,
    /// The build target that runs the framework's own program.
    pub program: String,
    /// The number of files that functions, and grad nodes, are divided into.
    pub files: usize,
    /// How operators are divided into these files.
    pub division: Division,
    /// The headers that the outputs include.
    pub includes: LegacyIncludes,
    /// Operators without a function.
    pub excluded: Vec<String>,
    /// A prefix of the names of further operators without a function.
    pub excluded_prefix: String,
    /// Operators with this prefix that have functions nevertheless.
    pub kept: Vec<String>,
    /// Operators whose Python methods are written by hand.
    pub hand_written_methods: Vec<String>,
    /// For each operator, the dispensable inputs that are parameters of its function.
    pub dispensable_inputs: IndexMap<String, Vec<String>>,
    /// For each operator, the dispensable outputs that its function returns.
    pub dispensable_outputs: IndexMap<String, Vec<String>>,
    /// For each operator, the outputs that callers pass in.
    pub passed_outputs: IndexMap<String, Vec<String>>,
    /// For each operator, the input and the output that share memory.
    pub views: BTreeMap<String, [String; 2]>,
    /// Operators without an inplace function.
    pub never_inplace: Vec<String>,
    /// Operators whose absent gradients are filled with zeros.
    pub fill_zero: Vec<String>,
    /// Operators whose inputs AMP does not cast.
    pub no_amp: Vec<String>,
    /// For each operator, attributes whose values differ in the gradient.
    pub set_attrs: BTreeMap<String, Vec<SetAttr>>,
    /// For each operator, two attributes that are swapped in the gradient.
    pub exchanged_attrs: BTreeMap<String, [String; 2]>,
    /// If an operator with one list as input and one tensor as output has this number of gradient operators, it has one
    /// for each item of the list.
    pub per_item_gradients: usize,
    /// The types of stored attributes: C++ type to the name in a file of registered operators.
    pub attr_types: BTreeMap<String, String>,
}

/// How operators are divided into files, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Division {
    /// Each file has the same number of operators.
    ByCount,
    /// The files are about equally long.
    BySize,
}

/// The headers that each output includes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LegacyIncludes {
    /// Headers for the header of the functions.
    pub header: Vec<String>,
    /// Headers for the sources of functions.
    pub functions: Vec<String>,
    /// Headers for the header of the grad nodes.
    pub nodes_header: Vec<String>,
    /// Headers for the sources of grad nodes.
    pub nodes: Vec<String>,
    /// The replacement for `header` in the sources of functions and nodes.
    pub declarations: Vec<String>,
    /// Headers for the runtime's source.
    pub runtime_source: Vec<String>,
    /// Headers for the source of the Python methods.
    pub python: Vec<String>,
}

/// An attribute of a gradient, and its value.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SetAttr {
    /// The name in programs.
    pub name: String,
    /// The value in C++.
    pub value: String,
}
