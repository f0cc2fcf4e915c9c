//! Whether forward operators and their backward operators name each other.

use crate::rules;
use std::collections::{BTreeMap, BTreeSet};

use registry::{OpId, Registry};
use source::suggest::Known;
use source::{Change, Diagnostic, Diagnostics, Fix, Help, Rule, Spanned};
use spec::{Family, ForwardCall, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let unsettled = super::defined_twice(registry);
    let settled = |id: &OpId| !unsettled.contains(id);
    let mut related = Related::new(registry);
    // Backward operators that the wrong forward operator names. They are reported once, where they are named.
    let mut claimed_by_others = BTreeSet::new();
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        match claim(registry, id) {
            Some(Claim::Nothing(name)) if !diagnostics.may_be_lost(&name.value) => {
                report_unknown_backward(&mut related, id, name, diagnostics);
            }
            Some(Claim::Itself(name)) => report_claims_itself(&mut related, id, name, diagnostics),
            Some(Claim::Forward(name, named)) => report_no_backward(&mut related, id, name, named, diagnostics),
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
                report_unknown_forward(&mut related, id, written, diagnostics);
            }
            _ => {}
        }
    }
}

/// What the name under `backward` refers to.
enum Claim<'a> {
    /// A gradient of this operator.
    Sound(&'a Spanned<String>),
    Nothing(&'a Spanned<String>),
    Itself(&'a Spanned<String>),
    /// A forward operator.
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

/// Compares names without the trailing underscore of inplace operators.
fn same_name(a: &str, b: &str) -> bool {
    a.trim_end_matches('_') == b.trim_end_matches('_')
}

fn report_unknown_backward(related: &mut Related, id: OpId, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let registry = related.registry;
    let says = format!("`{}` names the backward operator `{}`", registry.op(id).name.value, name.value);
    let help = || related.backward_help(id, &name.value);
    diagnostics.push(unknown(rules::UNKNOWN_BACKWARD, registry, id, name, &says, help));
}

/// Reports a reference to an operator that does not exist, or only in another family.
fn unknown(
    rule: Rule,
    registry: &Registry,
    id: OpId,
    name: &Spanned<String>,
    says: &str,
    help: impl FnOnce() -> Option<Help>,
) -> Diagnostic {
    match registry.named(&name.value) {
        Some(elsewhere) => {
            let family = |op: &Op| op.home.family().name();
            let message = format!("{says}, which is not a {} operator", family(registry.op(id)));
            let label = format!("a {} operator", family(elsewhere));
            Diagnostic::new(rule, name.span, message).label(elsewhere.name.span, label)
        }
        None => Diagnostic::new(rule, name.span, format!("{says}, which does not exist")).maybe_help(help()),
    }
}

fn report_claims_itself(related: &mut Related, id: OpId, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let message = format!("`{}` names itself as its backward operator", related.registry.op(id).name.value);
    let problem = Diagnostic::new(rules::UNKNOWN_BACKWARD, name.span, message);
    diagnostics.push(problem.maybe_help(related.backward_help(id, &name.value)));
}

fn report_no_backward(
    related: &mut Related,
    id: OpId,
    name: &Spanned<String>,
    named: OpId,
    diagnostics: &mut Diagnostics,
) {
    let registry = related.registry;
    let message = format!("`{}` names `{}`, which is not a backward operator", registry.op(id).name.value, name.value);
    let problem = Diagnostic::new(rules::UNKNOWN_BACKWARD, name.span, message);
    let problem = problem.label(registry.name_span(named), "a forward operator");
    diagnostics.push(problem.maybe_help(related.backward_help(id, &name.value)));
}

/// What an operator may have meant where it names another.
struct Related<'a> {
    registry: &'a Registry,
    /// The first gradient of each operator. An operator is not its own gradient.
    gradients: BTreeMap<OpId, &'a Op>,
    /// The operators, or only the backward operators, that a family can refer to.
    seen: BTreeMap<(Family, bool), Known<'a>>,
}

impl<'a> Related<'a> {
    fn new(registry: &'a Registry) -> Self {
        let mut gradients = BTreeMap::new();
        for (id, op) in registry.ops() {
            if let Some(forward) = registry.links(id).forward.filter(|&forward| forward != id) {
                gradients.entry(forward).or_insert(op);
            }
        }
        Related { registry, gradients, seen: BTreeMap::new() }
    }

    /// Offers the operator's gradient if there is one, or else the backward operator with the nearest name.
    fn backward_help(&mut self, id: OpId, name: &str) -> Option<Help> {
        match self.gradients.get(&id) {
            Some(gradient) => Some(Help::meant(name, &gradient.name.value)),
            None => self.help(id, name, true),
        }
    }

    /// Offers the nearest name among the other operators, or backward operators, that an operator can refer to.
    fn help(&mut self, id: OpId, name: &str, backward: bool) -> Option<Help> {
        let (registry, op) = (self.registry, self.registry.op(id));
        let family = op.home.family();
        let sees = |other: Family| other == family || family.falls_back_on() == Some(other.key());
        let seen = self.seen.entry((family, backward)).or_insert_with(|| {
            let seen = registry.ops().map(|(_, op)| op).filter(|op| sees(op.home.family()));
            Known::new(seen.filter(|op| !backward || op.is_backward()).map(|op| op.name.as_str()))
        });
        seen.help_but(name, Some(op.name.as_str()))
    }
}

fn report_foreign_claim(op: &Op, gradient: &Op, diagnostics: &mut Diagnostics) {
    let (Some(name), Some(forward)) = (&op.backward, &gradient.forward) else { return };
    let message = format!(
        "`{}` names `{}`, which is the gradient of `{}`",
        op.name.value, gradient.name.value, forward.name.value
    );
    let problem = Diagnostic::new(rules::UNKNOWN_BACKWARD, name.span, message);
    diagnostics.push(problem.label(forward.name.span, "its forward operator"));
}

fn report_own_gradient(op: &Op, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let message = format!("`{}` is the gradient of itself", op.name.value);
    diagnostics.push(Diagnostic::new(rules::UNKNOWN_FORWARD, written.name.span, message));
}

fn report_unknown_forward(related: &mut Related, id: OpId, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let (registry, name) = (related.registry, &written.name);
    let says = format!("`{}` is the gradient of `{}`", registry.op(id).name.value, name.value);
    let help = || related.help(id, &name.value, false);
    diagnostics.push(unknown(rules::UNKNOWN_FORWARD, registry, id, name, &says, help));
}

/// A forward operator names its backward operator and no other.
fn check_claimed(registry: &Registry, op: &Op, forward_id: OpId, diagnostics: &mut Diagnostics) {
    let forward = registry.op(forward_id);
    // A gradient in the wrong file is reported elsewhere.
    if forward.poisoned || !forward.home.goes_with(op.home) {
        return;
    }
    let name = &op.name;
    match claim(registry, forward_id) {
        Some(Claim::Sound(claimed)) if !same_name(&claimed.value, &name.value) => {
            let of = &forward.name.value;
            let message = format!("`{}` is the gradient of `{of}`, but `{of}` names `{}`", name.value, claimed.value);
            let change = Change::Replace { span: claimed.span, text: name.value.clone() };
            let fix = Fix::new(format!("write `{}` there", name.value), [change]);
            let problem = Diagnostic::new(rules::OTHER_BACKWARD, name.span, message);
            diagnostics.push(problem.label(claimed.span, "named here").fix(fix));
        }
        None => {
            let message = format!(
                "`{}` is the gradient of `{}`, which does not name a backward operator",
                name.value, forward.name.value
            );
            let (key, value) = ("backward".to_owned(), name.value.clone());
            let add = Change::AddKey { within: forward.name.span, under: None, key, value };
            let help = Help::from(format!("add `backward : {}` to `{}`", name.value, forward.name.value)).with(add);
            let problem = Diagnostic::new(rules::NOT_CLAIMED, name.span, message);
            diagnostics.push(problem.label(forward.name.span, "the forward operator").help(help));
        }
        // Correct, or reported where the forward operator names it.
        Some(_) => {}
    }
}
