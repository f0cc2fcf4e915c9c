//! Spmd rules that are meant for the other direction: a forward rule on a gradient, or the reverse.

use crate::rules;
use std::collections::BTreeMap;

use super::sound_ops;
use registry::Registry;
use source::{Diagnostic, Diagnostics, Help, Spanned};
use spec::{Op, stem};

/// An operator and the spmd rule that it uses.
type RuleUse<'a> = (&'a Op, &'a Spanned<String>);

/// Recognises the direction of a rule by its name: only rules for gradients contain a word such as `Grad`.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let mut uses: BTreeMap<&str, Vec<RuleUse>> = BTreeMap::new();
    for op in sound_ops(registry) {
        if let Some(rule) = op.infer_meta.as_ref().and_then(|infer_meta| infer_meta.spmd_rule.as_ref()) {
            uses.entry(&rule.value).or_default().push((op, rule));
        }
    }
    for users in uses.values() {
        for (op, rule) in users {
            match op.is_backward() {
                true if is_of_forward(op, rule, users) => {
                    report_rule(op, rule, "a forward operator", ("Infer", "GradInfer"), users, diagnostics);
                }
                false if is_of_gradient(&rule.value) && !op.stem().split('_').any(|word| word == "grad") => {
                    report_rule(op, rule, "a gradient", ("Grad", ""), users, diagnostics);
                }
                _ => {}
            }
        }
    }
}

/// True if a gradient uses a rule for forward operators: one that is named after its forward operator, or one that
/// forward operators use and no other gradient does. A rule without the word `Grad` may also be for both directions.
fn is_of_forward(op: &Op, rule: &Spanned<String>, users: &[RuleUse]) -> bool {
    let is_shared = users.iter().any(|(user, _)| user.is_backward() && user.stem() != op.stem());
    let is_used_by_forward = users.iter().any(|(user, _)| !user.is_backward());
    let has_name = op.forward.as_ref().is_some_and(|forward| has_name_of(&forward.name.value, &rule.value));
    !is_of_gradient(&rule.value) && (has_name || is_used_by_forward && !is_shared)
}

fn report_rule(
    op: &Op,
    rule: &Spanned<String>,
    direction: &str,
    (word, replacement): (&str, &str),
    users: &[RuleUse],
    diagnostics: &mut Diagnostics,
) {
    let message = format!("the spmd rule `{}` of `{}` is meant for {direction}", rule.value, op.name.value);
    let problem = Diagnostic::new(rules::SPMD_DIRECTION, rule.span, message);
    let other = users.iter().find(|(user, _)| user.is_backward() != op.is_backward());
    let problem = problem.maybe_label(other.map(|(_, rule)| rule.span), "also used here");
    diagnostics.push(problem.help(Help::meant(&rule.value, &rule.value.replacen(word, replacement, 1))));
}

fn is_of_gradient(rule: &str) -> bool {
    ["Grad", "Backward", "Bwd"].iter().any(|word| rule.contains(word))
}

/// True if a rule is named after an operator, as `MatmulInferSpmd` is after `matmul`.
fn has_name_of(op: &str, rule: &str) -> bool {
    let own = rule.split("Infer").next().unwrap_or(rule);
    own.eq_ignore_ascii_case(&stem(op).replace('_', ""))
}
