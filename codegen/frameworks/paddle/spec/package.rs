//! What an entry of a package states beyond Paddle's keys, as data. The framework of packages reads it; no room of Paddle does.

use profile::Framework;
use serde::{Deserialize, Serialize};
use source::Spanned;

use super::argument_marks::{ArgumentMarks, ReturnedValue};

type Name = Spanned<String>;

/// What only an operator of a package has.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageOp {
    /// Documentation for Python.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<Name>,
    /// The shapes of the outputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Inferred>,
    /// The data types of the outputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_type: Option<Inferred>,
    /// Conditions on the arguments, each with the message for callers that break it; empty if the condition says enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Stated>,
    /// The only frameworks that get the operator; empty for all frameworks of the package.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frameworks: Vec<Spanned<Framework>>,
    /// The leading dimensions over which the operator works one by one; empty if nothing is stated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub batch: Vec<BatchDims>,
    /// The type to which frameworks convert inputs while they cast automatically.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub autocast: Option<Autocast>,
    /// Shapes of inputs and values of attributes that generated tests use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub example: Vec<Stated>,
    /// The names under which Paddle registers tensors, where they are not identifiers or differ for another reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registered_names: Vec<Stated>,
    /// The outputs that are zeros before the kernel runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zeroed: Vec<Name>,
    /// The framework on whose tensors the kernel works. `None` if it works on the plain views of any framework.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_for: Option<Spanned<Framework>>,
    /// Whether the kernel is a Python function that launches Triton kernels. It works on the tensors of `PyTorch`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub triton: bool,
    /// Whether XLA may capture the kernel on GPUs, and replay it without another call. `None` if the entry says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capturable: Option<Spanned<bool>>,
    /// The source that defines the kernel and is included where the operator is registered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Name>,
    /// The namespace of `PyTorch`'s operator, if it is not that of the package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<Name>,
    /// The names of results in the schema for `PyTorch`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named_results: Vec<Name>,
    /// The dispatch keys of `PyTorch` for which sources of the package register a kernel themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registered_for: Vec<Name>,
    /// What arguments have beyond their types.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<ArgumentMarks>,
    /// The results that are no tensors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ReturnedValue>,
    /// The data types of inputs that do not have the type of the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input_types: Vec<Stated>,
}

/// Something about the outputs: a function of the author's, or a rule for each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inferred {
    /// A function in C++.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub func: Option<Name>,
    /// The rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Stated>,
}

/// What an entry states about an argument or an output.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// The argument or output.
    pub name: Name,
    /// The text.
    pub text: Name,
}

impl PackageOp {
    /// What an argument has beyond its type. `None` if it has nothing.
    pub fn marks(&self, argument: &str) -> Option<&ArgumentMarks> {
        self.arguments.iter().find(|marks| marks.name.value == argument)
    }
}

impl Inferred {
    /// The rule for an output.
    pub fn of(&self, output: &str) -> Option<&Name> {
        self.rules.iter().find(|rule| rule.name.value == output).map(|rule| &rule.text)
    }
}

/// The type to which the framework converts inputs while it casts automatically.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Autocast {
    /// The type of lower precision that the caller has chosen.
    Lower(Spanned<String>),
    /// A data type.
    Type(Spanned<String>),
    /// The type of an input.
    Like(Spanned<String>),
}

impl Autocast {
    /// The word or name, where it is written.
    pub fn text(&self) -> &Spanned<String> {
        match self {
            Autocast::Lower(text) | Autocast::Type(text) | Autocast::Like(text) => text,
        }
    }
}

/// The leading dimensions of an input over which an operator works one by one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchDims {
    /// The input.
    pub input: Spanned<String>,
    /// The number of dimensions at the end that are not among them: 1 for `x[:-1]`.
    pub own: usize,
}
