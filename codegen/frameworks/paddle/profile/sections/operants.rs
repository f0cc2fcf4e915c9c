//! `[operants]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The outputs of the target `operants`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Operants {
    /// The kinds of file that define the listed operators.
    pub homes: Vec<String>,
    /// The kind of file that lists the operators with methods.
    pub list: String,
    /// The header of the base class of all modes.
    pub base: String,
    /// The header of the class that calls the implementation of the current mode.
    pub manager_header: String,
    /// The source of that class.
    pub manager_source: String,
    /// The source of the methods of `Tensor`.
    pub tensor_source: String,
    /// The framework's header that declares `Tensor`.
    pub tensor_header: String,
    /// The flag with the name of the current mode.
    pub mode_flag: String,
    /// Flags that each switch static programs to PIR, in a version that has both kinds of program.
    #[serde(default)]
    pub pir_flags: Vec<String>,
    /// The headers that the outputs include.
    pub includes: OperantsIncludes,
    /// For each binary C++ operator, the method that it calls.
    pub operators: IndexMap<String, String>,
    /// For each unary C++ operator, the method call that it stands for.
    pub unary_operators: IndexMap<String, String>,
    /// Methods in addition to those of the listed operators.
    #[serde(rename = "overload")]
    pub overloads: Vec<Overload>,
    /// The classes of the modes, by name.
    pub modes: IndexMap<String, ModeFiles>,
    /// Whether a library exports each method of the manager, instead of the class.
    #[serde(default)]
    pub exported_methods: bool,
}

/// The headers that the outputs of `operants` include, except those of the modes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OperantsIncludes {
    /// Headers for the base class.
    pub base: Vec<String>,
    /// Headers for the manager's header.
    pub manager_header: Vec<String>,
    /// Headers for the manager's source.
    pub manager_source: Vec<String>,
}

/// A method in addition to those of the listed operators, with the parameters `x` and `y`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Overload {
    /// The name of the method.
    pub name: String,
    /// The parameter that is a number, if one is.
    #[serde(default)]
    pub scalar: Option<Operand>,
    /// The listed operator that the method calls.
    pub calls: String,
    /// The arguments of the call, in C++. By default they are `x` and `y`, and a number becomes a tensor.
    #[serde(default)]
    pub args: Option<String>,
}

/// A parameter of an overload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Operand {
    /// The first.
    X,
    /// The second.
    Y,
}

/// The class of a mode.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ModeFiles {
    /// The implementation behind the methods.
    pub mode: Mode,
    /// The name of the class.
    pub class: String,
    /// The namespace of the class.
    pub namespace: String,
    /// The path of the header.
    pub header: String,
    /// The path of the source.
    pub source: String,
    /// Headers for the header.
    pub header_includes: Vec<String>,
    /// Headers for the source.
    pub source_includes: Vec<String>,
    /// Whether tests in other libraries use the class.
    #[serde(default)]
    pub exported: bool,
    /// Whether a library exports each method of the class, instead.
    #[serde(default)]
    pub exported_methods: bool,
    /// The operator that creates a tensor with the shape of `like`, filled with `value`.
    pub fill: String,
    /// The arguments of that operator, in C++.
    pub fill_args: String,
    /// Overloads that this mode implements differently: by a call of an operator's function, whether listed or not.
    #[serde(default, rename = "overload")]
    pub overloads: Vec<Overload>,
}

/// The implementation behind the methods.
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
