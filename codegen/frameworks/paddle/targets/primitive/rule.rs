//! Plans the functions that call the framework's rules, by which operators are decomposed into primitive ones.
//!
//! The framework defines its rules in headers that take longer to compile than all that is generated for them. So only one source
//! includes them. It defines a function for each rule, which the vjps and the classes of operations call instead.

use std::collections::BTreeSet;

use profile::{Primitive, Profile};
use registry::Registry;
use serde::Serialize;
use spec::{AttrType, Element, Op, Signature};

use super::function::Parameter;
use super::op::PrimitiveOps;
use super::vjp;
use crate::{Item, decomp};

/// A function with the name and the arguments of a rule.
#[derive(Debug, Serialize)]
pub struct RulePlan {
    name: String,
    /// Whether it returns the results. The rule of a gradient writes them to pointers.
    returns: bool,
    parameters: Vec<Parameter>,
}

impl RulePlan {
    fn new<'a>(name: String, op: &Op, returns: bool, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let parameter = |(index, argument)| parameter(&op.signature, argument, index);
        RulePlan { name, returns, parameters: arguments.into_iter().enumerate().map(parameter).collect() }
    }
}

/// The functions for all rules that vjps or the classes of operations call.
pub fn rules(ops: &PrimitiveOps, section: &Primitive, registry: &Registry, profile: &Profile) -> Vec<Item> {
    let classes = decomp::callers(registry, profile);
    let item = |op: &Op, rule| Item::new(op.name.as_str(), [rule]);
    let operators = classes.operators.iter().map(|op| {
        let name = format!("{}_decomp", op.name.as_str());
        item(op, RulePlan::new(name, op, true, op.signature.arg_names()))
    });
    let by_vjps = ops.iter().filter_map(|op| {
        let gradient = vjp::gradient(ops, op, section)?;
        let (function, arguments) = vjp::rule(gradient, section)?;
        Some((gradient.op, function, arguments))
    });
    let by_classes = classes.gradients.iter().map(|op| {
        let arguments = op.signature.arg_names().chain(op.signature.output_names());
        (*op, op.name.as_str(), arguments.collect())
    });
    let mut known = BTreeSet::new();
    let gradients = by_vjps.chain(by_classes).filter(|(_, function, _)| known.insert(*function));
    let gradients = gradients.map(|(op, function, arguments): (_, _, Vec<_>)| {
        item(op, RulePlan::new(function.to_owned(), op, false, arguments))
    });
    operators.chain(gradients).collect()
}

/// The parameter for an argument: an input, an attribute, a result or a number.
fn parameter(signature: &Signature, argument: &str, index: usize) -> Parameter {
    let name = argument.to_owned();
    if let Some(input) = signature.input(argument) {
        return Parameter::Input { name, list: input.ty.is_list(), optional: input.optional };
    }
    if let Some(output) = signature.outputs.iter().find(|output| output.name.value == argument) {
        return Parameter::Result { name, list: output.ty.is_list() };
    }
    match signature.attrs.iter().find(|attr| attr.name.value == argument) {
        Some(attr) => Parameter::Attribute { name, ty: attr.ty, default: None },
        None => {
            Parameter::Attribute { name: format!("argument{index}"), ty: AttrType::one(Element::Double), default: None }
        }
    }
}
