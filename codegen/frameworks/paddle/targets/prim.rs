//! Target `prim`: primitive functions, from which composite gradients are built.
//!
//! In the dynamic graph, they call its differentiable functions. In a static program, they add an operator to it.

use serde::Serialize;

use super::names::Locals;
use super::{BANNER, FilePlan};
use forms::cpp_api::{ApiSignature, Variant};
use forms::dygraph::ad_function;
use profile::{Prim, Profile};
use registry::Registry;
use spec::{Attr, AttrType, Compat, Element, Op, Output, TensorType};

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    prim: &'a Prim,
    functions: &'a [FunctionPlan<'a>],
}

/// A primitive function.
#[derive(Debug, Serialize)]
struct FunctionPlan<'a> {
    #[serde(flatten)]
    signature: ApiSignature,
    /// The name in the dynamic graph.
    eager: String,
    program: ProgramOp<'a>,
}

/// How the operator is added to a program. Slots are the names of inputs, outputs and attributes in programs.
#[derive(Debug, Serialize)]
struct ProgramOp<'a> {
    #[serde(rename = "type")]
    ty: &'a str,
    /// The local variable that builds it.
    local: String,
    inputs: Vec<InputSlot<'a>>,
    outputs: Vec<OutputSlot<'a>>,
    attrs: Vec<AttrSlot<'a>>,
    dtype: OutputType<'a>,
}

#[derive(Debug, Serialize)]
struct InputSlot<'a> {
    slot: &'a str,
    argument: &'a str,
}

#[derive(Debug, Serialize)]
struct OutputSlot<'a> {
    slot: &'a str,
    /// The local variable with the result.
    local: String,
    list: bool,
    /// Whether it may be absent.
    optional: bool,
    /// The input that it overwrites.
    input: Option<&'a str>,
    /// The length of a list, as a C++ expression.
    size: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct AttrSlot<'a> {
    slot: &'a str,
    argument: &'a str,
    stored: Stored<'a>,
}

/// How a program stores an attribute.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Stored<'a> {
    /// A scalar as a number of a type that comes from `op_compat.yaml` or from the operator.
    Number {
        compat_type: Option<&'a str>,
        #[serde(rename = "type")]
        ty: AttrType,
    },
    IntArray,
    /// An `IntArray` as 32-bit integers.
    NarrowIntArray,
    DataLayout,
    DataType,
    /// Unchanged.
    Plain,
}

/// The data type of outputs until the program infers it.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum OutputType<'a> {
    Attribute { name: &'a str },
    Input { name: &'a str },
    Default,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(prim) = &profile.prim else { return Vec::new() };
    let ops = registry.listed(&prim.homes, registry.specs().list(&prim.list));
    let functions: Vec<FunctionPlan> = ops.map(|(id, op)| function(op, registry.compat(id))).collect();
    let plan = FilesPlan { banner: BANNER, prim, functions: &functions };
    vec![
        FilePlan::new(&prim.header, "prim/header.h.j2", &plan),
        FilePlan::new(&prim.runtime, "prim/runtime.h.j2", &plan),
        FilePlan::new(&prim.runtime_source, "prim/runtime.cc.j2", &plan),
        FilePlan::new(&prim.eager_source, "prim/eager.cc.j2", &plan),
        FilePlan::new(&prim.static_source, "prim/static.cc.j2", &plan),
    ]
}

fn function<'a>(op: &'a Op, compat: Option<&'a Compat>) -> FunctionPlan<'a> {
    let variant = Variant::named(op);
    FunctionPlan {
        signature: variant.signature(),
        eager: ad_function(&variant.name()),
        program: program_op(variant, compat),
    }
}

fn program_op<'a>(variant: Variant<'a>, compat: Option<&'a Compat>) -> ProgramOp<'a> {
    let op = variant.op;
    let mut locals = Locals::new(op.signature.arg_names());
    let local = locals.fresh("op");
    let inputs = op.signature.inputs.iter().map(|input| {
        let argument = input.name.as_str();
        InputSlot { slot: compat.map_or(argument, |compat| compat.input_in_programs(argument)), argument }
    });
    // Programs do not store where an operator runs.
    let attrs = op.signature.attrs.iter().filter(|attr| !attr.ty.is(Element::Place));
    let outputs = variant.returned().map(|output| output_slot(variant, output, &mut locals, compat));
    ProgramOp {
        ty: compat.map_or(op.name.as_str(), |compat| compat.op.in_programs()),
        local,
        inputs: inputs.collect(),
        outputs: outputs.collect(),
        attrs: attrs.map(|attr| attr_slot(attr, compat)).collect(),
        dtype: output_type(op),
    }
}

fn output_slot<'a>(
    variant: Variant<'a>,
    output: &'a Output,
    locals: &mut Locals,
    compat: Option<&'a Compat>,
) -> OutputSlot<'a> {
    let name = output.name.as_str();
    OutputSlot {
        slot: compat.map_or(name, |compat| compat.output_in_programs(name)),
        local: locals.fresh(name),
        list: output.ty.is_list(),
        optional: output.optional,
        input: variant.target(output).map(|input| input.name.as_str()),
        size: output.size.as_ref().map(|size| size.value.as_str()),
    }
}

fn output_type(op: &Op) -> OutputType<'_> {
    let attr = op.signature.attrs.iter().find(|attr| attr.ty.is(Element::DataType));
    let x = || op.signature.input("x").filter(|input| input.ty == TensorType::Tensor && !input.optional);
    match (attr, x()) {
        (Some(attr), _) => OutputType::Attribute { name: attr.name.as_str() },
        (None, Some(input)) => OutputType::Input { name: input.name.as_str() },
        (None, None) => OutputType::Default,
    }
}

fn attr_slot<'a>(attr: &'a Attr, compat: Option<&'a Compat>) -> AttrSlot<'a> {
    let argument = attr.name.as_str();
    AttrSlot {
        slot: compat.map_or(argument, |compat| compat.attr_in_programs(argument)),
        argument,
        stored: stored(attr.ty, compat.and_then(|compat| compat.stored_type(argument))),
    }
}

fn stored(ty: AttrType, stored_type: Option<&str>) -> Stored<'_> {
    match ty.element {
        Element::Scalar(_) if !ty.list => Stored::Number { compat_type: stored_type, ty },
        Element::IntArray if stored_type == Some("int") => Stored::NarrowIntArray,
        Element::IntArray => Stored::IntArray,
        Element::DataLayout if !ty.list => Stored::DataLayout,
        Element::DataType if !ty.list => Stored::DataType,
        _ => Stored::Plain,
    }
}
