//! Target `prim`: primitive functions, what composite gradients are made of.
//!
//! In the dynamic graph they are its differentiable functions; in a static program they add an operator to it.

use serde::Serialize;

use super::cpp::joined;
use super::cpp_api::function::Variant;
use super::names::Locals;
use super::{BANNER, FilePlan};
use profile::Profile;
use registry::Registry;
use spec::{Attr, Compat, Element, Input, Op, Output, ScalarElement, TensorType};

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    header: &'a str,
    runtime: &'a str,
    functions: &'a [FunctionPlan],
}

/// A primitive function.
#[derive(Debug, Serialize)]
struct FunctionPlan {
    name: String,
    returns: String,
    declared: String,
    defined: String,
    args: String,
    /// What it is called in the dynamic graph.
    eager: String,
    program: ProgramOp,
}

/// How the operator is added to a program, in the words of saved programs.
#[derive(Debug, Serialize)]
struct ProgramOp {
    ty: String,
    /// The local variable that builds it.
    local: String,
    inputs: Vec<Slot>,
    outputs: Vec<OutputSlot>,
    attrs: Vec<Slot>,
    result: String,
}

#[derive(Debug, Serialize)]
struct Slot {
    name: String,
    value: String,
}

#[derive(Debug, Serialize)]
struct OutputSlot {
    declaration: String,
    /// Absent for an output that may be left out: it is.
    made_by: Option<String>,
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.prim else { return Vec::new() };
    let ops = registry.listed(&settings.homes, registry.specs().list(&settings.list));
    let functions: Vec<FunctionPlan> = ops.map(|(id, op)| function(op, registry.compat(id))).collect();
    let plan =
        FilesPlan { banner: BANNER, header: &settings.header, runtime: &settings.runtime, functions: &functions };
    vec![
        FilePlan::new(&settings.header, "prim/header.h.j2", &plan),
        FilePlan::new(&settings.runtime, "prim/runtime.h.j2", &plan),
        FilePlan::new(&settings.eager_source, "prim/eager.cc.j2", &plan),
        FilePlan::new(&settings.static_source, "prim/static.cc.j2", &plan),
    ]
}

fn function(op: &Op, compat: Option<&Compat>) -> FunctionPlan {
    let variant = Variant::named(op);
    FunctionPlan {
        name: variant.name(),
        returns: variant.returns(),
        declared: joined(variant.parameters(true)),
        defined: joined(variant.parameters(false)),
        args: joined(op.signature.arg_names()),
        eager: super::dygraph::ad_function(&variant.name()),
        program: program_op(variant, compat),
    }
}

fn program_op(variant: Variant, compat: Option<&Compat>) -> ProgramOp {
    let op = variant.op;
    let outputs: Vec<&Output> = variant.returned().collect();
    let mut locals = Locals::new(op.signature.arg_names());
    let local = locals.fresh("op");
    let names: Vec<String> = outputs.iter().map(|output| locals.fresh(&output.name.value)).collect();
    let dtype = output_type(op);
    let made = outputs.iter().zip(&names).map(|(output, name)| match variant.target(output) {
        Some(input) => reused_slot(output, input, name, &local, compat),
        None => output_slot(output, name, &local, &dtype, compat),
    });
    let inputs = op.signature.inputs.iter();
    let result = match names.as_slice() {
        [one] => one.clone(),
        several => format!("{{{}}}", joined(several)),
    };
    ProgramOp {
        ty: compat.map_or(op.name.as_str(), |compat| compat.op.in_programs()).to_owned(),
        inputs: inputs.map(|input| input_slot(input, compat)).collect(),
        outputs: made.collect(),
        // Where an operator runs is no part of a program.
        attrs: op
            .signature
            .attrs
            .iter()
            .filter(|attr| !attr.ty.is(Element::Place))
            .map(|attr| attr_slot(attr, compat))
            .collect(),
        result,
        local,
    }
}

fn input_slot(input: &Input, compat: Option<&Compat>) -> Slot {
    let name = input.name.as_str();
    Slot { name: compat.map_or(name, |compat| compat.input_in_programs(name)).to_owned(), value: name.to_owned() }
}

fn output_slot(output: &Output, local: &str, op: &str, dtype: &str, compat: Option<&Compat>) -> OutputSlot {
    let name = output.name.as_str();
    let name = compat.map_or(name, |compat| compat.output_in_programs(name));
    let ty = if output.ty == TensorType::List { "std::vector<Tensor>" } else { "Tensor" };
    let made_by = match &output.size {
        _ if output.optional => None,
        Some(size) => Some(format!("{op}.Outputs(\"{name}\", {}, {dtype})", size.value)),
        None if output.ty == TensorType::List => Some(format!("{op}.Outputs(\"{name}\", 1, {dtype})")),
        None => Some(format!("{op}.Output(\"{name}\", {dtype})")),
    };
    OutputSlot { declaration: format!("{ty} {local}"), made_by }
}

/// An output that is written into an input.
fn reused_slot(output: &Output, input: &Input, local: &str, op: &str, compat: Option<&Compat>) -> OutputSlot {
    let name = output.name.as_str();
    let name = compat.map_or(name, |compat| compat.output_in_programs(name));
    let made_by = format!("{op}.Reuse(\"{name}\", {})", input.name.value);
    OutputSlot { declaration: format!("auto& {local}"), made_by: Some(made_by) }
}

/// The data type that outputs are given until the program infers its own.
fn output_type(op: &Op) -> String {
    let attr = op.signature.attrs.iter().find(|attr| attr.ty.is(Element::DataType));
    let x = || op.signature.input("x").filter(|input| input.ty == TensorType::Tensor && !input.optional);
    match (attr, x()) {
        (Some(attr), _) => attr.name.value.clone(),
        (None, Some(_)) => "x.dtype()".to_owned(),
        (None, None) => "DataType::FLOAT32".to_owned(),
    }
}

fn attr_slot(attr: &Attr, compat: Option<&Compat>) -> Slot {
    let name = attr.name.as_str();
    Slot {
        name: compat.map_or(name, |compat| compat.attr_in_programs(name)).to_owned(),
        value: stored_value(attr, compat),
    }
}

/// An attribute as programs store it.
fn stored_value(attr: &Attr, compat: Option<&Compat>) -> String {
    let name = attr.name.as_str();
    let stored_as = compat.and_then(|compat| compat.stored_type(name));
    match attr.ty.element {
        Element::Scalar(element) if !attr.ty.list => {
            format!("{name}.to<{}>()", stored_as.unwrap_or_else(|| scalar_type(element)))
        }
        Element::IntArray if stored_as == Some("int") => format!("Narrowed({name}.GetData())"),
        Element::IntArray => format!("{name}.GetData()"),
        Element::DataLayout if !attr.ty.list => format!("static_cast<int>({name})"),
        Element::DataType if !attr.ty.list => format!("framework::TransToProtoVarType({name})"),
        _ => name.to_owned(),
    }
}

fn scalar_type(element: Option<ScalarElement>) -> &'static str {
    match element {
        None | Some(ScalarElement::Float) => "float",
        Some(ScalarElement::Bool) => "bool",
        Some(ScalarElement::Int) => "int",
        Some(ScalarElement::Int64) => "int64_t",
        Some(ScalarElement::Double) => "double",
    }
}
