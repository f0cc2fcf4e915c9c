//! Calls with distributed tensors: the layouts of inputs and results, and the shapes of whole results.

use profile::Distributed;
use serde::Serialize;

use super::argument::{Argument, LocalShape, described_attrs};
use super::kernel_trait::Trait;
use super::tensor_class::{self, TensorClass};
use super::variant::Variant;
use spec::{Attr, Element, Kernel, KernelFn, Op, Param};

/// The rule for the layouts of an operator's tensors. Without a rule, every process has all of the data.
#[derive(Debug, Serialize)]
pub struct LayoutRule {
    /// The operator.
    pub op: String,
    /// The C++ function of the rule.
    pub function: String,
    /// The arguments of the function.
    pub args: Vec<Argument>,
}

/// The attributes of a collective operator that say which processes communicate.
#[derive(Debug, Serialize)]
pub struct Ring {
    /// The number of the ring.
    pub ring: String,
    /// The number of this process and that of all processes, if the operator has both.
    pub position: Option<[String; 2]>,
    /// The kernel whose device gets the communicator.
    pub kernel: String,
}

/// The ring of an operator, if it is collective.
pub fn ring(op: &Op, kernel: &Kernel, settings: &Distributed) -> Option<Ring> {
    let communicators = settings.communicators.as_ref()?;
    if !settings.enabled || !tensor_class::is_dense(op.home.family()) {
        return None;
    }
    let number =
        |name: &str| op.signature.attr(name).filter(|attr| is_number(attr)).map(|attr| attr.name.value.clone());
    Some(Ring {
        ring: number(&communicators.ring)?,
        position: number(&communicators.rank).zip(number(&communicators.size)).map(<[String; 2]>::from),
        kernel: kernel.functions.first()?.name.value.clone(),
    })
}

fn is_number(attr: &Attr) -> bool {
    !attr.ty.list && !attr.optional && matches!(attr.ty.element, Element::Int | Element::Int64)
}

/// The kernel for distributed tensors: the first that takes dense tensors, if there is one.
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

/// Whether a kernel has only dense inputs and outputs.
fn is_dense(op: &Op, function: &KernelFn) -> bool {
    let mut kinds = function.dispatch.iter().flat_map(|dispatch| dispatch.inputs.iter().chain(&dispatch.outputs));
    kinds.all(|kind| TensorClass::of_input(op, Some(kind.value)) == TensorClass::Dense)
}

/// The traits of the kernel for distributed tensors.
pub fn traits(variant: Variant, function: &KernelFn, settings: &Distributed) -> Vec<Trait> {
    let op = variant.op;
    let made_anew = settings.made_anew.contains(&function.name.value);
    let global = op.infer_meta.as_ref().and_then(|infer_meta| infer_meta.global_shape.as_ref());
    let global = global.and_then(|output| single_output(op, &output.value));
    let aside = global.filter(|at| !made_anew && variant.target(&op.signature.outputs[*at]).is_some());
    let sized = local_output(op).filter(|_| op.is_backward());
    let plain = [
        (made_anew, Trait::MadeAnew),
        (settings.runtime_shapes.contains(&function.name.value), Trait::UpdatesShapes),
        (!is_dense(op, function), Trait::ComputesNoPart),
    ];
    let plain = plain.into_iter().filter_map(|(is_there, plain)| is_there.then_some(plain));
    let aside = aside.map(|output| Trait::InferredAside { output });
    plain.chain(aside).chain(sized.map(|output| Trait::SizedLocally { output })).collect()
}

/// The attributes that are the shape of a result: those in the profile, and, if an operator says which output has a
/// different shape in each process, all lists of extents. A gradient's attributes are not about the gradient.
pub fn shapes(op: &Op, function: &KernelFn, settings: &Distributed) -> Vec<LocalShape> {
    let shape = |attr: &str, output, to_kernel| LocalShape { attr: attr.to_owned(), output, to_kernel };
    let known = settings.shape_attrs.get(&function.name.value);
    let mut shapes: Vec<LocalShape> = known.into_iter().map(|attr| shape(attr, None, true)).collect();
    let of_op = local_shape(op).and_then(|name| op.signature.attr(name));
    shapes.extend(of_op.map(|attr| shape(&attr.name.value, None, attr.ty.element == Element::IntArray)));
    if let Some(output) = local_output(op).filter(|_| !op.is_backward()) {
        let (to_infer_meta, to_kernel) = (op.infer_meta_params(), op.kernel_params());
        let takes = |params: &[Param], attr: &Attr| params.iter().any(|param| param.name() == Some(&attr.name.value));
        for attr in op.signature.attrs.iter().filter(|attr| is_extents(attr)) {
            let is_array = attr.ty.element == Element::IntArray;
            if takes(&to_infer_meta, attr) || is_array && takes(&to_kernel, attr) {
                shapes.push(shape(&attr.name.value, Some(output), is_array));
            }
        }
    }
    shapes
}

fn is_extents(attr: &Attr) -> bool {
    attr.ty.element == Element::IntArray || attr.ty.list && matches!(attr.ty.element, Element::Int | Element::Int64)
}

/// The output for which each process gets the shape of its own part.
fn local_output(op: &Op) -> Option<usize> {
    single_output(op, local_shape(op)?)
}

/// The name under `local_shape`: an output, or in trees from before September 2024 the attribute with its shape.
fn local_shape(op: &Op) -> Option<&str> {
    Some(&op.infer_meta.as_ref()?.local_shape.as_ref()?.value)
}

/// The position of an output that is not a list.
fn single_output(op: &Op, name: &str) -> Option<usize> {
    op.signature.outputs.iter().position(|output| output.name.value == name && !output.ty.is_list())
}

/// Whether the operator has a layout rule.
pub fn has_rule(op: &Op, settings: &Distributed) -> bool {
    named_rule(op, settings).is_some()
}

/// The rule that the YAML names, and the kernel for distributed tensors. A kernel without tensors has no rule, because
/// there is nothing to distribute.
fn named_rule<'a>(op: &'a Op, settings: &Distributed) -> Option<(&'a str, &'a KernelFn)> {
    let kernel = op.kernel.as_ref().filter(|_| op.invoke.is_none())?;
    let function = self::kernel(op, kernel, settings)?;
    let rule = op.infer_meta.as_ref()?.spmd_rule.as_ref()?;
    let is_input = |param: &Param| param.name().is_some_and(|name| op.signature.input(name).is_some());
    op.kernel_params().iter().any(is_input).then_some((rule.value.as_str(), function))
}

/// The rule, with the arguments of the kernel for distributed tensors.
pub fn rule(op: &Op, settings: &Distributed) -> Option<LayoutRule> {
    let (rule, function) = named_rule(op, settings)?;
    let params = op.kernel_params();
    let first = settings.rule_inputs.get(&function.name.value).into_iter().flatten();
    let first = first.filter_map(|name| op.signature.input(name)).map(|input| Param::Name(input.name.clone()));
    let first: Vec<Param> = first.collect();
    let attrs = described_attrs(op, true);
    let args = first.iter().chain(&params).map(|param| Argument::new(op, param).with_slot(&attrs)).collect();
    Some(LayoutRule { op: op.name.value.clone(), function: rule.to_owned(), args })
}
