//! Target `signature`: from an operator of a program to the kernel that runs it, and the kernel's arguments.

use std::collections::BTreeSet;

use serde::Serialize;

use super::static_graph::{Carrier, OpGroup, StaticAttr, StaticOp, program_name};
use super::{BANNER, FilePlan, Item, items};
use profile::{Profile, StaticGraph, StaticGroup};
use registry::Registry;
use spec::{KernelFn, Param, TensorKind};

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    includes: &'a [String],
}

/// What is registered for one type of operator.
#[derive(Serialize)]
struct Registration {
    /// The type in programs.
    op: String,
    /// The name that kernels are registered under, where that is another.
    kernel_name: Option<String>,
    /// What the name of the function begins with that maps arguments, if there is one.
    mapping: Option<String>,
}

/// A function that maps arguments.
#[derive(Serialize)]
struct MappingPlan {
    /// What its name begins with.
    class: String,
    kernel: KernelPlan,
    inputs: Vec<String>,
    attrs: Vec<AttrPlan>,
    outputs: Vec<String>,
    /// Whether anything depends on the arguments of the call.
    reads_context: bool,
}

/// An attribute, or the input that carries its value in this call: one tensor is preferred to a list of tensors.
#[derive(Serialize)]
struct AttrPlan {
    name: String,
    tensor: Option<String>,
    tensors: Option<String>,
}

/// The first kernel whose tests all hold.
#[derive(Serialize)]
struct KernelPlan {
    choices: Vec<Choice>,
    /// The kernel if none of them does; there may be none.
    otherwise: Option<String>,
    /// If there is none, no arguments are mapped either.
    gives_up: bool,
}

#[derive(Serialize)]
struct Choice {
    tests: Vec<KindTest>,
    name: String,
}

/// That an input is of a kind.
#[derive(Serialize)]
struct KindTest {
    input: String,
    kind: TensorKind,
    /// It holds of an absent input, too.
    optional: bool,
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(graph) = &profile.static_graph else { return Vec::new() };
    graph.groups.values().map(|group| file(registry, graph, group)).collect()
}

fn file(registry: &Registry, graph: &StaticGraph, group: &StaticGroup) -> FilePlan {
    let ops = OpGroup::new(registry, graph, group);
    let context = FileContext { banner: BANNER, includes: &graph.includes.signatures };
    let mappings = items_of(&ops, |op| mapping(op, group));
    FilePlan::new(&group.signatures, "signature/source.cc.j2", context)
        .with_items("signature/mapping.cc.j2", mappings)
        .with_part("registrations", "signature/registration.cc.j2", items_of(&ops, registration))
}

/// One item per operator. Arguments of a gradient have the names of its forward operator's, so they change together.
fn items_of<P: Serialize>(ops: &OpGroup, plan: impl Fn(&StaticOp) -> Option<P> + Sync) -> Vec<Item> {
    let ids: Vec<_> = ops.ids().collect();
    items(&ids, |&id| {
        let op = ops.op(id).filter(|op| !is_signed_by_hand(op));
        Item::new(ops.origin(id), op.and_then(&plan))
    })
}

fn is_signed_by_hand(op: &StaticOp) -> bool {
    op.compat.is_some_and(|compat| compat.is_signed_by_hand(op.op))
}

fn registration(op: &StaticOp) -> Option<Registration> {
    let kernel_name = (op.ty != op.name).then(|| op.name.clone());
    let mapping = op.has_kernel().then(|| op.class());
    let says_anything = kernel_name.is_some() || mapping.is_some();
    says_anything.then(|| Registration { op: op.ty.clone(), kernel_name, mapping })
}

fn mapping(op: &StaticOp, group: &StaticGroup) -> Option<MappingPlan> {
    if !op.has_kernel() {
        return None;
    }
    let params = op.op.kernel_params();
    // A parameter may also be written as programs call it.
    let taken: BTreeSet<String> = params.iter().filter_map(|param| Some(op.names.any(param.name()?))).collect();
    let signature = &op.op.signature;
    let inputs = signature.input_names().map(|name| op.names.input(name)).filter(|name| taken.contains(name));
    let outputs = signature.output_names().map(|name| op.names.output(name));
    let attrs: Vec<_> = op.attrs.iter().filter(|attr| taken.contains(&attr.name)).map(attr).collect();
    let kernel = kernel(op, &params, group);
    let reads_context =
        !kernel.choices.is_empty() || attrs.iter().any(|attr| attr.tensor.is_some() || attr.tensors.is_some());
    Some(MappingPlan {
        class: op.class(),
        kernel,
        inputs: inputs.map(|name| program_name(&name)).collect(),
        attrs,
        outputs: outputs.map(|name| program_name(&name)).collect(),
        reads_context,
    })
}

fn attr(attr: &StaticAttr) -> AttrPlan {
    let (tensor, tensors) = match &attr.carrier {
        Carrier::Fixed | Carrier::Variable => (None, None),
        Carrier::Inputs { tensor, tensors, .. } => (tensor.clone(), tensors.clone()),
    };
    AttrPlan { name: attr.name.clone(), tensor, tensors }
}

fn kernel(op: &StaticOp, params: &[Param], group: &StaticGroup) -> KernelPlan {
    let functions = op.op.kernel.as_ref().map_or(&[][..], |kernel| &kernel.functions);
    let mut choices = Vec::new();
    for function in functions {
        let name = function.name.value.clone();
        let tests = tests(op, params, function, group.strict_dispatch);
        // A kernel for any kind of tensor needs no choice, and neither does the only kernel.
        if tests.is_empty() || functions.len() == 1 && !group.strict_dispatch {
            return KernelPlan { choices, otherwise: Some(name), gives_up: false };
        }
        choices.push(Choice { tests, name });
    }
    KernelPlan { choices, otherwise: None, gives_up: !group.strict_dispatch }
}

/// Whether the inputs are of the kinds that a kernel is for.
fn tests(op: &StaticOp, params: &[Param], function: &KernelFn, strict: bool) -> Vec<KindTest> {
    let inputs = params.iter().filter_map(|param| op.op.signature.input(param.name()?));
    let kinds = function.dispatch.iter().flat_map(|dispatch| &dispatch.inputs);
    let tests = inputs.zip(kinds).map(|(input, kind)| {
        let name = op.names.input(&input.name.value);
        let name = if strict { name } else { program_name(&name) };
        KindTest { input: name, kind: kind.value, optional: input.optional && !strict }
    });
    tests.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_has_a_test_for_every_kind_of_tensor() {
        let profile = Profile::default();
        let tests = &profile.cpp.functions["is_kind"];
        assert!(TensorKind::NAMES.iter().all(|kind| tests.contains_key(*kind)));
    }
}
