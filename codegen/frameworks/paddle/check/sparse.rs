//! Kernels for sparse tensors. The kind of tensor in a kernel's name must match its dispatch, and a gradient needs a
//! kernel for each kind that the forward operator supports.

use crate::rules;
use std::collections::BTreeMap;

use source::{Diagnostic, Diagnostics, Spanned};
use spec::{Dispatch, ForwardCall, Kernel, KernelFn, Op, TensorKind};

/// The words for the two sparse formats in names of kernels.
const KINDS: [(&str, TensorKind); 2] = [("coo", TensorKind::SparseCoo), ("csr", TensorKind::SparseCsr)];

pub fn check(op: &Op, kernel: &Kernel, diagnostics: &mut Diagnostics) {
    if kernel.functions.iter().all(|function| function.dispatch.is_none()) {
        return;
    }
    let mut by_name: BTreeMap<&str, &KernelFn> = BTreeMap::new();
    for function in &kernel.functions {
        by_name.entry(function.name.as_str()).or_insert(function);
    }
    for function in &kernel.functions {
        let Some(dispatch) = &function.dispatch else { continue };
        if check_name(op, function, dispatch, diagnostics) {
            check_sibling(op, &by_name, function, dispatch, diagnostics);
        }
    }
}

fn has_word(name: &str, word: &str) -> bool {
    name.split('_').any(|other| other == word)
}

fn kinds(dispatch: &Dispatch) -> impl Iterator<Item = &Spanned<TensorKind>> {
    dispatch.inputs.iter().chain(&dispatch.outputs)
}

/// False, with a report, if the kinds in the name of a kernel are not those in its dispatch. A name without a kind fits
/// every dispatch.
fn check_name(op: &Op, function: &KernelFn, dispatch: &Dispatch, diagnostics: &mut Diagnostics) -> bool {
    let name = &function.name;
    if !KINDS.iter().any(|(word, _)| has_word(&name.value, word)) {
        return true;
    }
    for (word, kind) in KINDS {
        let found = kinds(dispatch).find(|found| found.value == kind);
        let (message, at) = match (has_word(&name.value, word), found) {
            (true, None) => (format!("`{}` is not dispatched for a {kind} tensor", name.value), name.span),
            (false, Some(found)) => (format!("`{}` is dispatched for a {kind} tensor", name.value), found.span),
            _ => continue,
        };
        diagnostics.push(Diagnostic::new(rules::SPARSE_KINDS, at, message).label(op.name.span, "the operator"));
        return false;
    }
    true
}

/// Compares a `coo` kernel with the `csr` kernel of the same name, which must take a `csr` tensor wherever the first
/// takes a `coo` tensor.
fn check_sibling(
    op: &Op,
    by_name: &BTreeMap<&str, &KernelFn>,
    function: &KernelFn,
    dispatch: &Dispatch,
    diagnostics: &mut Diagnostics,
) {
    let [(coo, _), (csr, _)] = KINDS;
    let name = &function.name;
    let other_name: Vec<_> = name.value.split('_').map(|word| if word == coo { csr } else { word }).collect();
    let other_name = other_name.join("_");
    let sibling = by_name.get(other_name.as_str()).filter(|other| other.name != *name);
    let Some((other, there)) = sibling.and_then(|other| Some((other, other.dispatch.as_ref()?))) else { return };
    let same_length = dispatch.inputs.len() == there.inputs.len() && dispatch.outputs.len() == there.outputs.len();
    let swapped = |kind| if kind == TensorKind::SparseCoo { TensorKind::SparseCsr } else { kind };
    let different = kinds(dispatch).zip(kinds(there)).find(|(one, other)| swapped(one.value) != other.value);
    if let Some((one, two)) = different.filter(|_| same_length) {
        let message = format!(
            "`{}` of `{}` takes a {} tensor where `{}` takes a {} tensor",
            name.value, op.name.value, one.value, other.name.value, two.value
        );
        diagnostics
            .push(Diagnostic::new(rules::SPARSE_KINDS, one.span, message).label(two.span, "in the other kernel"));
    }
}

/// Reports a gradient without a kernel for one of the forward operator's sparse kernels. It must take the kinds of
/// tensor that the forward kernel takes and returns.
pub fn check_gradient(op: &Op, forward: &Op, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let (Some(own), Some(others)) = (dispatches(op), dispatches(forward)) else { return };
    let Some((first, _)) = own.first() else { return };
    let is_sparse = |kind: &Spanned<TensorKind>| KINDS.iter().any(|(_, sparse)| kind.value == *sparse);
    for (function, dispatch) in others.into_iter().filter(|(_, dispatch)| kinds(dispatch).any(is_sparse)) {
        let forward_kinds = forward_kinds(forward, written, dispatch);
        let takes_them = |(_, dispatch): &(_, &Dispatch)| {
            input_kinds(op, dispatch).all(|(name, kind)| forward_kinds.get(&name).is_none_or(|is| *is == kind))
        };
        if !own.iter().any(takes_them) {
            let message = format!("`{}` has no kernel for the tensors of `{}`", op.name.value, function.value);
            let problem = Diagnostic::new(rules::MISSING_SPARSE_KERNEL, first.span, message);
            diagnostics.push(problem.label(function.span, "the kernel of the forward operator"));
        }
    }
}

/// The kernels of an operator with their dispatches. `None` unless all of them have one.
fn dispatches(op: &Op) -> Option<Vec<(&Spanned<String>, &Dispatch)>> {
    let functions = op.kernel.as_ref().filter(|_| op.invoke.is_none())?.functions.iter();
    functions.map(|function| Some((&function.name, function.dispatch.as_ref()?))).collect()
}

/// The tensors that a kernel takes, with their kinds according to a dispatch.
fn input_kinds(op: &Op, dispatch: &Dispatch) -> impl Iterator<Item = (String, TensorKind)> {
    let params = op.kernel_params().into_iter();
    let inputs = params.filter_map(|param| Some(op.signature.input(param.name()?)?.name.value.clone()));
    inputs.zip(dispatch.inputs.iter().map(|kind| kind.value))
}

/// The kinds of the tensors that a gradient may take after a certain forward kernel has run, by their names in the
/// forward signature.
fn forward_kinds(forward: &Op, written: &ForwardCall, dispatch: &Dispatch) -> BTreeMap<String, TensorKind> {
    let (of, is) = (&written.signature, &forward.signature);
    let mut found = BTreeMap::new();
    for (output, kind) in of.outputs.iter().zip(&dispatch.outputs) {
        found.insert(format!("{}_grad", output.name.value), kind.value);
        found.insert(output.name.value.clone(), kind.value);
    }
    for (name, kind) in input_kinds(forward, dispatch) {
        let at = is.inputs.iter().position(|input| input.name.value == name);
        let written = at.and_then(|at| of.inputs.get(at));
        found.extend(written.map(|input| (input.name.value.clone(), kind)));
    }
    found
}
