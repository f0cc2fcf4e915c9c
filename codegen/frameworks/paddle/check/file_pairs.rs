//! Files come in pairs, such as `ops` and `backward`. An operator, its gradient, and the operator that the gradient
//! invokes must all be in one pair, because static programs do not look elsewhere.
//!
//! The dynamic graph joins all files, so without these rules the mistake would only show when a static program has no
//! gradient.

use crate::rules;
use std::collections::BTreeMap;

use profile::Graph;
use registry::{OpId, Registry};
use source::{Diagnostic, Diagnostics, Span, Spanned};
use spec::{Home, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let unsettled = super::defined_twice(registry);
    let mut by_stem: BTreeMap<&str, Vec<&Op>> = BTreeMap::new();
    for (_, op) in registry.ops() {
        by_stem.entry(op.stem()).or_default().push(op);
    }
    for (id, op) in registry.ops().filter(|(id, op)| !op.poisoned && !unsettled.contains(id)) {
        if registry.links(id).forward.is_none_or(|forward| !unsettled.contains(&forward)) {
            check_gradient(registry, id, op, diagnostics);
        }
        check_claim(registry, id, op, diagnostics);
        check_invoked(registry, &by_stem, id, op, diagnostics);
    }
    check_unique(registry, diagnostics);
}

/// Reports operators that would be registered twice. Static programs have one library of operators, whatever file they
/// come from.
fn check_unique(registry: &Registry, diagnostics: &mut Diagnostics) {
    let mut first: BTreeMap<&str, &Op> = BTreeMap::new();
    for (_, op) in registry.ops().filter(|(id, _)| registry.is_registered(*id)) {
        match first.get(op.stem()) {
            None => {
                first.insert(op.stem(), op);
            }
            // Duplicates within one file are reported elsewhere.
            Some(earlier) if earlier.home.family() == op.home.family() => {}
            Some(earlier) => {
                let message = format!(
                    "`{}` is defined in both {} and {}, so static programs would have it twice",
                    op.name.value,
                    earlier.home.key(),
                    op.home.key()
                );
                let problem = Diagnostic::new(rules::DUPLICATE_OP, op.name.span, message).here("again here");
                diagnostics.push(problem.label(earlier.name.span, "first defined here"));
            }
        }
    }
}

fn check_gradient(registry: &Registry, id: OpId, op: &Op, diagnostics: &mut Diagnostics) {
    let forward = registry.links(id).forward.filter(|forward| !registry.is_excluded(*forward));
    let Some(forward) = forward.map(|forward| registry.op(forward)) else { return };
    if forward.home.goes_with(op.home)
        || forward.home.family().graph() == Graph::Pir && pir_finds(registry, forward, op)
    {
        return;
    }
    let message = format!(
        "`{}` is defined in {}, but its forward operator `{}` is defined in {}",
        op.name.value,
        op.home.key(),
        forward.name.value,
        forward.home.key()
    );
    let help = format!("gradients of operators in {} belong in {}", forward.home.key(), gradients_of(forward.home));
    report(&op.name, message, forward.name.span, help, diagnostics);
}

/// True if PIR finds the gradient of an operator that only PIR has: the dialect reads the gradient's file, or the
/// operator is written by hand.
fn pir_finds(registry: &Registry, forward: &Op, gradient: &Op) -> bool {
    let mut dialects = registry.profile().pir.iter().flat_map(|pir| pir.dialects.values());
    let has = |names: &[String], name: &str| names.iter().any(|listed| listed == name);
    let Some(dialect) = dialects.find(|dialect| has(&dialect.homes, forward.home.key())) else { return true };
    has(&dialect.homes, gradient.home.key()) || has(&dialect.hand_written, forward.name.as_str())
}

/// Reports a gradient in the wrong file that an operator refers to but that does not refer to the operator. Other
/// gradients are reported at their own entries.
fn check_claim(registry: &Registry, id: OpId, op: &Op, diagnostics: &mut Diagnostics) {
    let Some((name, gradient)) = op.backward.as_ref().zip(registry.links(id).backward) else { return };
    let is_mutual = registry.links(gradient).forward == Some(id);
    let gradient = registry.op(gradient);
    if is_mutual || !gradient.is_backward() || gradient.home.goes_with(op.home) {
        return;
    }
    let message = format!(
        "`{}` is defined in {}, but its gradient `{}` is defined in {}",
        op.name.value,
        op.home.key(),
        name.value,
        gradient.home.key()
    );
    let help = format!("define the gradient in {}, or leave out `backward`", gradients_of(op.home));
    report(name, message, gradient.name.span, help, diagnostics);
}

/// Reports a gradient that invokes an operator of another pair of files.
fn check_invoked(
    registry: &Registry,
    by_stem: &BTreeMap<&str, Vec<&Op>>,
    id: OpId,
    op: &Op,
    diagnostics: &mut Diagnostics,
) {
    // Only for registered operators does the static graph build gradients from invocations.
    if op.forward.is_none() || !op.is_backward() || !registry.is_registered(id) {
        return;
    }
    let Some(call) = &op.invoke else { return };
    let name = &call.func;
    let Some(found) = by_stem.get(name.as_str()) else { return };
    if found.iter().any(|other| other.home != op.home && other.home.goes_with(op.home)) {
        return;
    }
    let is_elsewhere = |other: &&&Op| !other.is_backward() && other.home.family().graph() != Graph::Pir;
    let Some(elsewhere) = found.iter().find(is_elsewhere) else { return };
    let message = format!(
        "`{}` is defined in {}, but it invokes `{}`, which is defined in {}",
        op.name.value,
        op.home.key(),
        name.value,
        elsewhere.home.key()
    );
    let help = format!("invoke an operator that is defined in {}, or use a kernel", forward_of(op.home));
    report(name, message, elsewhere.name.span, help, diagnostics);
}

fn report(at: &Spanned<String>, message: String, other: Span, help: String, diagnostics: &mut Diagnostics) {
    let problem = Diagnostic::new(rules::WRONG_FILE, at.span, message);
    diagnostics.push(problem.label(other, "defined here").help(help));
}

fn gradients_of(home: Home) -> &'static str {
    let gradients = if home.is_backward() { Some(home.key()) } else { home.partner() };
    gradients.unwrap_or("another file")
}

fn forward_of(home: Home) -> &'static str {
    home.partner().unwrap_or("another file")
}
