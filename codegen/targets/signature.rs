//! Target `signature`: from an operator of a program to the kernel that runs it, and the kernel's arguments.

use std::collections::BTreeSet;

use serde::Serialize;

use super::cpp::quoted;
use super::static_graph::{Carrier, StaticAttr, StaticOp, World, program_name};
use super::{BANNER, FilePlan, Item, items};
use profile::{Profile, StaticGroup};
use registry::Registry;
use spec::{KernelFn, Param, TensorKind};

/// How long the lists of a mapping may be together, so that they stand in one line of 120 characters.
const LINE: usize = 79;

/// Where lists start that stand in lines of their own.
const INDENT: usize = 26;

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
}

/// What is registered for one type of operator.
#[derive(Serialize)]
struct Registration {
    /// The type in programs.
    op: String,
    /// The name that kernels are registered under, where that is another.
    kernel_name: Option<String>,
    mapping: Option<String>,
}

/// A function that maps arguments.
#[derive(Serialize)]
struct MappingPlan {
    function: String,
    kernel: KernelPlan,
    inputs: String,
    attrs: String,
    outputs: String,
    /// Whether anything depends on the arguments of the call.
    reads_context: bool,
    /// Whether the lists are too long for one line.
    is_long: bool,
}

/// The first kernel whose tests all hold.
#[derive(Serialize)]
struct KernelPlan {
    choices: Vec<Choice>,
    otherwise: String,
    /// Otherwise no arguments are mapped.
    gives_up: bool,
}

#[derive(Serialize)]
struct Choice {
    tests: Vec<String>,
    name: String,
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let groups = profile.static_graph.iter().flat_map(|graph| graph.groups.values());
    groups.map(|group| file(registry, group)).collect()
}

fn file(registry: &Registry, group: &StaticGroup) -> FilePlan {
    let world = World::new(registry, &group.homes, &group.prefix);
    let file = FilePlan::new(&group.signatures, "signature/source.cc.j2", FileContext { banner: BANNER });
    file.with_items("signature/mapping.cc.j2", items_of(&world, |op| mapping(op, group))).with_part(
        "registrations",
        "signature/registration.cc.j2",
        items_of(&world, registration),
    )
}

/// One item per operator. Arguments of a gradient are called as its forward operator's are, so they change together.
fn items_of<P: Serialize>(world: &World, plan: impl Fn(&StaticOp) -> Option<P> + Sync) -> Vec<Item> {
    let ids: Vec<_> = world.ids().collect();
    items(&ids, |&id| {
        let op = world.op(id).filter(|op| !is_signed_by_hand(op));
        Item::new(world.origin(id), op.and_then(&plan))
    })
}

fn is_signed_by_hand(op: &StaticOp) -> bool {
    op.compat.is_some_and(|compat| compat.is_signed_by_hand(op.op))
}

fn registration(op: &StaticOp) -> Option<Registration> {
    let kernel_name = (op.ty != op.name).then(|| op.name.clone());
    let mapping = op.has_kernel().then(|| function(op));
    let says_anything = kernel_name.is_some() || mapping.is_some();
    says_anything.then(|| Registration { op: op.ty.clone(), kernel_name, mapping })
}

fn function(op: &StaticOp) -> String {
    format!("{}OpArgumentMapping", op.class())
}

fn mapping(op: &StaticOp, group: &StaticGroup) -> Option<MappingPlan> {
    if !op.has_kernel() {
        return None;
    }
    let params = op.op.kernel_params();
    // A parameter may also be written as programs call it.
    let taken: BTreeSet<String> = params.iter().filter_map(|param| Some(op.parts.any(param.name()?))).collect();
    let signature = &op.op.signature;
    let inputs = signature.input_names().map(|name| op.parts.input(name)).filter(|name| taken.contains(name));
    let outputs = signature.output_names().map(|name| op.parts.output(name));
    let literal = |name: String| quoted(&program_name(&name));
    let attrs: Vec<_> = op.attrs.iter().filter(|attr| taken.contains(&attr.name)).map(attr_name).collect();
    let kernel = kernel(op, &params, group);
    let reads_context = !kernel.choices.is_empty() || attrs.iter().any(|attr| attr.contains("ctx"));
    let [inputs, attrs, outputs] = [filled(inputs.map(literal)), filled(attrs), filled(outputs.map(literal))];
    Some(MappingPlan {
        function: function(op),
        reads_context,
        is_long: kernel.otherwise.len() + inputs.len() + attrs.len() + outputs.len() > LINE,
        kernel,
        inputs,
        attrs,
        outputs,
    })
}

/// Names with commas between them, in as many lines as they need.
fn filled(names: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    let mut column = INDENT;
    for name in names {
        let fits = column + ", ".len() + name.len() + "},".len() <= 120;
        let separator = match (text.is_empty(), fits) {
            (true, _) => String::new(),
            (false, true) => ", ".to_owned(),
            (false, false) => format!(",\n{:INDENT$}", ""),
        };
        column = if fits { column + ", ".len() } else { INDENT } + name.len();
        text += &(separator + &name);
    }
    text
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

fn kernel(op: &StaticOp, params: &[Param], group: &StaticGroup) -> KernelPlan {
    let functions = op.op.kernel.as_ref().map_or(&[][..], |kernel| &kernel.functions);
    let mut choices = Vec::new();
    for function in functions {
        let name = function.name.value.clone();
        let tests = tests(op, params, function, group.strict_dispatch);
        // One that is for all tensors needs no choice, nor does the only one.
        if tests.is_empty() || functions.len() == 1 && !group.strict_dispatch {
            return KernelPlan { choices, otherwise: name, gives_up: false };
        }
        choices.push(Choice { tests, name });
    }
    KernelPlan { choices, otherwise: "unregistered".to_owned(), gives_up: !group.strict_dispatch }
}

/// Whether the inputs are of the kinds that a kernel is for.
fn tests(op: &StaticOp, params: &[Param], function: &KernelFn, strict: bool) -> Vec<String> {
    let inputs = params.iter().filter_map(|param| op.op.signature.input(param.name()?));
    let kinds = function.dispatch.iter().flat_map(|dispatch| &dispatch.inputs);
    let tests = inputs.zip(kinds).map(|(input, kind)| {
        let name = op.parts.input(&input.name.value);
        let name = quoted(&if strict { name } else { program_name(&name) });
        let is_kind = format!("ctx.{}({name})", kind_test(kind.value));
        if input.optional && !strict { format!("(!ctx.HasInput({name}) || {is_kind})") } else { is_kind }
    });
    tests.collect()
}

fn kind_test(kind: TensorKind) -> &'static str {
    match kind {
        TensorKind::Dense => "IsDenseTensorInput",
        TensorKind::SelectedRows => "IsSelectedRowsInput",
        TensorKind::SparseCoo => "IsSparseCooTensorInput",
        TensorKind::SparseCsr => "IsSparseCsrTensorInput",
    }
}
