//! The functions that gradients call: kernels that belong to another gradient, and spmd rules of the other direction.

use crate::rules;
use std::collections::BTreeMap;

use super::sound_ops;
use registry::{OpId, Registry};
use source::{Diagnostic, Diagnostics, Spanned};
use spec::{Op, stem};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let gradients = registry.ops().filter(|(_, op)| !op.poisoned && op.is_backward() && op.invoke.is_none());
    for (id, op) in gradients {
        check_kernels(registry, id, op, diagnostics);
    }
    check_spmd_rules(registry, diagnostics);
}

/// A kernel that has the name of another gradient, which also calls it, was probably copied from there.
fn check_kernels(registry: &Registry, id: OpId, op: &Op, diagnostics: &mut Diagnostics) {
    for function in op.kernel.iter().flat_map(|kernel| &kernel.functions) {
        let name = &function.name;
        let found = registry.find(op.home.family(), &name.value).filter(|&found| found != id);
        let Some((other_id, other)) = found.map(|found| (found, registry.op(found))) else { continue };
        let is_its_own = other.is_backward() && other.name == *name && calls(other, &name.value);
        if !is_its_own || other.stem() == op.stem() || is_related(registry, id, other_id) {
            continue;
        }
        let message = format!("`{}` calls `{}`, the kernel of another gradient", op.name.value, name.value);
        let problem = Diagnostic::new(rules::FOREIGN_KERNEL, name.span, message);
        let help = format!("did you mean `{}`?", op.stem());
        diagnostics.push(problem.label(other.name.span, "the other gradient").help(help));
    }
}

fn calls(op: &Op, kernel: &str) -> bool {
    op.kernel.iter().flat_map(|kernel| &kernel.functions).any(|function| function.name.value == kernel)
}

/// Whether two gradients may share a kernel: one is the gradient of the other, their forward operators share a kernel, or
/// the name of one forward operator contains the words of the other, as those of its variants do.
fn is_related(registry: &Registry, one: OpId, other: OpId) -> bool {
    let [one, other] = [one, other].map(|id| registry.op(forward_root(registry, id)));
    let kernels = one.kernel.iter().flat_map(|kernel| &kernel.functions);
    let contains = |all: &str, some: &str| {
        let words: Vec<&str> = all.split('_').collect();
        some.split('_').all(|word| words.contains(&word))
    };
    let (a, b) = (one.stem(), other.stem());
    contains(a, b) || contains(b, a) || kernels.into_iter().any(|function| calls(other, &function.name.value))
}

/// The operator that a gradient, or a gradient of a gradient, goes back to.
fn forward_root(registry: &Registry, id: OpId) -> OpId {
    const MOST: usize = 5;
    std::iter::successors(Some(id), |&id| registry.links(id).forward).take(MOST).last().unwrap_or(id)
}

/// An operator and the spmd rule that it uses.
type RuleUse<'a> = (&'a Op, &'a Spanned<String>);

/// The rules of gradients have the word `Grad` in their names, and those of other operators do not.
fn check_spmd_rules(registry: &Registry, diagnostics: &mut Diagnostics) {
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
    diagnostics.push(problem.help(format!("did you mean `{}`?", rule.value.replacen(word, instead, 1))));
}

fn is_of_gradient(rule: &str) -> bool {
    ["Grad", "Backward", "Bwd"].iter().any(|word| rule.contains(word))
}

/// Whether a rule is called after an operator: `MatmulInferSpmd` after `matmul`.
fn has_name_of(op: &str, rule: &str) -> bool {
    let own = rule.split("Infer").next().unwrap_or(rule);
    own.eq_ignore_ascii_case(&stem(op).replace('_', ""))
}
