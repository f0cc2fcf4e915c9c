//! What a call does if its tensors are distributed: the layouts of inputs and results, and the shapes of whole results.

use profile::Distributed;
use serde::Serialize;

use super::argument::Argument;
use super::tensor_class::{self, TensorClass};
use crate::names::Locals;
use spec::{Kernel, KernelFn, Op, Param};

#[derive(Debug, Serialize)]
pub struct DistributedPlan {
    /// Whether the kernel can compute a part: all its tensors are dense ones.
    pub computes: bool,
    /// What decides the layouts. Absent if the kernel takes no tensors, so that nothing has to be laid out.
    pub layouts: Option<Layouts>,
    pub shape: Option<ShapePlan>,
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

/// The attribute that is the shape of the result, and the variable with this process's part of the shape.
#[derive(Debug, Clone, Serialize)]
pub struct ShapePlan {
    pub attr: String,
    pub local: String,
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
    op: &Op,
    function: &KernelFn,
    params: &[Param],
    shape: Option<ShapePlan>,
    settings: &Distributed,
) -> DistributedPlan {
    DistributedPlan {
        computes: is_dense(op, function),
        layouts: layouts(op, function, params, settings),
        shape,
        updates_shapes: settings.runtime_shapes.contains(&function.name.value),
    }
}

/// The variable for this process's part of a shape, if the kernel takes the shape of its result.
pub fn shape(function: &KernelFn, locals: &mut Locals, settings: &Distributed) -> Option<ShapePlan> {
    let attr = settings.shape_attrs.get(&function.name.value)?;
    Some(ShapePlan { attr: attr.clone(), local: locals.fresh(format!("local_{attr}")) })
}

fn layouts(op: &Op, function: &KernelFn, params: &[Param], settings: &Distributed) -> Option<Layouts> {
    let is_input = |name: &&str| op.signature.input(name).is_some();
    let inputs: Vec<String> = params.iter().filter_map(Param::name).filter(is_input).map(str::to_owned).collect();
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
