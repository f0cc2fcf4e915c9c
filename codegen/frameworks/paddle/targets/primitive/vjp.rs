//! Plans vjps: functions that call an operator's gradient, or decompose it into primitive operators.

use profile::{Primitive, PrimitiveForm, Profile};
use serde::Serialize;

use super::function::{Parameter, operand_name, parameters};
use super::op::{PrimitiveOp, PrimitiveOps};
use crate::names::Locals;

/// The vjp of an operator.
#[derive(Debug, Serialize)]
pub struct VjpPlan {
    /// The name of the operator's functions.
    op: String,
    gradient: String,
    parameters: Vec<Parameter>,
    /// The local variable with the result.
    result: String,
    call: CallPlan,
    decomposition: Option<DecompositionPlan>,
}

/// The function that adds the gradient to a program.
#[derive(Debug, Serialize)]
struct CallPlan {
    function: String,
    /// In C++.
    arguments: Vec<String>,
}

/// The function that adds primitive operators instead of the gradient.
#[derive(Debug, Serialize)]
struct DecompositionPlan {
    function: String,
    arguments: Vec<Argument>,
    /// The attributes whose values must be known.
    constants: Vec<Constant>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Argument {
    /// A parameter or another C++ expression.
    Given { text: String },
    /// The value of an attribute that is passed as a tensor.
    Constant(Constant),
    /// The destination of a result.
    Result { index: usize, list: bool },
}

/// An attribute that is passed as a tensor with a constant value.
#[derive(Debug, Clone, Serialize)]
struct Constant {
    parameter: String,
    array: bool,
}

/// The vjp of an operator, unless it is written by hand or there is none.
pub fn vjp(ops: &PrimitiveOps, op: &PrimitiveOp, section: &Primitive, profile: &Profile) -> Option<VjpPlan> {
    let gradient = gradient(ops, op, section)?;
    let parameters = parameters(gradient, true, profile);
    let mut locals = Locals::new(parameters.iter().map(Parameter::name).chain(["stop_gradients"]));
    Some(VjpPlan {
        op: op.name.clone(),
        gradient: gradient.name.clone(),
        result: locals.fresh("result"),
        call: call(ops, gradient, &parameters),
        decomposition: decomposition(gradient, section),
        parameters,
    })
}

/// The gradient that the vjp of an operator calls.
pub fn gradient<'a, 'o>(
    ops: &'o PrimitiveOps<'a>,
    op: &PrimitiveOp,
    section: &Primitive,
) -> Option<&'o PrimitiveOp<'a>> {
    let has_vjp =
        |gradient: &&PrimitiveOp| !section.without_vjp.contains(&gradient.name) && !gradient.is_only_composite();
    ops.gradient(op).filter(has_vjp)
}

fn call(ops: &PrimitiveOps, gradient: &PrimitiveOp, parameters: &[Parameter]) -> CallPlan {
    let invoked = || {
        let invoke = gradient.op.invoke.as_ref()?;
        let name = gradient.marked(invoke.func.value.clone());
        Some((ops.get(&name)?.name.clone(), &invoke.args))
    };
    let Some((function, arguments)) = invoked() else {
        let arguments = parameters.iter().map(|parameter| parameter.name().to_owned()).collect();
        return CallPlan { function: gradient.name.clone(), arguments };
    };
    // Tensors come first, including attributes that are passed as tensors.
    let is_input = |name: &str| gradient.op.signature.input(name).is_some();
    let (tensors, values): (Vec<&str>, Vec<&str>) = arguments
        .iter()
        .map(|argument| argument.as_str())
        .partition(|argument| is_input(argument) || gradient.is_mutable(argument));
    let operand = |name: &str| match gradient.mutable().find(|attr| attr.name() == name) {
        Some(attr) if !is_input(name) => operand_name(attr),
        _ => name.to_owned(),
    };
    let arguments = tensors.into_iter().map(operand).chain(values.into_iter().map(str::to_owned)).collect();
    CallPlan { function, arguments }
}

fn decomposition(gradient: &PrimitiveOp, section: &Primitive) -> Option<DecompositionPlan> {
    let (function, arguments) = rule(gradient, section)?;
    let constants =
        || gradient.mutable().map(|attr| Constant { parameter: operand_name(attr), array: attr.is_array() });
    let constants = if section.form == PrimitiveForm::Named { constants().collect() } else { Vec::new() };
    let arguments = arguments.into_iter().map(|argument| Argument::new(gradient, argument)).collect();
    Some(DecompositionPlan { function: function.to_owned(), arguments, constants })
}

/// The framework's function that decomposes a gradient, and its arguments.
pub fn rule<'a>(gradient: &'a PrimitiveOp, section: &Primitive) -> Option<(&'a str, Vec<&'a str>)> {
    if !section.decomposed.contains(&gradient.name) {
        return None;
    }
    match section.form {
        PrimitiveForm::Keyed => {
            let composite = gradient.op.composite.as_ref()?;
            Some((composite.func.as_str(), composite.args.iter().map(|argument| argument.as_str()).collect()))
        }
        PrimitiveForm::Named => {
            let signature = &gradient.op.signature;
            Some((&gradient.name, signature.arg_names().chain(signature.output_names()).collect()))
        }
    }
}

impl Argument {
    fn new(gradient: &PrimitiveOp, text: &str) -> Self {
        let outputs = &gradient.op.signature.outputs;
        if let Some(index) = outputs.iter().position(|output| output.name.value == text) {
            return Argument::Result { index, list: outputs[index].ty.is_list() };
        }
        match gradient.mutable().find(|attr| attr.name() == text) {
            Some(attr) => Argument::Constant(Constant { parameter: operand_name(attr), array: attr.is_array() }),
            None => Argument::Given { text: text.to_owned() },
        }
    }
}
