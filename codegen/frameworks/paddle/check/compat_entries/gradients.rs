//! The gradients that an entry of `op_compat.yaml` lists. The framework identifies them by position: the first is the
//! gradient of the operator, the second is the gradient of the first.

use crate::rules;
use registry::{OpId, Registry};
use source::{Change, Diagnostic, Diagnostics, Help, Span};
use spec::{Compat, NamePair, Op, stem};

pub fn check(registry: &Registry, entry: &Compat, diagnostics: &mut Diagnostics) {
    for (at, pair) in entry.backward.iter().enumerate() {
        check_position(registry, entry, at, pair, diagnostics);
    }
    check_legacy(entry, diagnostics);
    check_complete(registry, entry, diagnostics);
}

/// The gradient that an unknown name in `backward` stands for: the only one that the entry does not list, or else the one that
/// belongs at this place.
pub fn unlisted<'a>(registry: &'a Registry, entry: &Compat, unknown: Span) -> Option<&'a str> {
    let at = entry.backward.iter().position(|pair| pair.name.span == unknown)?;
    let chain = registry.grad_chain(registry.find_for_compat(&entry.op.name.value)?);
    let name = |id: &OpId| registry.op(*id).name.as_str();
    let is_listed = |name: &str| entry.backward.iter().any(|pair| stem(&pair.name.value) == stem(name));
    let missing: Vec<&str> = chain.iter().skip(1).map(name).filter(|name| !is_listed(name)).collect();
    match missing[..] {
        [only] => Some(only),
        _ => chain.get(at + 1).map(name).filter(|name| missing.contains(name)),
    }
}

/// Reports a gradient that the entry does not list. Such a gradient has its current name in programs, and a second
/// gradient also has the current names of its arguments. That may be intended if the entry lists no gradients and
/// renames nothing.
fn check_complete(registry: &Registry, entry: &Compat, diagnostics: &mut Diagnostics) {
    let Some(op) = registry.find_for_compat(&entry.op.name.value) else { return };
    let chain = registry.grad_chain(op);
    let is_renamed = |name: &str| {
        let origin = name.strip_suffix("_grad").unwrap_or(name);
        [&entry.inputs, &entry.outputs, &entry.attrs].iter().any(|names| names.contains_key(origin))
    };
    let missing = chain.iter().enumerate().skip(1 + entry.backward.len()).map(|(depth, &id)| (depth, registry.op(id)));
    let needs = |(depth, gradient): &(usize, &Op)| {
        let signature = &gradient.signature;
        let mut names = signature.arg_names().chain(signature.output_names());
        // A gradient may still have the name that belongs to its operator's name in programs.
        let is_usual = |legacy: &str| *depth == 1 && gradient.name.value.strip_suffix("_grad") == Some(legacy);
        let is_renamed_op = entry.op.legacy.as_ref().is_some_and(|legacy| !is_usual(&legacy.value));
        !entry.backward.is_empty() || is_renamed_op || *depth > 1 && names.any(is_renamed)
    };
    // A gradient that invokes another operator has no name in programs.
    let is_in_programs = |gradient: &Op| {
        let by_hand = registry.is_hand_written(&gradient.name.value);
        registry.profile().registers(gradient.home) && gradient.invoke.is_none() && !gradient.poisoned && !by_hand
    };
    let mut missing = missing.filter(|(_, gradient)| is_in_programs(gradient));
    let Some((_, gradient)) = missing.find(needs) else { return };
    // Another entry may describe the gradient.
    if registry.compat_of(&gradient.name.value).is_some() || registry.op(op).poisoned {
        return;
    }
    let at = entry.backward.last().unwrap_or(&entry.op);
    let message =
        format!("the entry of `{}` does not list the gradient `{}`", entry.op.name.value, gradient.name.value);
    let problem = Diagnostic::new(rules::MISSING_GRADIENTS, at.name.span, message);
    let (key, name) = ("backward".to_owned(), gradient.name.value.clone());
    let add = Change::AddName { within: entry.op.name.span, key, name };
    let help = format!("add `{}` to `backward`, with its name in programs if that is different", gradient.name.value);
    let help = Help::from(help).with(add).titled(format!("add `{}` to `backward`", gradient.name.value));
    diagnostics.push(problem.label(gradient.name.span, "defined here").help(help));
}

fn check_position(registry: &Registry, entry: &Compat, at: usize, pair: &NamePair, diagnostics: &mut Diagnostics) {
    let of = &entry.op.name;
    let Some(gradient) = registry.find_for_compat(&pair.name.value) else { return };
    let named = |id: OpId, name: &str| registry.op(id).stem() == stem(name);
    // Search back from the gradient, and forward along the gradients that the operator and its gradients name.
    let steps = std::iter::successors(Some(gradient), |&id| registry.links(id).forward);
    let depth = steps.take(MAX_DEPTH).position(|id| named(id, &of.value));
    let chain = registry.find_for_compat(&of.value).map_or(Vec::new(), |id| registry.grad_chain(id));
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

/// The number of forward operators to follow. Longer chains of gradients do not occur.
const MAX_DEPTH: usize = 5;

fn nth(depth: usize) -> String {
    match depth {
        1 => "the gradient".to_owned(),
        2 => "the second gradient".to_owned(),
        3 => "the third gradient".to_owned(),
        _ => format!("gradient number {depth}"),
    }
}

/// Reports unusual names of gradients in programs. `matmul (matmul_v2)` has the gradient
/// `matmul_grad (matmul_v2_grad)`, whose own gradient is called `matmul_v2_grad_grad` or `matmul_v2_double_grad`. A number at the end
/// may move behind the suffix, as in `cross_entropy_grad2` for `cross_entropy2`.
fn check_legacy(entry: &Compat, diagnostics: &mut Diagnostics) {
    let root = entry.op.in_programs();
    let mut before = root.to_owned();
    for (pair, suffix) in entry.backward.iter().zip(["_grad", "_double_grad", "_triple_grad"]) {
        let unnumbered = root.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let numbered = format!("{unnumbered}{suffix}{}", &root[unnumbered.len()..]);
        let usual = [format!("{before}_grad"), format!("{root}{suffix}"), numbered];
        if let Some(legacy) = pair.legacy.as_ref().filter(|legacy| !usual.contains(&legacy.value)) {
            let message = format!("`{}` is called `{}` in programs, not `{}`", pair.name.value, legacy.value, usual[0]);
            let problem = Diagnostic::new(rules::LEGACY_GRADIENT, legacy.span, message);
            let at = entry.op.legacy.as_ref().unwrap_or(&entry.op.name).span;
            diagnostics.push(problem.label(at, "the operator's name").help(Help::meant(&legacy.value, &usual[0])));
            [before, ..] = usual;
        } else {
            pair.in_programs().clone_into(&mut before);
        }
    }
}
