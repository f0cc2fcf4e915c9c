//! The kernels of an operator: the framework must be able to select one, and to call it.

use std::collections::BTreeSet;

use super::{has_cpp_function, kernel_key, sound_ops, sparse};
use crate::rules;
use profile::Graph;
use registry::Registry;
use source::{Change, Diagnostic, Diagnostics, Fix, Span, Spanned, count};
use spec::{Kernel, KernelFn, Op, Param, TensorKind};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for op in sound_ops(registry) {
        check_implementation(op, diagnostics);
        check_inplace_name(op, diagnostics);
        let Some(kernel) = op.kernel.as_ref().filter(|_| op.invoke.is_none()) else { continue };
        check_dispatches(registry, op, kernel, diagnostics);
        check_same_dispatch(op, kernel, diagnostics);
        sparse::check(op, kernel, diagnostics);
        kernel_key::check(registry, op, kernel, diagnostics);
        check_force_backend(kernel, diagnostics);
        if has_cpp_function(op) {
            check_sizes(op, diagnostics);
            check_param_order(op, "kernel", kernel.param.as_deref(), diagnostics);
            let infer_meta = op.infer_meta.as_ref().and_then(|infer_meta| infer_meta.param.as_deref());
            check_param_order(op, "infer_meta", infer_meta, diagnostics);
        }
    }
}

fn check_implementation(op: &Op, diagnostics: &mut Diagnostics) {
    let name = &op.name;
    // PIR has operators that only C++ executes.
    let needs_one = op.home.family().graph() != Graph::Pir;
    if needs_one && op.kernel.is_none() && op.invoke.is_none() && op.composite.is_none() {
        let message = format!("`{}` has no `kernel`, no `invoke` and no `composite`", name.value);
        diagnostics.push(Diagnostic::new(rules::NO_IMPLEMENTATION, name.span, message));
    }
    if op.kernel.is_some() && op.invoke.is_none() && op.infer_meta.is_none() && has_cpp_function(op) {
        let message = format!("`{}` has a `kernel`, but no `infer_meta`", name.value);
        diagnostics.push(Diagnostic::new(rules::NO_INFER_META, name.span, message));
    }
}

/// Reports an operator without any function: only an inplace function is generated for a name that ends with an
/// underscore.
fn check_inplace_name(op: &Op, diagnostics: &mut Diagnostics) {
    if op.is_inplace_only() && op.inplace.is_empty() && op.kernel.is_some() && has_cpp_function(op) {
        let message = format!("`{}` has no `inplace`, so no C++ function is generated for it", op.name.value);
        let help = "map an input to an output under `inplace`, or remove the `_`";
        diagnostics.push(Diagnostic::new(rules::INPLACE_NAME, op.name.span, message).help(help));
    }
}

fn check_dispatches(registry: &Registry, op: &Op, kernel: &Kernel, diagnostics: &mut Diagnostics) {
    let params = op.kernel_params();
    let inputs =
        params.iter().filter(|param| param.name().is_some_and(|name| op.signature.input(name).is_some())).count();
    let outputs = op.signature.outputs.len();
    for function in &kernel.functions {
        let Some(dispatch) = &function.dispatch else { continue };
        let spans = |kinds: &[Spanned<TensorKind>]| kinds.iter().map(|kind| kind.span).collect::<Vec<_>>();
        check_count(op, function, "input", &spans(&dispatch.inputs), inputs, diagnostics);
        check_count(op, function, "output", &spans(&dispatch.outputs), outputs, diagnostics);
    }
    let mut open =
        kernel.functions.iter().filter(|function| function.dispatch.is_none()).map(|function| &function.name);
    if kernel.functions.len() > 1
        && !is_chosen_by_hand(registry, op)
        && let Some(first) = open.next()
    {
        let message = format!(
            "`{}` has several kernels, but `{}` does not say which tensors it is for",
            op.name.value, first.value
        );
        let help = format!("write `{} {{dense, ... -> dense}}`", first.value);
        let problem = Diagnostic::new(rules::SEVERAL_KERNELS, first.span, message).help(help);
        diagnostics.push(open.fold(problem, |problem, other| problem.label(other.span, "nor does this one")));
    }
}

/// Reports a kernel that another one hides. Generated functions choose a kernel by its inputs alone. In static
/// programs, where arguments may be mapped by hand, outputs count, too.
fn check_same_dispatch(op: &Op, kernel: &Kernel, diagnostics: &mut Diagnostics) {
    let by_outputs = !has_cpp_function(op);
    let kinds = |function: &KernelFn| {
        let dispatch = function.dispatch.as_ref()?;
        let of = |kinds: &[Spanned<TensorKind>]| kinds.iter().map(|kind| kind.value).collect::<Vec<_>>();
        Some((of(&dispatch.inputs), by_outputs.then(|| of(&dispatch.outputs))))
    };
    for (at, function) in kernel.functions.iter().enumerate() {
        let Some(takes) = kinds(function) else { continue };
        let Some(first) = kernel.functions[..at].iter().find(|first| kinds(first).as_ref() == Some(&takes)) else {
            continue;
        };
        let (name, earlier) = (&function.name, &first.name);
        let message = format!("`{}` never runs, because `{}` has the same dispatch", name.value, earlier.value);
        let problem = Diagnostic::new(rules::SAME_DISPATCH, name.span, message);
        let help = "give each kernel other kinds of inputs, or remove one of the two";
        diagnostics.push(problem.label(earlier.span, "this one runs instead").help(help));
    }
}

/// Reports a tensor after an attribute: the framework's C++ functions take tensors first.
fn check_param_order(op: &Op, key: &str, params: Option<&[Param]>, diagnostics: &mut Diagnostics) {
    let Some(params) = params else { return };
    let [inputs, attrs]: [BTreeSet<&str>; 2] =
        [op.signature.input_names().collect(), op.signature.attr_names().collect()];
    let is_tensor = |param: &Param| param.name().is_some_and(|name| inputs.contains(name));
    // An unknown name is reported elsewhere. It may be a misspelling of a tensor.
    let is_attr = |param: &Param| param.name().is_none_or(|name| attrs.contains(name));
    let Some(attr) = params.iter().position(is_attr) else { return };
    let Some(tensor) = params[attr..].iter().find(|param| is_tensor(param)) else { return };
    let message = format!("the tensor `{tensor}` follows `{}` in `{key}.param` of `{}`", params[attr], op.name.value);
    let problem = Diagnostic::new(rules::PARAM_ORDER, tensor.span(), message);
    diagnostics.push(problem.label(params[attr].span(), "this is not a tensor").help("list tensors first"));
}

/// True if code that is written by hand selects between the operator's kernels.
fn is_chosen_by_hand(registry: &Registry, op: &Op) -> bool {
    let has_manual_signature = registry.compat_of(&op.name.value).is_some_and(|compat| compat.has_manual_signature(op));
    has_manual_signature && !has_cpp_function(op)
}

/// Compares the number of tensors in a dispatch with that of the operator. Without a C++ function, a dispatch may list
/// fewer tensors, because the static graph selects kernels differently.
fn check_count(
    op: &Op,
    function: &KernelFn,
    what: &str,
    kinds: &[Span],
    tensors: usize,
    diagnostics: &mut Diagnostics,
) {
    let too_few = kinds.len() < tensors && has_cpp_function(op);
    if kinds.len() <= tensors && !too_few {
        return;
    }
    let at = if too_few { function.name.span } else { kinds[tensors] };
    let has = count(kinds.len(), what);
    let message = format!("the dispatch of `{}` has {has}, but the kernel has {tensors}", function.name.value);
    let tensors = match what {
        "output" => op.signature.outputs_span(),
        _ => op.signature.args_span(),
    };
    let problem = Diagnostic::new(rules::DISPATCH_ARITY, at, message);
    diagnostics.push(problem.label(tensors.unwrap_or(op.name.span), "the operator"));
}

/// Reports a list output of a generated function without an expression for its length. A single gradient has the length
/// of the forward input.
fn check_sizes(op: &Op, diagnostics: &mut Diagnostics) {
    let needed = !op.is_backward() || op.signature.outputs.len() > 1;
    for output in op.signature.outputs.iter().filter(|output| needed && output.ty.is_list() && output.size.is_none()) {
        let message = format!("`{}` is a list of unknown length", output.name.value);
        let help = format!("write its length as an expression, such as `Tensor[]({}){{x.size()}}`", output.name.value);
        diagnostics.push(Diagnostic::new(rules::MISSING_SIZE, output.name.span, message).help(help));
    }
}

/// Reports a value of `force_backend` that has no effect. The framework knows only one.
fn check_force_backend(kernel: &Kernel, diagnostics: &mut Diagnostics) {
    const KNOWN: &str = "force_cpu";
    if let Some(backend) = kernel.force_backend.as_ref().filter(|backend| backend.value != KNOWN) {
        let message = format!("`{}` is not a value of `force_backend`, so it has no effect", backend.value);
        let change = Change::Replace { span: backend.span, text: KNOWN.to_owned() };
        let fix = Fix::new(format!("write `{KNOWN}`"), [change]);
        diagnostics.push(Diagnostic::new(rules::UNKNOWN_BACKEND, backend.span, message).fix(fix));
    }
}
