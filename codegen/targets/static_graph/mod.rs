//! Operators as programs of the static graph have them: under legacy names, with attributes that may come as tensors.
//!
//! What the targets of the static graph share; it generates nothing itself.

mod attr;
mod names;
mod world;

use serde::{Deserialize, Serialize};

pub use attr::{Carrier, StaticAttr};
pub use names::{PartNames, maker_name, pascal_case, program_name};
pub use world::{StaticOp, World};

use spec::Home;

/// What the profile says of the static graph.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The header that all sources of operators share.
    pub runtime: String,
    #[serde(rename = "group")]
    pub groups: Vec<Group>,
    /// Operators whose outputs are of the type of an input, whatever that is.
    #[serde(default, rename = "var_type")]
    pub var_types: Vec<VarType>,
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

/// What the profile says of one world of static operators, whose names see each other.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub forward: Home,
    pub backward: Home,
    /// Stands before every name; such operators have no legacy names besides.
    #[serde(default)]
    pub prefix: String,
    /// Whether operators are registered together with what makes their gradients.
    pub gradients: bool,
    /// The sources of the operators. An operator's name says which of several it is in.
    pub sources: Vec<String>,
    /// The source of the argument mappings.
    pub signatures: String,
    /// Argument mappings ask for the kind of every input, absent or not and under the name of the YAML, and keep the
    /// arguments where no kernel fits.
    #[serde(default)]
    pub strict_dispatch: bool,
    /// Headers of infer meta functions below `paddle/phi/infermeta/`, without the ending.
    pub infermeta: Vec<String>,
}
