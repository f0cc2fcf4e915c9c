//! Forward operators and their backward operators must refer to each other.

use crate::rules;
use std::collections::{BTreeMap, BTreeSet};

use profile::Graph;
use registry::{OpId, Registry};
use source::suggest::Known;
use source::{Change, Diagnostic, Diagnostics, Fix, Help, Rule, Spanned};
use spec::{Family, ForwardCall, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let unsettled = super::defined_twice(registry);
    let settled = |id: &OpId| !unsettled.contains(id);
    let mut suggestions = Suggestions::new(registry);
    let may_be_absent = lacks_operators_of_pir(registry);
    // Backward operators that the wrong forward operator names. They are reported there, and not again at their own
    // entries.
    let mut claimed_by_others = BTreeSet::new();
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        match claim(registry, id) {
            Some(Claim::Unknown(name)) if !diagnostics.may_be_lost(&name.value) => {
                report_unknown_backward(&mut suggestions, id, name, diagnostics);
            }
            Some(Claim::Itself(name)) => report_claims_itself(&mut suggestions, id, name, diagnostics),
            Some(Claim::Forward(name, named)) => report_no_backward(&mut suggestions, id, name, named, diagnostics),
            Some(Claim::Foreign(gradient)) if settled(&id) && settled(&gradient) => {
                claimed_by_others.insert(gradient);
                report_foreign_claim(op, registry.op(gradient), diagnostics);
            }
            _ => {}
        }
    }
    // In PIR, C++ may implement the forward operator.
    let is_in_cpp =
        |op: &Op, forward: &ForwardCall| of_pir(op.home.family()) && registry.is_hand_written(&forward.name.value);
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        let Some(written) = &op.forward else { continue };
        match registry.links(id).forward {
            Some(forward) if forward == id => report_own_gradient(op, written, diagnostics),
            Some(forward) if settled(&id) && settled(&forward) && !claimed_by_others.contains(&id) => {
                check_claimed(registry, op, forward, diagnostics);
            }
            None if !diagnostics.may_be_lost(&written.name.value) && !may_be_absent && !is_in_cpp(op, written) => {
                report_unknown_forward(&mut suggestions, id, written, diagnostics);
            }
            _ => {}
        }
    }
}

/// True if files were taken from a tree without those of PIR, which may define the forward operators of dense gradients.
fn lacks_operators_of_pir(registry: &Registry) -> bool {
    let profile = registry.profile();
    let is_there = || registry.ops().any(|(_, op)| of_pir(op.home.family()));
    profile.is_nearest && profile.homes().any(|home| of_pir(home.family())) && !is_there()
}

/// Whether a family has what the dynamic graph lacks in PIR.
fn of_pir(family: Family) -> bool {
    family.graph() == Graph::Pir && family.falls_back_on().is_some()
}

/// The meaning of the name under `backward`.
enum Claim<'a> {
    /// A gradient of this operator.
    Correct(&'a Spanned<String>),
    /// No operator at all.
    Unknown(&'a Spanned<String>),
    /// This operator.
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
        return Some(if by_hand { Claim::Correct(name) } else { Claim::Unknown(name) });
    };
    let forward = registry.links(gradient).forward.filter(|&forward| forward != gradient);
    Some(match forward.map(|forward| registry.op(forward)) {
        _ if gradient == id => Claim::Itself(name),
        _ if !registry.op(gradient).is_backward() => Claim::Forward(name, gradient),
        Some(forward) if !same_name(&forward.name.value, &op.name.value) => Claim::Foreign(gradient),
        _ => Claim::Correct(name),
    })
}

/// Compares names without the trailing underscore of inplace operators.
fn same_name(a: &str, b: &str) -> bool {
    a.trim_end_matches('_') == b.trim_end_matches('_')
}

fn report_unknown_backward(
    suggestions: &mut Suggestions,
    id: OpId,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) {
    let registry = suggestions.registry;
    let reference = format!("`{}` names the backward operator `{}`", registry.op(id).name.value, name.value);
    let help = || suggestions.backward_help(id, &name.value);
    diagnostics.push(unknown(rules::UNKNOWN_BACKWARD, registry, id, name, &reference, help));
}

/// The diagnostic for a reference to an operator that does not exist, or only in another family.
fn unknown(
    rule: Rule,
    registry: &Registry,
    id: OpId,
    name: &Spanned<String>,
    reference: &str,
    help: impl FnOnce() -> Option<Help>,
) -> Diagnostic {
    match registry.named(&name.value) {
        Some(elsewhere) => {
            let family = |op: &Op| op.home.family().name();
            let message = format!("{reference}, which is not a {} operator", family(registry.op(id)));
            let label = format!("a {} operator", family(elsewhere));
            Diagnostic::new(rule, name.span, message).label(elsewhere.name.span, label)
        }
        None => Diagnostic::new(rule, name.span, format!("{reference}, which does not exist")).maybe_help(help()),
    }
}

fn report_claims_itself(
    suggestions: &mut Suggestions,
    id: OpId,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) {
    let message = format!("`{}` names itself as its backward operator", suggestions.registry.op(id).name.value);
    let problem = Diagnostic::new(rules::UNKNOWN_BACKWARD, name.span, message);
    diagnostics.push(problem.maybe_help(suggestions.backward_help(id, &name.value)));
}

fn report_no_backward(
    suggestions: &mut Suggestions,
    id: OpId,
    name: &Spanned<String>,
    named: OpId,
    diagnostics: &mut Diagnostics,
) {
    let registry = suggestions.registry;
    let message = format!("`{}` names `{}`, which is not a backward operator", registry.op(id).name.value, name.value);
    let problem = Diagnostic::new(rules::UNKNOWN_BACKWARD, name.span, message);
    let problem = problem.label(registry.name_span(named), "a forward operator");
    diagnostics.push(problem.maybe_help(suggestions.backward_help(id, &name.value)));
}

/// Finds the operators that the author of a wrong reference may have meant.
struct Suggestions<'a> {
    registry: &'a Registry,
    /// The first gradient of each operator, except gradients of themselves.
    gradients: BTreeMap<OpId, &'a Op>,
    /// The operators (or with `true`, only the backward operators) to which a family can refer.
    visible: BTreeMap<(Family, bool), Known<'a>>,
}

impl<'a> Suggestions<'a> {
    fn new(registry: &'a Registry) -> Self {
        let mut gradients = BTreeMap::new();
        for (id, op) in registry.ops() {
            if let Some(forward) = registry.links(id).forward.filter(|&forward| forward != id) {
                gradients.entry(forward).or_insert(op);
            }
        }
        Suggestions { registry, gradients, visible: BTreeMap::new() }
    }

    /// Offers the operator's gradient if there is one, or else the backward operator with the nearest name.
    fn backward_help(&mut self, id: OpId, name: &str) -> Option<Help> {
        match self.gradients.get(&id) {
            Some(gradient) => Some(Help::meant(name, &gradient.name.value)),
            None => self.help(id, name, true),
        }
    }

    /// Offers the nearest name among the other operators, or backward operators, to which an operator can refer.
    fn help(&mut self, id: OpId, name: &str, backward: bool) -> Option<Help> {
        let (registry, op) = (self.registry, self.registry.op(id));
        let family = op.home.family();
        let is_visible = |other: Family| other == family || family.falls_back_on() == Some(other.key());
        let visible = self.visible.entry((family, backward)).or_insert_with(|| {
            let visible = registry.ops().map(|(_, op)| op).filter(|op| is_visible(op.home.family()));
            Known::new(visible.filter(|op| !backward || op.is_backward()).map(|op| op.name.as_str()))
        });
        visible.help_except(name, Some(op.name.as_str()))
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

fn report_unknown_forward(
    suggestions: &mut Suggestions,
    id: OpId,
    written: &ForwardCall,
    diagnostics: &mut Diagnostics,
) {
    let (registry, name) = (suggestions.registry, &written.name);
    let reference = format!("`{}` is the gradient of `{}`", registry.op(id).name.value, name.value);
    let help = || suggestions.help(id, &name.value, false);
    diagnostics.push(unknown(rules::UNKNOWN_FORWARD, registry, id, name, &reference, help));
}

/// Reports a backward operator whose forward operator names another one, or none.
fn check_claimed(registry: &Registry, op: &Op, forward_id: OpId, diagnostics: &mut Diagnostics) {
    let forward = registry.op(forward_id);
    // A gradient in the wrong file is reported elsewhere.
    if forward.poisoned || !forward.home.goes_with(op.home) {
        return;
    }
    let name = &op.name;
    match claim(registry, forward_id) {
        Some(Claim::Correct(claimed)) if !same_name(&claimed.value, &name.value) => {
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
            let help = Help::from(format!("add `backward : {}` to `{}`", name.value, forward.name.value))
                .with(add)
                .certain(true);
            let problem = Diagnostic::new(rules::NO_BACKWARD, name.span, message);
            diagnostics.push(problem.label(forward.name.span, "the forward operator").help(help));
        }
        // Either correct, or reported at the forward operator.
        Some(_) => {}
    }
}
