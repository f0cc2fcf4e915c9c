//! The gradients that an entry of the compat file lists. The framework identifies them by position: the first is the
//! gradient of the operator, the second is the gradient of the first.

use super::saved_id;
use crate::rules;
use registry::{OpId, Registry};
use source::{Diagnostic, Diagnostics};
use spec::{Compat, NamePair, stem};

pub fn check(registry: &Registry, entry: &Compat, diagnostics: &mut Diagnostics) {
    for (at, pair) in entry.backward.iter().enumerate() {
        check_place(registry, entry, at, pair, diagnostics);
    }
    check_legacy(entry, diagnostics);
}

fn check_place(registry: &Registry, entry: &Compat, at: usize, pair: &NamePair, diagnostics: &mut Diagnostics) {
    let of = &entry.op.name;
    let Some(gradient) = saved_id(registry, &pair.name.value) else { return };
    let named = |id: OpId, name: &str| registry.op(id).stem() == stem(name);
    // Search back from the gradient, and forward along the gradients that the operator and its gradients name.
    let steps = std::iter::successors(Some(gradient), |&id| registry.links(id).forward);
    let depth = steps.take(MOST).position(|id| named(id, &of.value));
    let chain = saved_id(registry, &of.value).map_or(Vec::new(), |id| registry.grad_chain(id));
    if depth == Some(at + 1) || chain.get(at + 1).is_some_and(|&id| named(id, &pair.name.value)) {
        return;
    }
    let op = registry.op(gradient);
    let message = match depth.or_else(|| chain.iter().position(|&id| id == gradient)).filter(|depth| *depth > 0) {
        Some(depth) => {
            format!(
                "`{}` is {} of `{}`, but is at position {} in the list",
                pair.name.value,
                nth(depth),
                of.value,
                at + 1
            )
        }
        None => format!("`{}` is not a gradient of `{}`", pair.name.value, of.value),
    };
    let problem = Diagnostic::new(rules::FOREIGN_GRADIENT, pair.name.span, message);
    let forward = op.forward.as_ref().map(|forward| forward.name.span);
    diagnostics.push(problem.maybe_label(forward, "its forward operator"));
}

/// The longest chain of gradients.
const MOST: usize = 5;

fn nth(depth: usize) -> String {
    match depth {
        1 => "the gradient".to_owned(),
        2 => "the second gradient".to_owned(),
        3 => "the third gradient".to_owned(),
        _ => format!("gradient number {depth}"),
    }
}

/// `matmul (matmul_v2)` has the gradient `matmul_grad (matmul_v2_grad)`, whose own gradient is called
/// `matmul_v2_grad_grad` or `matmul_v2_double_grad`.
fn check_legacy(entry: &Compat, diagnostics: &mut Diagnostics) {
    let root = entry.op.in_programs();
    let mut before = root.to_owned();
    for (pair, suffix) in entry.backward.iter().zip(["_grad", "_double_grad", "_triple_grad"]) {
        let usual = [format!("{before}_grad"), format!("{root}{suffix}")];
        if let Some(legacy) = pair.legacy.as_ref().filter(|legacy| !usual.contains(&legacy.value)) {
            let message = format!("`{}` is called `{}` in programs, not `{}`", pair.name.value, legacy.value, usual[0]);
            let problem = Diagnostic::new(rules::LEGACY_GRADIENT, legacy.span, message);
            let at = entry.op.legacy.as_ref().unwrap_or(&entry.op.name).span;
            diagnostics.push(problem.label(at, "the operator's name").help(format!("did you mean `{}`?", usual[0])));
            [before, _] = usual;
        } else {
            before = pair.in_programs().to_owned();
        }
    }
}
