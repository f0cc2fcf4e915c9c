//! Tags and kernels that some forms of an operator have, and others lack.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use source::{Diagnostic, Diagnostics, Span, Spanned};
use torch_registry::{Function, Registry, Signature};
use torch_schema::SchemaKind;

use crate::{name_span, rules};

/// Checks that the forms of an operator have the same tags and keys.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for signature in registry.signatures() {
        let members: Vec<&Function> =
            signature.functions().map(|id| &registry[id]).filter(|function| !function.is_generated).collect();
        let is_unfit = |function: &&Function| {
            function.entry.poisoned || function.is_view() || diagnostics.may_be_lost(function.root_name())
        };
        if members.len() < 2 || members.iter().any(is_unfit) {
            continue;
        }
        tags(registry, &members, diagnostics);
        if signature.group().is_some() {
            keys(registry, &members, signature, diagnostics);
        }
    }
}

fn tags(registry: &Registry, members: &[&Function], diagnostics: &mut Diagnostics) {
    let is_even = |tag: &str| !registry.profile().functional_tags.iter().any(|functional| functional == tag);
    let listed: BTreeSet<&str> = members
        .iter()
        .flat_map(|function| &function.entry.tags)
        .map(|tag| tag.as_str())
        .filter(|tag| is_even(tag))
        .collect();
    for tag in listed {
        let (with, without): (Vec<&Function>, Vec<&Function>) =
            members.iter().partition(|function| function.entry.tag(tag).is_some());
        // Forms that lack it for a reason say nothing about the others.
        let is_known = |function: &&Function| is_listed(&registry.profile().uneven_tags, function, tag);
        let without: Vec<&Function> = without.into_iter().filter(|function| !is_known(function)).collect();
        let (Some(first), false) = (with.first(), without.is_empty()) else { continue };
        let Some(of_first) = first.entry.tag(tag) else { continue };
        // In some releases it is the only form with the tag, and is listed as that.
        if with.len() == 1 && is_listed(&registry.profile().uneven_tags, first, tag) {
            continue;
        }
        // If most forms lack the tag, it is the one with the tag that is odd.
        if with.len() < without.len() {
            let message = format!("only `{}` has the tag `{tag}`, and not its other forms", first.name());
            let problem = Diagnostic::new(rules::UNEVEN_TAG, of_first.span, message)
                .label(name_span(without[0]), "a form without it");
            diagnostics.push(problem.help("add it to the other forms, or remove it here"));
            continue;
        }
        for function in without {
            let message = format!("`{}` lacks the tag `{tag}` that `{}` has", function.name(), first.name());
            let span =
                if function.entry.tags.is_empty() { function.entry.last } else { function.entry.key_span("tags") };
            let problem = Diagnostic::new(rules::UNEVEN_TAG, span, message).label(of_first.span, "here");
            diagnostics.push(problem.help("add it, if it holds for every form"));
        }
    }
}

/// True if a table of the profile lists a tag or a key for an overload.
fn is_listed(table: &IndexMap<String, Vec<String>>, function: &Function, what: &str) -> bool {
    table.get(&function.name().to_string()).is_some_and(|listed| listed.iter().any(|listed| listed == what))
}

/// A kernel for all backends: a form that has one needs no others.
fn has_composite(function: &Function) -> bool {
    function.kernels.iter().any(|(key, _)| key.starts_with("Composite"))
}

fn keys(registry: &Registry, members: &[&Function], signature: &Signature, diagnostics: &mut Diagnostics) {
    let is_structured = signature.of_kind(SchemaKind::Out).is_some_and(|id| registry[id].entry.structured);
    let generated = |key: &str| is_structured && (registry.profile().is_structured_key(key) || key == "Meta");
    let written = |function: &Function| -> Vec<String> {
        let keys = function.entry.dispatch.iter().flatten().flat_map(|line| &line.keys);
        keys.map(|key| key.value.clone()).filter(|key| !key.starts_with("Composite")).collect()
    };
    let all: BTreeSet<String> =
        members.iter().flat_map(|function| written(function)).filter(|key| !generated(key)).collect();
    for key in all {
        let (with, without): (Vec<&Function>, Vec<&Function>) =
            members.iter().partition(|function| written(function).contains(&key));
        let is_known = |function: &&Function| {
            function.kind != SchemaKind::Functional && registry.profile().is_read_only(&key)
                || is_listed(&registry.profile().uneven_keys, function, &key)
        };
        let without: Vec<&Function> = without.into_iter().filter(|function| !is_known(function)).collect();
        let ([lacking], [first, ..]) = (without.as_slice(), with.as_slice()) else { continue };
        let is_covered = has_composite(lacking) && !with.iter().any(|function| has_composite(function));
        if is_covered || lacking.kernels.is_empty() && !is_structured {
            continue;
        }
        let line = first.entry.dispatch.iter().flatten().flat_map(|line| &line.keys).find(|known| known.value == key);
        let message = format!("`{}` has no kernel for `{key}`, and `{}` has one", lacking.name(), first.name());
        let span = place_of(&key, first, lacking);
        let problem = Diagnostic::new(rules::UNEVEN_KEY, span, message).maybe_label(line.map(|key| key.span), "here");
        diagnostics.push(problem.help("add a kernel, so that every form works there"));
    }
}

/// Where a key would stand in a table that lacks it: at the key before which another table has it.
fn place_of(key: &str, with: &Function, lacking: &Function) -> Span {
    let keys = |function: &Function| -> Vec<Spanned<String>> {
        function.entry.dispatch.iter().flatten().flat_map(|line| line.keys.clone()).collect()
    };
    let of_lacking = keys(lacking);
    let mut behind = keys(with).into_iter().skip_while(|other| other.value != key);
    let next = behind.find_map(|other| of_lacking.iter().find(|known| **known == other).map(|known| known.span));
    match (next, of_lacking.last()) {
        (Some(next), _) => next,
        (None, Some(last)) => last.span,
        (None, None) => name_span(lacking),
    }
}
