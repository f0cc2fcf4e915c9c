//! Plans the key of an operator's kernel, and the conversion of inputs with other keys.

use serde::Serialize;

use forms::static_graph::{StaticOp, TensorName, program_name};
use profile::StaticGraph;
use spec::{Candidates, Compat, Element, Input};

/// If both are absent, the framework's own rules apply.
#[derive(Debug, Serialize)]
pub struct KernelKeyPlan {
    pub expected: Option<ExpectedKey>,
    /// The keys of input variables, if they can differ from the operator's.
    pub for_var: Option<VarKey>,
}

/// How the key of the operator is determined.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExpectedKey {
    /// By a hand-written C++ function of the framework.
    Function { name: String },
    Rule {
        /// `None` for that of the framework's default key.
        data_type: Option<DataTypePlan>,
        /// The input that decides the device.
        device_of: Option<TensorName>,
        /// Whether an attribute can force the operator onto the CPU.
        cpu_if_forced: bool,
    },
}

#[derive(Debug, Serialize)]
pub struct DataTypePlan {
    /// An attribute that takes precedence unless it leaves the type undefined.
    pub given_by: Option<String>,
    pub source: TypeSource,
}

/// The source of a data type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TypeSource {
    Attr {
        name: String,
    },
    Input {
        of: TensorName,
        /// Whether the complex counterpart of its type is used.
        complex: bool,
    },
    Constant {
        name: String,
    },
    /// The common type of two inputs, either of which may be complex.
    Promoted {
        x: String,
        y: String,
    },
}

/// The inputs that are not converted to the operator's key.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum VarKey {
    /// These can be on any device.
    AnyDevice { inputs: Vec<String> },
    /// These are not converted.
    Unchanged { inputs: Vec<String> },
    /// No input is converted if the operator computes with complex numbers.
    UnchangedIfComplex,
}

impl KernelKeyPlan {
    pub fn is_default(&self) -> bool {
        self.expected.is_none() && self.for_var.is_none()
    }
}

pub fn plan(op: &StaticOp, graph: &StaticGraph) -> KernelKeyPlan {
    KernelKeyPlan { expected: expected(op, graph), for_var: for_var(op) }
}

fn expected(op: &StaticOp, graph: &StaticGraph) -> Option<ExpectedKey> {
    if let Some(function) = op.compat.and_then(|compat| compat.kernel_type_function(op.op)) {
        return Some(ExpectedKey::Function { name: function.to_owned() });
    }
    let kernel = op.op.kernel.as_ref()?;
    let data_type = kernel.data_type.as_ref().and_then(|candidates| data_type(op, candidates));
    let data_type = data_type.or_else(|| promoted_type(op));
    let device_of = kernel.backend.as_ref().and_then(|candidates| device_input(op, candidates));
    let cpu_if_forced = kernel.force_backend.as_ref().is_some_and(|attr| attr.value == graph.force_cpu_attr);
    let has_rule = data_type.is_some() || device_of.is_some() || cpu_if_forced;
    has_rule.then_some(ExpectedKey::Rule { data_type, device_of, cpu_if_forced })
}

/// The data type of an input, of an attribute, or of an attribute with an input as fallback.
fn data_type(op: &StaticOp, candidates: &Candidates) -> Option<DataTypePlan> {
    let sources: Vec<TypeSource> = candidates
        .names
        .iter()
        .map(|candidate| {
            let name = op.names.any(candidate.name.as_str());
            let is_input = op.op.signature.input_names().any(|input| op.names.input(input) == name);
            match op.attrs.iter().any(|attr| attr.name == name) {
                true => TypeSource::Attr { name },
                false if is_input => TypeSource::Input { of: TensorName::new(&name), complex: candidate.complex },
                false => TypeSource::Constant { name: candidate.name.value.clone() },
            }
        })
        .collect();
    match sources.as_slice() {
        [TypeSource::Attr { name }, second, ..] if may_be_undefined(op, name) => {
            let is_defined = !matches!(second, TypeSource::Attr { name } if may_be_undefined(op, name));
            let (given_by, source) = if is_defined { (Some(name.clone()), second) } else { (None, &sources[0]) };
            Some(DataTypePlan { given_by, source: source.clone() })
        }
        [first, ..] => Some(DataTypePlan { given_by: None, source: first.clone() }),
        [] => None,
    }
}

/// Whether an attribute can leave the type undefined, which only a `DataType` can.
fn may_be_undefined(op: &StaticOp, name: &str) -> bool {
    op.attrs.iter().any(|attr| attr.name == name && attr.attr.ty.is(Element::DataType))
}

fn promoted_type(op: &StaticOp) -> Option<DataTypePlan> {
    let inputs = &op.compat.filter(|_| !op.op.is_backward())?.complex_promote;
    let [x, y] = inputs.as_slice() else { return None };
    let source = TypeSource::Promoted { x: x.value.clone(), y: y.value.clone() };
    Some(DataTypePlan { given_by: None, source })
}

/// The input that decides the device. An attribute has no effect, because all operators of a program run in one place.
fn device_input(op: &StaticOp, candidates: &Candidates) -> Option<TensorName> {
    let name = op.names.any(&candidates.names.first()?.name.value);
    let is_input = op.op.signature.input_names().any(|input| op.names.input(input) == name);
    is_input.then(|| TensorName::new(&name))
}

fn for_var(op: &StaticOp) -> Option<VarKey> {
    if let Some(inputs) = names(op, |input| input.skip_transform) {
        return Some(VarKey::AnyDevice { inputs });
    }
    if let Some(inputs) = names(op, |input| input.support_trans_dtype) {
        return Some(VarKey::Unchanged { inputs });
    }
    let promotes = op.compat.is_some_and(|compat| !compat.complex_promote.is_empty() && is_first_order(op, compat));
    promotes.then_some(VarKey::UnchangedIfComplex)
}

/// Whether an operator is that of an entry or its gradient, but not the gradient of a gradient.
fn is_first_order(op: &StaticOp, compat: &Compat) -> bool {
    op.op.forward.as_ref().is_none_or(|forward| forward.name.value == compat.op.name.value)
}

/// The framework does not find gradients among these inputs, because programs have other names for them.
fn names(op: &StaticOp, is_meant: fn(&Input) -> bool) -> Option<Vec<String>> {
    let inputs = op.op.signature.inputs.iter().filter(|input| is_meant(input));
    let names = inputs.map(|input| op.names.input(&input.name.value));
    let names: Vec<_> = names.filter(|name| program_name(name) == *name).collect();
    (!names.is_empty()).then_some(names)
}
