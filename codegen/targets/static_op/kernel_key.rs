//! The key of the kernel that an operator runs, and what becomes of inputs that are of another.

use serde::Serialize;

use crate::cpp::{joined, quoted};
use crate::static_graph::{StaticOp, maker_name, program_name};
use spec::{Candidates, Element, Input};

/// C++ expressions in the words of the runtime header; where both are absent, the framework's own rules hold.
#[derive(Debug, Serialize)]
pub struct KernelKeyPlan {
    pub expected: Option<String>,
    /// The key of one input variable.
    pub for_var: Option<String>,
}

impl KernelKeyPlan {
    pub fn is_default(&self) -> bool {
        self.expected.is_none() && self.for_var.is_none()
    }
}

pub fn plan(op: &StaticOp) -> KernelKeyPlan {
    KernelKeyPlan { expected: expected(op), for_var: for_var(op) }
}

fn expected(op: &StaticOp) -> Option<String> {
    if let Some(function) = op.compat.and_then(|compat| compat.kernel_type_function(op.op)) {
        return Some(format!("{function}(ctx, this)"));
    }
    let kernel = op.op.kernel.as_ref()?;
    let data_type = kernel.data_type.as_ref().map(|candidates| data_type(op, candidates));
    let mut key = data_type.or_else(|| promoted_type(op)).map(|data_type| format!("KeyOf(ctx, {data_type})"));
    if let Some(input) = kernel.backend.as_ref().and_then(|candidates| device_input(op, candidates)) {
        key = Some(format!("OnDeviceOf(ctx, {input}, {})", or_default(key)));
    }
    if kernel.force_backend.as_ref().is_some_and(|backend| backend.value == "force_cpu") {
        key = Some(format!("OnCpuIfForced(ctx, {})", or_default(key)));
    }
    key
}

fn or_default(key: Option<String>) -> String {
    key.unwrap_or_else(|| "DefaultKey(ctx)".to_owned())
}

/// The type of an input, of an attribute, or of an attribute that leaves it to an input.
fn data_type(op: &StaticOp, candidates: &Candidates) -> String {
    let types: Vec<_> = candidates
        .names
        .iter()
        .map(|candidate| {
            let name = candidate.name.as_str();
            let legacy = op.parts.any(name);
            if let Some(attr) = op.attrs.iter().find(|attr| attr.name == legacy) {
                return (format!("TypeOfAttr(ctx, {})", quoted(&attr.name)), attr.attr.ty.is(Element::DataType));
            }
            let has_input = op.op.signature.input_names().any(|input| op.parts.input(input) == legacy);
            let ty = match (has_input, candidate.complex) {
                (true, true) => format!("framework::ToComplexType(TypeOf(ctx, {}))", maker_name(&legacy)),
                (true, false) => format!("TypeOf(ctx, {})", maker_name(&legacy)),
                (false, _) => format!("framework::TransToProtoVarType(phi::{name})"),
            };
            (ty, false)
        })
        .collect();
    match types.as_slice() {
        [(attr, true), (input, false), ..] => format!("Either({attr}, [&] {{ return {input}; }})"),
        [(first, _), ..] => first.clone(),
        [] => "TypeOfAll(ctx)".to_owned(),
    }
}

/// The common type of two inputs of which one may be complex.
fn promoted_type(op: &StaticOp) -> Option<String> {
    let inputs = &op.compat.filter(|_| !op.op.is_backward())?.complex_promote;
    let [x, y] = inputs.as_slice() else { return None };
    Some(format!("PromotedTypeOf(ctx, {}, {})", quoted(&x.value), quoted(&y.value)))
}

/// The input whose device is taken. An attribute says nothing here: programs have one place for all operators.
fn device_input(op: &StaticOp, candidates: &Candidates) -> Option<String> {
    let legacy = op.parts.any(&candidates.names.first()?.name.value);
    let is_input = op.op.signature.input_names().any(|input| op.parts.input(input) == legacy);
    is_input.then(|| maker_name(&legacy))
}

fn for_var(op: &StaticOp) -> Option<String> {
    let untouched = names(op, |input| input.skip_transform);
    let typed = names(op, |input| input.support_trans_dtype);
    if let Some(names) = untouched {
        return Some(format!("IsOneOf(var_name, {{{names}}}) ? OnAnyDevice(expected) : AsExpected(tensor, expected)"));
    }
    if let Some(names) = typed {
        return Some(format!("IsOneOf(var_name, {{{names}}}) ? AsItIs(tensor) : AsExpected(tensor, expected)"));
    }
    let promotes = op.compat.is_some_and(|compat| !compat.complex_promote.is_empty());
    promotes.then(|| "IsComplex(expected) ? AsItIs(tensor) : AsExpected(tensor, expected)".to_owned())
}

fn names(op: &StaticOp, is_meant: fn(&Input) -> bool) -> Option<String> {
    let inputs = op.op.signature.inputs.iter().filter(|input| is_meant(input));
    let names: Vec<_> = inputs.map(|input| quoted(&program_name(&op.parts.input(&input.name.value)))).collect();
    (!names.is_empty()).then(|| joined(names))
}
