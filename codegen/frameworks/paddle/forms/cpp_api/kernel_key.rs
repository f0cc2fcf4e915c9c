//! How a call determines its kernel key: by a rule in the YAML, or else from the input tensors.

use serde::Serialize;

use profile::{CppApi, Tensors};
use spec::{Candidate, Candidates, Kernel, Op};

/// How a call determines its kernel key.
#[derive(Debug, Serialize)]
pub struct KernelKey {
    /// The fields that do not depend on the input tensors.
    pub decided: Vec<DecidedField>,
    /// Whether there are inputs, which decide the other fields.
    pub has_sources: bool,
}

/// One field of a kernel key, and the rule that decides it.
#[derive(Debug, Serialize)]
pub struct DecidedField {
    /// The field.
    pub field: KeyField,
    /// The rule.
    #[serde(flatten)]
    pub rule: Rule,
}

/// A field of a kernel key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyField {
    /// The backend.
    Backend,
    /// The data layout.
    Layout,
    /// The data type.
    DataType,
}

/// A rule for a field.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Rule {
    /// The place that the eager mode expects.
    ExpectedPlace {
        /// The C++ expression for it, from the profile.
        expression: String,
    },
    /// Always the same enumerator.
    Fixed {
        /// The enumerator.
        enumerator: String,
    },
    /// The first argument that is set.
    FirstOf {
        /// The names of the arguments.
        arguments: Vec<String>,
    },
    /// All arguments together.
    AllOf {
        /// The arguments.
        arguments: Vec<KeyArgument>,
    },
}

/// One of several arguments that decide a field.
#[derive(Debug, Serialize)]
pub struct KeyArgument {
    /// An argument, or an enumerator as spelled in the YAML.
    pub name: String,
    /// Whether the complex type over the argument's type is meant.
    pub complex: bool,
}

/// Whether the backend is the one that the eager mode expects. A gradient that reads no data may have no tensor that
/// decides.
pub fn needs_eager_mode(op: &Op) -> bool {
    op.is_backward() && op.signature.inputs.iter().all(|input| input.no_need_buffer)
}

impl KernelKey {
    /// The key of an operator's kernel.
    pub fn new(op: &Op, kernel: &Kernel, settings: &CppApi) -> Self {
        let written = |candidates: &Option<Candidates>| candidates.as_ref().map(rule);
        let fixed = |enumerator: &String| Some(Rule::Fixed { enumerator: enumerator.clone() });
        let backend = match needs_eager_mode(op) {
            true => Some(Rule::ExpectedPlace { expression: settings.eager_mode.expected_place.clone() }),
            false => written(&kernel.backend),
        };
        let (layout, data_type) = match op.home.family().tensors() {
            Tensors::Strings => (fixed(&settings.strings_key.layout), fixed(&settings.strings_key.data_type)),
            _ => (written(&kernel.layout), written(&kernel.data_type)),
        };
        let fields = [(KeyField::Backend, backend), (KeyField::Layout, layout), (KeyField::DataType, data_type)];
        KernelKey {
            decided: fields.into_iter().filter_map(|(field, rule)| Some(DecidedField { field, rule: rule? })).collect(),
            has_sources: !op.signature.inputs.is_empty(),
        }
    }
}

fn rule(Candidates { ordered, names }: &Candidates) -> Rule {
    let argument =
        |Candidate { name, complex }: &Candidate| KeyArgument { name: name.value.clone(), complex: *complex };
    match ordered {
        true => Rule::FirstOf { arguments: names.iter().map(|candidate| candidate.name.value.clone()).collect() },
        false => Rule::AllOf { arguments: names.iter().map(argument).collect() },
    }
}
