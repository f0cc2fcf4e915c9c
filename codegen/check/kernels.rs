//! Whether an operator's kernels can be chosen and called.

use super::{has_cpp_function, sound_ops};
use crate::registry::Registry;
use crate::source::{Diagnostic, Diagnostics, Rule, Span};
use crate::spec::{Candidates, Element, Family, Kernel, KernelFn, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for op in sound_ops(registry) {
        check_implementation(op, diagnostics);
        check_mappings(op, diagnostics);
        let Some(kernel) = op.kernel.as_ref().filter(|_| op.invoke.is_none()) else { continue };
        check_dispatches(op, kernel, diagnostics);
        if has_cpp_function(op) {
            check_sizes(op, diagnostics);
            check_kernel_key(op, kernel, diagnostics);
        }
    }
}

fn check_implementation(op: &Op, diagnostics: &mut Diagnostics) {
    let name = &op.name;
    if op.kernel.is_none() && op.invoke.is_none() && op.composite.is_none() {
        let message = format!("`{}` has neither `kernel` nor `invoke` nor `composite`", name.value);
        diagnostics.push(Diagnostic::new(Rule::NoImplementation, name.span, message));
    }
    if op.kernel.is_some() && op.invoke.is_none() && op.infer_meta.is_none() && has_cpp_function(op) {
        let message = format!("`{}` has a kernel, but no `infer_meta`", name.value);
        diagnostics.push(Diagnostic::new(Rule::NoInferMeta, name.span, message));
    }
}

fn check_mappings(op: &Op, diagnostics: &mut Diagnostics) {
    for mapping in &op.inplace {
        let ends = (op.signature.input(&mapping.input.value), op.signature.output(&mapping.output.value));
        if let (Some(input), Some(output)) = ends
            && input.ty != output.ty
        {
            let message =
                format!("`{}` is a {}, but `{}` is a {}", input.name.value, input.ty, output.name.value, output.ty);
            let problem = Diagnostic::new(Rule::UnpairedMapping, mapping.output.span, message);
            diagnostics.push(problem.label(input.name.span, "the input").label(output.name.span, "the output"));
        }
    }
    for mapping in &op.view {
        if let Some(output) = op.signature.output(&mapping.output.value).filter(|output| output.ty.is_list()) {
            let message = format!("`{}` is a list, and only a tensor can be a view", output.name.value);
            let problem = Diagnostic::new(Rule::ViewOfList, mapping.output.span, message);
            diagnostics.push(problem.label(output.name.span, "declared here"));
        }
    }
}

fn check_dispatches(op: &Op, kernel: &Kernel, diagnostics: &mut Diagnostics) {
    let params = op.kernel_params();
    let inputs =
        params.iter().filter(|param| param.name().is_some_and(|name| op.signature.input(name).is_some())).count();
    let outputs = op.signature.outputs.len();
    for function in &kernel.functions {
        let name = &function.name;
        match &function.dispatch {
            None if kernel.functions.len() > 1 && has_cpp_function(op) => {
                let message = format!(
                    "`{}` has several kernels, but `{}` does not say for which tensors it is",
                    op.name.value, name.value
                );
                let problem = Diagnostic::new(Rule::SeveralKernels, name.span, message);
                diagnostics.push(problem.help(format!("write `{} {{dense, ... -> dense}}`", name.value)));
            }
            None => {}
            Some(dispatch) => {
                check_count(
                    op,
                    function,
                    "input",
                    dispatch.inputs.iter().map(|kind| kind.span).collect(),
                    inputs,
                    diagnostics,
                );
                check_count(
                    op,
                    function,
                    "output",
                    dispatch.outputs.iter().map(|kind| kind.span).collect(),
                    outputs,
                    diagnostics,
                );
            }
        }
    }
}

/// Kernels of the static graph are chosen by other means, so there a dispatch may name fewer tensors.
fn check_count(
    op: &Op,
    function: &KernelFn,
    what: &str,
    kinds: Vec<Span>,
    tensors: usize,
    diagnostics: &mut Diagnostics,
) {
    let too_few = kinds.len() < tensors && has_cpp_function(op);
    if kinds.len() <= tensors && !too_few {
        return;
    }
    let at = if too_few { function.name.span } else { kinds[tensors] };
    let message =
        format!("the dispatch of `{}` has {} {what}s, but the kernel has {tensors}", function.name.value, kinds.len());
    diagnostics.push(Diagnostic::new(Rule::DispatchArity, at, message).label(op.name.span, "the operator"));
}

fn check_sizes(op: &Op, diagnostics: &mut Diagnostics) {
    let needed = !op.is_backward() || op.signature.outputs.len() > 1;
    for output in op.signature.outputs.iter().filter(|output| needed && output.ty.is_list() && output.size.is_none()) {
        let message = format!("how many tensors are in `{}`?", output.name.value);
        let help = format!("write `Tensor[]({}){{x.size()}}`", output.name.value);
        diagnostics.push(Diagnostic::new(Rule::MissingSize, output.name.span, message).help(help));
    }
}

/// The three parts of a kernel key, with the type of attribute that decides each.
const PARTS: &[(&str, Element)] =
    &[("backend", Element::Place), ("layout", Element::DataLayout), ("data_type", Element::DataType)];

fn check_kernel_key(op: &Op, kernel: &Kernel, diagnostics: &mut Diagnostics) {
    for ((key, element), candidates) in PARTS.iter().zip([&kernel.backend, &kernel.layout, &kernel.data_type]) {
        match candidates {
            Some(candidates) => check_candidates(op, key, *element, candidates, diagnostics),
            None => check_key_is_set(op, key, *element, diagnostics),
        }
    }
    let has = |element| op.signature.attrs.iter().any(|attr| attr.ty.is(element));
    let keyed_family = matches!(op.home.family(), Family::Dense | Family::Fused);
    if keyed_family && op.signature.inputs.is_empty() && !(has(Element::Place) && has(Element::DataType)) {
        let message = format!("nothing tells which kernel of `{}` runs: it has no input tensor", op.name.value);
        let help =
            "give it attributes of the types `Place` and `DataType`, and name them under `backend` and `data_type`";
        diagnostics.push(Diagnostic::new(Rule::NoKernelKey, op.name.span, message).help(help));
    }
}

fn check_key_is_set(op: &Op, key: &str, element: Element, diagnostics: &mut Diagnostics) {
    if !matches!(op.home.family(), Family::Dense | Family::Fused) {
        return;
    }
    if let Some(attr) = op.signature.attrs.iter().find(|attr| attr.ty.is(element)) {
        let message =
            format!("`{}` has the attribute `{}`, but its kernel has no `{key}`", op.name.value, attr.name.value);
        let help = format!("add `{key} : {}` to the kernel", attr.name.value);
        diagnostics.push(Diagnostic::new(Rule::KeyNotSet, attr.name.span, message).help(help));
    }
}

fn check_candidates(op: &Op, key: &str, element: Element, candidates: &Candidates, diagnostics: &mut Diagnostics) {
    let first = &candidates.names[0];
    let mut problem = |message: String, help: &str| {
        diagnostics.push(Diagnostic::new(Rule::OrderedCandidates, first.name.span, message).help(help));
    };
    let count = candidates.names.len();
    if candidates.ordered {
        let decides = op.signature.attr(&first.name.value).is_some_and(|attr| attr.ty.is(element));
        if count != 2 {
            problem(format!("`{key}` orders {count} candidates with `>`"), "`>` stands between two of them");
        } else if !decides || candidates.names.iter().any(|name| name.complex) {
            problem(
                format!("`{}` cannot decide the {key}", first.name.value),
                "before `>` stands an attribute of the matching type",
            );
        }
    } else if count > 1 && key != "backend" {
        problem(format!("`{key}` has {count} candidates"), "only `backend` may have several without an order");
    }
}
