//! Kernels of sparse operators: whether the kind of tensor in their names agrees with their dispatches.

use crate::rules;
use source::{Diagnostic, Diagnostics, Spanned};
use spec::{Dispatch, Kernel, KernelFn, Op, TensorKind};

/// How the two kinds are spelled in names.
const KINDS: [(&str, TensorKind); 2] = [("coo", TensorKind::SparseCoo), ("csr", TensorKind::SparseCsr)];

pub fn check(op: &Op, kernel: &Kernel, diagnostics: &mut Diagnostics) {
    let dispatched = |function: &KernelFn| function.dispatch.is_some();
    for function in kernel.functions.iter().filter(|function| dispatched(function)) {
        let Some(dispatch) = &function.dispatch else { continue };
        if check_name(op, function, dispatch, diagnostics) {
            check_sibling(op, kernel, function, dispatch, diagnostics);
        }
    }
}

fn has_word(name: &str, word: &str) -> bool {
    name.split('_').any(|other| other == word)
}

fn kinds(dispatch: &Dispatch) -> impl Iterator<Item = &Spanned<TensorKind>> {
    dispatch.inputs.iter().chain(&dispatch.outputs)
}

/// Whether the kinds in the name are those in the dispatch. A name without a kind fits every dispatch.
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

/// The `csr` kernel takes a `csr` tensor wherever the `coo` kernel of the same name takes a `coo` tensor.
fn check_sibling(op: &Op, kernel: &Kernel, function: &KernelFn, dispatch: &Dispatch, diagnostics: &mut Diagnostics) {
    let [(coo, _), (csr, _)] = KINDS;
    let name = &function.name;
    let other_name: Vec<_> = name.value.split('_').map(|word| if word == coo { csr } else { word }).collect();
    let other_name = other_name.join("_");
    let sibling = kernel.functions.iter().find(|other| other.name.value == other_name && other.name != *name);
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
