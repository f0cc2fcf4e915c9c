//! Target `signature`: from an operator of a program to the kernel that runs it, and the kernel's arguments.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::Serialize;

use super::cpp::{joined, quoted};
use super::static_graph::{Carrier, Group, StaticAttr, StaticOp, World, program_name};
use super::{BANNER, FilePlan, Item};
use crate::profile::Profile;
use crate::registry::Registry;
use crate::spec::{KernelFn, Param, TensorKind};

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
}

/// What is registered for one type of operator.
#[derive(Debug, Serialize)]
struct SignaturePlan {
    /// The type in programs.
    op: String,
    /// The name that kernels are registered under, where that is another.
    kernel_name: Option<String>,
    mapping: Option<MappingPlan>,
}

/// The function that maps arguments.
#[derive(Debug, Serialize)]
struct MappingPlan {
    function: String,
    kernel: KernelPlan,
    inputs: String,
    attrs: String,
    outputs: String,
    /// Whether anything depends on the arguments of the call.
    reads_context: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum KernelPlan {
    One {
        name: String,
    },
    /// The first kernel whose condition holds.
    Chosen {
        choices: Vec<Choice>,
        keeps_arguments: bool,
    },
}

#[derive(Debug, Serialize)]
struct Choice {
    condition: String,
    name: String,
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    profile.static_graph.groups.par_iter().map(|group| file(registry, group)).collect()
}

fn file(registry: &Registry, group: &Group) -> FilePlan {
    let world = World::new(registry, group);
    let items = world.ops().filter_map(|op| Some(Item::new(&op.op.name.value, &signature(op, group)?))).collect();
    let file = FilePlan::new(&group.signatures, "signature/source.cc.j2", FileContext { banner: BANNER });
    file.with_items("signature/signature.cc.j2", items)
}

/// `None` where nothing is to be registered, or where the framework does it by hand.
fn signature(op: &StaticOp, group: &Group) -> Option<SignaturePlan> {
    let by_hand = op.compat.is_some_and(|compat| compat.is_signed_by_hand(op.op));
    let kernel_name = (op.ty != op.name).then(|| op.name.clone());
    let mapping = op.has_kernel().then(|| mapping(op, group));
    let says_anything = !by_hand && (kernel_name.is_some() || mapping.is_some());
    says_anything.then(|| SignaturePlan { op: op.ty.clone(), kernel_name, mapping })
}

fn mapping(op: &StaticOp, group: &Group) -> MappingPlan {
    let params = op.op.kernel_params();
    // A parameter may also be written as programs call it.
    let taken: BTreeSet<String> = params.iter().filter_map(|param| Some(op.parts.any(param.name()?))).collect();
    let signature = &op.op.signature;
    let inputs = signature.input_names().map(|name| op.parts.input(name)).filter(|name| taken.contains(name));
    let outputs = signature.output_names().map(|name| op.parts.output(name));
    let literal = |name: String| quoted(&program_name(&name));
    let attrs: Vec<_> = op.attrs.iter().filter(|attr| taken.contains(&attr.name)).map(attr_name).collect();
    let kernel = kernel(op, &params, group);
    MappingPlan {
        function: format!("{}OpArgumentMapping", op.class()),
        inputs: joined(inputs.map(literal)),
        outputs: joined(outputs.map(literal)),
        reads_context: matches!(kernel, KernelPlan::Chosen { .. }) || attrs.iter().any(|attr| attr.contains("ctx")),
        attrs: joined(attrs),
        kernel,
    }
}

/// The attribute's name, or that of the input that carries its value in this call.
fn attr_name(attr: &StaticAttr) -> String {
    let name = quoted(&attr.name);
    match &attr.carrier {
        Carrier::Fixed | Carrier::Variable => name,
        Carrier::Inputs { tensor, tensors, .. } => {
            let of_list = match tensors {
                Some(tensors) => format!("ListOr(ctx, {}, {name})", quoted(tensors)),
                None => name,
            };
            match tensor {
                Some(tensor) => format!("TensorOr(ctx, {}, {of_list})", quoted(tensor)),
                None => of_list,
            }
        }
    }
}

fn kernel(op: &StaticOp, params: &[Param], group: &Group) -> KernelPlan {
    let functions = op.op.kernel.as_ref().map_or(&[][..], |kernel| &kernel.functions);
    if let ([one], false) = (functions, group.strict_dispatch) {
        return KernelPlan::One { name: one.name.value.clone() };
    }
    let choice = |function: &KernelFn| Choice {
        condition: condition(op, params, function, group.strict_dispatch),
        name: function.name.value.clone(),
    };
    KernelPlan::Chosen { choices: functions.iter().map(choice).collect(), keeps_arguments: group.strict_dispatch }
}

/// Whether the inputs are of the kinds that a kernel is for.
fn condition(op: &StaticOp, params: &[Param], function: &KernelFn, strict: bool) -> String {
    let inputs = params.iter().filter_map(|param| op.op.signature.input(param.name()?));
    let kinds = function.dispatch.iter().flat_map(|dispatch| &dispatch.inputs);
    let tests = inputs.zip(kinds).map(|(input, kind)| {
        let name = op.parts.input(&input.name.value);
        let name = quoted(&if strict { name } else { program_name(&name) });
        let is_kind = format!("ctx.{}({name})", kind_test(kind.value));
        if input.optional && !strict { format!("(!ctx.HasInput({name}) || {is_kind})") } else { is_kind }
    });
    let tests: Vec<_> = tests.collect();
    if tests.is_empty() { "true".to_owned() } else { tests.join(" && ") }
}

fn kind_test(kind: TensorKind) -> &'static str {
    match kind {
        TensorKind::Dense => "IsDenseTensorInput",
        TensorKind::SelectedRows => "IsSelectedRowsInput",
        TensorKind::SparseCoo => "IsSparseCooTensorInput",
        TensorKind::SparseCsr => "IsSparseCsrTensorInput",
    }
}
