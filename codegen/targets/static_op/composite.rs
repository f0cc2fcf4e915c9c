//! Makers of gradients out of primitive operators, in programs.

use serde::Serialize;

use super::grad::{Pair, Source};
use crate::cpp::{joined, quoted};
use crate::static_graph::{StaticAttr, StaticOp, maker_name};
use spec::TensorType;

#[derive(Debug, Serialize)]
pub struct CompositePlan {
    pub class: String,
    /// The gradient's type in programs.
    pub op: String,
    pub inputs: Vec<InputPlan>,
    /// Inputs that would carry an attribute's value, which must not be there.
    pub refused: Vec<RefusedPlan>,
    pub attrs: Vec<AttrPlan>,
    pub outputs: Vec<OutputPlan>,
    pub function: String,
    pub args: String,
    /// The outputs' variables.
    pub results: String,
}

#[derive(Debug, Serialize)]
pub struct InputPlan {
    pub local: String,
    /// The member function of the framework's maker that finds it.
    pub getter: String,
    /// A C++ expression.
    pub name: String,
}

#[derive(Debug, Serialize)]
pub struct RefusedPlan {
    pub getter: &'static str,
    pub name: String,
}

#[derive(Debug, Serialize)]
pub struct AttrPlan {
    pub ty: String,
    pub local: String,
    pub name: String,
}

#[derive(Debug, Serialize)]
pub struct OutputPlan {
    pub local: String,
    pub list: bool,
    pub name: String,
}

/// The class of the maker. The last word of the gradient's name gives way to what it is.
pub fn class(gradient: &StaticOp) -> String {
    let class = gradient.class();
    format!("{}CompositeGradOpMaker", class.strip_suffix("Grad").unwrap_or(&class))
}

pub fn plan(gradient: &StaticOp, forward: &StaticOp) -> Option<CompositePlan> {
    let composite = gradient.op.composite.as_ref()?;
    let pair = Pair { gradient, forward };
    let signature = &gradient.op.signature;
    let inputs = signature.inputs.iter().filter_map(|input| {
        let (of, name) = match pair.source(&input.name.value)? {
            Source::Input(name) => ("ForwardInput", name),
            Source::Output(name) => ("ForwardOutput", name),
            Source::OutputGrad(name) => ("OutputGrad", name),
        };
        let optional = if input.optional { "Optional" } else { "" };
        let many = if input.ty.is_list() { "Multi" } else { "Single" };
        let getter = format!("Get{optional}{many}{of}");
        Some(InputPlan { local: input.name.value.clone(), getter, name: maker_name(&name) })
    });
    let outputs = signature.outputs.iter().filter_map(|output| {
        let name = pair.forward_input(output.name.value.strip_suffix("_grad")?)?;
        Some(OutputPlan { local: output.name.value.clone(), list: output.ty.is_list(), name: maker_name(&name) })
    });
    let outputs: Vec<_> = outputs.collect();
    Some(CompositePlan {
        class: class(gradient),
        op: gradient.ty.clone(),
        inputs: inputs.collect(),
        refused: gradient.attrs.iter().flat_map(refused).collect(),
        attrs: gradient.attrs.iter().map(attr).collect(),
        function: composite.func.value.clone(),
        args: joined(composite.args.iter().map(|arg| arg.value.as_str())),
        results: joined(outputs.iter().map(|output| output.local.as_str())),
        outputs,
    })
}

fn attr(attr: &StaticAttr) -> AttrPlan {
    AttrPlan { ty: attr.ty.clone(), local: attr.attr.name.value.clone(), name: quoted(&attr.name) }
}

fn refused(attr: &StaticAttr) -> Vec<RefusedPlan> {
    let refuse = |(name, ty): (&str, TensorType)| {
        let getter = if ty.is_list() { "GetOptionalMultiForwardInput" } else { "GetOptionalSingleForwardInput" };
        RefusedPlan { getter, name: quoted(name) }
    };
    attr.inputs().map(refuse).collect()
}
