//! `[operants]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The outputs of the target `operants`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Operants {
    /// Where the listed operators are defined.
    pub homes: Vec<String>,
    /// The kind of file that lists them.
    pub list: String,
    pub base: String,
    pub manager_header: String,
    pub manager_source: String,
    pub tensor_source: String,
    /// The header of the framework that declares `Tensor`.
    pub tensor_header: String,
    /// The flag that says which mode is on.
    pub mode_flag: String,
    /// The flags of which any says that programs are made of PIR, in a version that has both kinds of program.
    #[serde(default)]
    pub pir_flags: Vec<String>,
    /// Headers by the output that includes them.
    pub includes: OperantsIncludes,
    /// C++ operator to the method that it calls with the other tensor.
    pub operators: IndexMap<String, String>,
    /// C++ operator without an operand to the method call that it stands for.
    pub unary_operators: IndexMap<String, String>,
    #[serde(rename = "overload")]
    pub overloads: Vec<Overload>,
    pub modes: IndexMap<String, ModeFiles>,
}

/// The headers that the outputs of `operants` include, but for those of the modes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OperantsIncludes {
    pub base: Vec<String>,
    pub manager_header: Vec<String>,
    pub manager_source: Vec<String>,
    pub tensor_source: Vec<String>,
}

/// A method beside those of the listed operators: its parameters are `x` and `y`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Overload {
    pub name: String,
    /// Which of the two is a number.
    #[serde(default)]
    pub scalar: Option<Operand>,
    /// The listed operator that it is made of.
    pub calls: String,
    /// The arguments of that operator, in C++. Without them it is called with `x` and `y`, and a number becomes a tensor.
    #[serde(default)]
    pub args: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Operand {
    X,
    Y,
}

/// The class of a mode.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ModeFiles {
    pub mode: Mode,
    pub class: String,
    pub namespace: String,
    pub header: String,
    pub source: String,
    /// Headers by the output that includes them.
    pub header_includes: Vec<String>,
    pub source_includes: Vec<String>,
    /// Tests of other libraries use the class.
    #[serde(default)]
    pub exported: bool,
    /// The operator that makes a tensor shaped like `like` and full of `value`, and what it is called with.
    pub fill: String,
    pub fill_args: String,
    /// Overloads that the mode answers otherwise than the others do: with a call of an operator's function, listed or not.
    #[serde(default, rename = "overload")]
    pub overloads: Vec<Overload>,
}

/// What stands behind the methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The C++ API.
    Phi,
    /// Differentiable functions of the dynamic graph.
    Eager,
    /// Primitive functions that add to a program, of either kind.
    Static,
}
