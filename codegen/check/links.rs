//! Forward operators and their backward ones: whether they name each other.

use std::collections::BTreeSet;

use crate::registry::{OpId, Registry};
use crate::source::{Diagnostic, Diagnostics, Rule, Spanned, suggest};
use crate::spec::{Family, ForwardCall, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let unsettled = super::defined_twice(registry);
    let settled = |id: &OpId| !unsettled.contains(id);
    // Backward operators that another than their forward operator names: that is said once, at the claim.
    let mut claimed_by_others = BTreeSet::new();
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        match claim(registry, id) {
            Some(Claim::Nothing(name)) if !diagnostics.may_be_lost(&name.value) => {
                report_unknown_backward(registry, id, name, diagnostics)
            }
            Some(Claim::Itself(name)) => report_claims_itself(registry, id, name, diagnostics),
            Some(Claim::Forward(name, named)) => report_no_backward(registry, id, name, named, diagnostics),
            Some(Claim::Foreign(gradient)) if settled(&id) && settled(&gradient) => {
                claimed_by_others.insert(gradient);
                report_foreign_claim(op, registry.op(gradient), diagnostics);
            }
            _ => {}
        }
    }
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        let Some(written) = &op.forward else { continue };
        match registry.links(id).forward {
            Some(forward) if forward == id => report_own_gradient(op, written, diagnostics),
            Some(forward) if settled(&id) && settled(&forward) && !claimed_by_others.contains(&id) => {
                check_claimed(registry, op, forward, diagnostics);
            }
            None if !diagnostics.may_be_lost(&written.name.value) => {
                report_unknown_forward(registry, id, written, diagnostics)
            }
            _ => {}
        }
    }
}

/// What the name under `backward` means.
enum Claim<'a> {
    /// A gradient of this operator.
    Sound(&'a Spanned<String>),
    Nothing(&'a Spanned<String>),
    Itself(&'a Spanned<String>),
    /// That forward operator.
    Forward(&'a Spanned<String>, OpId),
    /// The gradient of another operator.
    Foreign(OpId),
}

fn claim(registry: &Registry, id: OpId) -> Option<Claim<'_>> {
    let op = registry.op(id);
    let name = op.backward.as_ref()?;
    let Some(gradient) = registry.links(id).backward else {
        let by_hand = registry.is_hand_written(&name.value);
        return Some(if by_hand { Claim::Sound(name) } else { Claim::Nothing(name) });
    };
    let forward = registry.links(gradient).forward.filter(|&forward| forward != gradient);
    Some(match forward.map(|forward| registry.op(forward)) {
        _ if gradient == id => Claim::Itself(name),
        _ if !registry.op(gradient).is_backward() => Claim::Forward(name, gradient),
        Some(forward) if !same_name(&forward.name.value, &op.name.value) => Claim::Foreign(gradient),
        _ => Claim::Sound(name),
    })
}

/// `relu_` and `relu` are one name.
fn same_name(a: &str, b: &str) -> bool {
    a.trim_end_matches('_') == b.trim_end_matches('_')
}

fn report_unknown_backward(registry: &Registry, id: OpId, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let says = format!("`{}` names the backward operator `{}`", registry.op(id).name.value, name.value);
    let help = || backward_help(registry, id, &name.value);
    diagnostics.push(unknown(Rule::UnknownBackward, registry, id, name, &says, help));
}

/// An operator refers to a name that it does not see; there may be one of that name elsewhere.
fn unknown(
    rule: Rule,
    registry: &Registry,
    id: OpId,
    name: &Spanned<String>,
    says: &str,
    help: impl Fn() -> Option<String>,
) -> Diagnostic {
    match registry.ops().find(|(_, other)| other.name == *name) {
        Some((_, elsewhere)) => {
            let family = |op: &Op| op.home.family().name();
            let message = format!("{says}, which is no {} operator", family(registry.op(id)));
            let label = format!("a {} operator", family(elsewhere));
            Diagnostic::new(rule, name.span, message).label(elsewhere.name.span, label)
        }
        None => Diagnostic::new(rule, name.span, format!("{says}, which does not exist")).maybe_help(help()),
    }
}

fn report_claims_itself(registry: &Registry, id: OpId, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let message = format!("`{}` names itself as its backward operator", registry.op(id).name.value);
    let problem = Diagnostic::new(Rule::UnknownBackward, name.span, message);
    diagnostics.push(problem.maybe_help(backward_help(registry, id, &name.value)));
}

fn report_no_backward(
    registry: &Registry,
    id: OpId,
    name: &Spanned<String>,
    named: OpId,
    diagnostics: &mut Diagnostics,
) {
    let message = format!("`{}` names `{}`, which is no backward operator", registry.op(id).name.value, name.value);
    let problem = Diagnostic::new(Rule::UnknownBackward, name.span, message);
    let problem = problem.label(registry.name_span(named), "a forward operator");
    diagnostics.push(problem.maybe_help(backward_help(registry, id, &name.value)));
}

/// The operator's gradient if there is one, or else the backward operator of the nearest name.
fn backward_help(registry: &Registry, id: OpId, name: &str) -> Option<String> {
    let mut gradients =
        registry.ops().filter(|(gradient, _)| *gradient != id && registry.links(*gradient).forward == Some(id));
    if let Some((_, gradient)) = gradients.next() {
        return Some(format!("did you mean `{}`?", gradient.name.value));
    }
    suggest::help(name, related(registry, id).filter(|op| op.is_backward()).map(|op| op.name.as_str()))
}

/// Every other operator that an operator sees.
fn related(registry: &Registry, id: OpId) -> impl Iterator<Item = &Op> {
    let family = registry.op(id).home.family();
    let sees = move |other: Family| other == family || family == Family::Static && other == Family::Dense;
    registry.ops().filter(move |(other, op)| *other != id && sees(op.home.family())).map(|(_, op)| op)
}

fn report_foreign_claim(op: &Op, gradient: &Op, diagnostics: &mut Diagnostics) {
    let (Some(name), Some(forward)) = (&op.backward, &gradient.forward) else { return };
    let message = format!(
        "`{}` names `{}`, which is the gradient of `{}`",
        op.name.value, gradient.name.value, forward.name.value
    );
    let problem = Diagnostic::new(Rule::UnknownBackward, name.span, message);
    diagnostics.push(problem.label(forward.name.span, "its forward operator"));
}

fn report_own_gradient(op: &Op, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let message = format!("`{}` is the gradient of itself", op.name.value);
    diagnostics.push(Diagnostic::new(Rule::UnknownForward, written.name.span, message));
}

fn report_unknown_forward(registry: &Registry, id: OpId, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let name = &written.name;
    let says = format!("`{}` is the gradient of `{}`", registry.op(id).name.value, name.value);
    let help = || suggest::help(&name.value, related(registry, id).map(|op| op.name.as_str()));
    diagnostics.push(unknown(Rule::UnknownForward, registry, id, name, &says, help));
}

/// A forward operator names its backward operator, and that one only.
fn check_claimed(registry: &Registry, op: &Op, forward_id: OpId, diagnostics: &mut Diagnostics) {
    let forward = registry.op(forward_id);
    // Of a gradient that stands in the wrong file, that is said.
    if forward.poisoned || !forward.home.goes_with(op.home) {
        return;
    }
    let name = &op.name;
    match claim(registry, forward_id) {
        Some(Claim::Sound(claimed)) if !same_name(&claimed.value, &name.value) => {
            let of = &forward.name.value;
            let message = format!("`{}` is the gradient of `{of}`, but `{of}` names `{}`", name.value, claimed.value);
            diagnostics
                .push(Diagnostic::new(Rule::OtherBackward, name.span, message).label(claimed.span, "named here"));
        }
        None => {
            let message = format!(
                "`{}` is the gradient of `{}`, which names no backward operator",
                name.value, forward.name.value
            );
            let help = format!("add `backward : {}` to `{}`", name.value, forward.name.value);
            let problem = Diagnostic::new(Rule::NotClaimed, name.span, message);
            diagnostics.push(problem.label(forward.name.span, "the forward operator").help(help));
        }
        // Sound, or reported at the claim.
        Some(_) => {}
    }
}
