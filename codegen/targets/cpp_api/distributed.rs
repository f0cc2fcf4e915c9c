//! What a call does if its tensors are distributed: the layouts of inputs and results, and the shapes of whole results.

use profile::Distributed;
use serde::Serialize;

use super::argument::Argument;
use super::function::Variant;
use super::tensor_class::{self, TensorClass};
use crate::names::Locals;
use spec::{Attr, Element, Kernel, KernelFn, Op, Param};

#[derive(Debug, Serialize)]
pub struct DistributedPlan {
    /// Whether the kernel can compute a part: all its tensors are dense ones.
    pub computes: bool,
    /// What decides the layouts. Absent if the kernel takes no tensors, so that nothing has to be laid out.
    pub layouts: Option<Layouts>,
    /// The names of the kernel's inputs, by which messages call the tensors that are laid out anew. Empty if they do not.
    pub input_names: Vec<String>,
    /// What is written into inputs has nothing of them, not even the layout.
    pub made_anew: bool,
    pub shapes: Vec<ShapePlan>,
    /// The gradient whose shape is set to that of this process's part before the kernel runs.
    pub sized: Option<usize>,
    /// The output whose shape is inferred aside: the input that it is written into keeps its own until it is laid out.
    pub aside: Option<usize>,
    /// The kernel finds the shapes of its results only while it runs.
    pub updates_shapes: bool,
}

/// What decides how inputs are laid out, and so also their results.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Layouts {
    /// A rule that the YAML names.
    Rule { function: String, args: Vec<Argument> },
    /// Every process has everything.
    Replicated { inputs: Vec<String> },
}

/// An attribute that is the shape of a result, and the variable with the shape of this process's part.
#[derive(Debug, Clone, Serialize)]
pub struct ShapePlan {
    pub attr: String,
    pub local: String,
    /// The output whose shape is divided. If absent, the attribute itself is, by the layout of the first output.
    pub output: Option<usize>,
    /// Whether the kernel is given it too: kernels keep the whole of a plain list.
    #[serde(skip)]
    pub to_kernel: bool,
}

/// The kernel that calls with distributed tensors get: the first that is for dense ones, if there is one.
pub fn kernel<'a>(op: &Op, kernel: &'a Kernel, settings: &Distributed) -> Option<&'a KernelFn> {
    let never = settings.never.iter().any(|end| op.name.value.ends_with(end.as_str()));
    if !settings.enabled || never || op.signature.inputs.is_empty() || !tensor_class::is_dense(op.home.family()) {
        return None;
    }
    let is_single = kernel.functions.len() == 1;
    let excluded = |function: &KernelFn| settings.never_kernels.iter().any(|part| function.name.value.contains(part));
    let mut functions = kernel.functions.iter().filter(|function| is_single || !excluded(function));
    functions.clone().find(|function| is_dense(op, function)).or_else(|| functions.next())
}

/// Whether a kernel takes and makes only dense tensors.
fn is_dense(op: &Op, function: &KernelFn) -> bool {
    let mut kinds = function.dispatch.iter().flat_map(|dispatch| dispatch.inputs.iter().chain(&dispatch.outputs));
    kinds.all(|kind| TensorClass::of_input(op, Some(kind.value)) == TensorClass::Dense)
}

pub fn plan(
    variant: Variant,
    function: &KernelFn,
    params: &[Param],
    shapes: Vec<ShapePlan>,
    settings: &Distributed,
) -> DistributedPlan {
    let op = variant.op;
    let inputs = inputs(op, params);
    let names = inputs.iter().filter(|_| settings.names_arguments);
    let made_anew = settings.made_anew.contains(&function.name.value);
    let infer_meta = op.infer_meta.as_ref();
    let global = infer_meta.and_then(|infer_meta| single_output(op, &infer_meta.global_shape.as_ref()?.value));
    DistributedPlan {
        computes: is_dense(op, function),
        input_names: names.cloned().collect(),
        layouts: layouts(op, function, params, inputs, settings),
        made_anew,
        shapes,
        sized: local_output(op).filter(|_| op.is_backward()),
        aside: global.filter(|at| !made_anew && variant.target(&op.signature.outputs[*at]).is_some()),
        updates_shapes: settings.runtime_shapes.contains(&function.name.value),
    }
}

/// The attributes that are the shape of a result: those that the profile knows, and, of an operator that says which output
/// has a shape of its own in each process, all lists of extents. A gradient's attributes are not about the gradient.
pub fn shapes(op: &Op, function: &KernelFn, locals: &mut Locals, settings: &Distributed) -> Vec<ShapePlan> {
    let mut plan = |attr: &str, output, to_kernel| ShapePlan {
        attr: attr.to_owned(),
        local: locals.fresh(format!("local_{attr}")),
        output,
        to_kernel,
    };
    let known = settings.shape_attrs.get(&function.name.value);
    let mut shapes: Vec<ShapePlan> = known.into_iter().map(|attr| plan(attr, None, true)).collect();
    if let Some(output) = local_output(op).filter(|_| !op.is_backward()) {
        let (to_infer_meta, to_kernel) = (op.infer_meta_params(), op.kernel_params());
        let takes = |params: &[Param], attr: &Attr| params.iter().any(|param| param.name() == Some(&attr.name.value));
        for attr in op.signature.attrs.iter().filter(|attr| is_extents(attr)) {
            let is_array = attr.ty.element == Element::IntArray;
            if takes(&to_infer_meta, attr) || is_array && takes(&to_kernel, attr) {
                shapes.push(plan(&attr.name.value, Some(output), is_array));
            }
        }
    }
    shapes
}

fn is_extents(attr: &Attr) -> bool {
    attr.ty.element == Element::IntArray || attr.ty.list && matches!(attr.ty.element, Element::Int | Element::Int64)
}

/// The output of which each process is given the shape of its own part.
fn local_output(op: &Op) -> Option<usize> {
    single_output(op, &op.infer_meta.as_ref()?.local_shape.as_ref()?.value)
}

/// The position of an output that is no list.
fn single_output(op: &Op, name: &str) -> Option<usize> {
    op.signature.outputs.iter().position(|output| output.name.value == name && !output.ty.is_list())
}

/// The tensors that a kernel takes. They are the first of its parameters.
fn inputs(op: &Op, params: &[Param]) -> Vec<String> {
    let is_input = |name: &&str| op.signature.input(name).is_some();
    params.iter().filter_map(Param::name).filter(is_input).map(str::to_owned).collect()
}

fn layouts(
    op: &Op,
    function: &KernelFn,
    params: &[Param],
    inputs: Vec<String>,
    settings: &Distributed,
) -> Option<Layouts> {
    if inputs.is_empty() {
        return None;
    }
    let rule = op.infer_meta.as_ref().and_then(|infer_meta| infer_meta.spmd_rule.as_ref());
    let Some(rule) = rule else { return Some(Layouts::Replicated { inputs }) };
    let first = settings.rule_inputs.get(&function.name.value).into_iter().flatten();
    let first = first.filter_map(|name| op.signature.input(name)).map(|input| Param::Name(input.name.clone()));
    let first: Vec<Param> = first.collect();
    let args = first.iter().chain(params).map(|param| Argument::unprepared(op, param)).collect();
    Some(Layouts::Rule { function: rule.value.clone(), args })
}
