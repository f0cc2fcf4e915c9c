//! Finds arguments that a rule silently loses. Without them, the result of a call may change.

use super::availability::templates;
use super::{Case, Change, Mapping, Outcome, Piece, Rule, RuleKind};

/// The arguments that a case of a rule loses.
pub fn lost<'r>(mapping: &'r Mapping, rule: &'r Rule, case: &'r Case) -> Vec<&'r str> {
    let Some(signature) = &rule.signature else { return Vec::new() };
    if rule.kind != RuleKind::Bound || !matches!(case.result, Outcome::Call | Outcome::Emit(_)) {
        return Vec::new();
    }
    let names = [&signature.positional, &signature.keyword_only, &signature.also].into_iter().flatten();
    let is_lost = |name: &&str| {
        let mut harmless = mapping.ignored.bound.iter().chain(&mapping.ignored.anywhere);
        let is_known = harmless.any(|ignored| ignored == name) || is_accounted_for(rule, case, name);
        !is_known && !is_used(case, name) && !is_passed(rule, case, name)
    };
    names.map(String::as_str).filter(is_lost).collect()
}

/// Whether the rule says that the argument is refused, dropped or ignored, or tests it.
fn is_accounted_for(rule: &Rule, case: &Case, name: &str) -> bool {
    let is_in = |list: &[source::Spanned<String>]| list.iter().any(|it| it.as_str() == name);
    is_in(&rule.refused)
        || is_in(&case.ignored)
        || case.dropped.iter().any(|(dropped, _)| dropped.as_str() == name)
        || rule.cases.iter().flat_map(|case| &case.when).any(|when| when.arguments().contains(&name))
}

/// Whether a template contains the argument, or it is a common argument that is converted to code around the call.
fn is_used(case: &Case, name: &str) -> bool {
    let is_named = |piece: &Piece| match piece {
        Piece::Argument { name: used, .. } => used == name,
        Piece::Receiver { .. } => name == "self",
        _ => false,
    };
    let is_factory = matches!(case.result, Outcome::Call);
    let is_around = match name {
        "out" => is_factory || case.out.is_some(),
        "dtype" | "pin_memory" | "requires_grad" => is_factory,
        _ => false,
    };
    is_around || templates(case).iter().any(|template| template.pieces.iter().any(is_named))
}

/// Whether the target is called with the argument.
fn is_passed(rule: &Rule, case: &Case, name: &str) -> bool {
    let is_removed = case.changes.iter().any(|change| match change {
        Change::Drop(dropped) => dropped.as_str() == name,
        Change::Rename(renamed, to) => renamed.as_str() == name && to.is_empty(),
        _ => false,
    });
    let contains_rest = |piece: &Piece| match piece {
        Piece::Call => rule.target.is_some(),
        Piece::Rest { without } => !without.iter().any(|it| it == name),
        _ => false,
    };
    let calls = matches!(case.result, Outcome::Call)
        || templates(case).iter().any(|template| template.pieces.iter().any(contains_rest));
    !is_removed && calls
}
