//! The spmd rules of gradients and of forward operators, where they are those of the other direction.

use crate::rules;
use std::collections::BTreeMap;

use super::sound_ops;
use registry::Registry;
use source::{Diagnostic, Diagnostics, Help, Spanned};
use spec::{Op, stem};

/// An operator and the spmd rule that it uses.
type RuleUse<'a> = (&'a Op, &'a Spanned<String>);

/// The rules of gradients have the word `Grad` in their names, and those of other operators do not.
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

/// Whether a gradient uses the rule of a forward operator: one that has that operator's name, or that other operators use,
/// but no other gradient. A rule without the word `Grad` may also be for both directions.
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
    (word, instead): (&str, &str),
    users: &[RuleUse],
    diagnostics: &mut Diagnostics,
) {
    let message = format!("the spmd rule `{}` of `{}` is that of {direction}", rule.value, op.name.value);
    let problem = Diagnostic::new(rules::SPMD_DIRECTION, rule.span, message);
    let other = users.iter().find(|(user, _)| user.is_backward() != op.is_backward());
    let problem = problem.maybe_label(other.map(|(_, rule)| rule.span), "also used here");
    diagnostics.push(problem.help(Help::meant(&rule.value, &rule.value.replacen(word, instead, 1))));
}

fn is_of_gradient(rule: &str) -> bool {
    ["Grad", "Backward", "Bwd"].iter().any(|word| rule.contains(word))
}

/// Whether a rule is called after an operator: `MatmulInferSpmd` after `matmul`.
fn has_name_of(op: &str, rule: &str) -> bool {
    let own = rule.split("Infer").next().unwrap_or(rule);
    own.eq_ignore_ascii_case(&stem(op).replace('_', ""))
}
