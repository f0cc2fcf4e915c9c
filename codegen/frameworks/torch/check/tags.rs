//! Tags.

use std::collections::{BTreeMap, BTreeSet};

use source::fix::Help;
use source::suggest::Known;
use source::{Change, Diagnostic, Diagnostics, Span, Spanned};
use torch_registry::tags::{COMPLIANT, GENERATED, SEEDED};
use torch_registry::{Function, Registry};

use crate::{entries, is_whole, name_span, report_unless_judged, rules, sound_entries};

/// Checks tags.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    if let Some(tags) = registry.tags() {
        let mut defined: BTreeMap<&str, &Spanned<String>> = BTreeMap::new();
        let mut twice = Vec::new();
        for tag in tags {
            twice.extend(defined.insert(tag.name.as_str(), &tag.name).map(|first| (&tag.name, first)));
        }
        let mut undefined = unknown(registry, &defined, !twice.is_empty(), diagnostics);
        for (tag, first) in twice {
            let message = format!("the tag `{}` is defined twice", tag.value);
            let problem = Diagnostic::new(rules::TAG_TWICE, tag.span, message);
            let problem = problem.label(first.span, "first defined here");
            // A definition that is missing may have got the name of this one.
            diagnostics.push(match undefined.pop() {
                None => problem,
                Some(missing) => {
                    let help = format!("is one of them `{}`, which operators have and nothing defines?", missing.tag);
                    problem.label(missing.first_use, "such an operator").help(help)
                }
            });
        }
        undefined.into_iter().for_each(|missing| diagnostics.push(missing.finding));
    }
    for (_, function) in sound_entries(registry) {
        seeded(registry, function, diagnostics);
        foreach(function, diagnostics);
    }
}

/// A tag that operators have and no file defines.
struct Undefined<'a> {
    tag: &'a str,
    first_use: Span,
    finding: Diagnostic,
}

/// Reports tags that no file defines. If several operators have such a tag, or if another tag is defined twice, its definition was
/// probably renamed: then it is reported, or it is returned if it is like no other.
fn unknown<'a>(
    registry: &'a Registry,
    defined: &BTreeMap<&str, &Spanned<String>>,
    is_any_twice: bool,
    diagnostics: &mut Diagnostics,
) -> Vec<Undefined<'a>> {
    let used = used_tags(registry, defined);
    let unused: BTreeSet<&str> = defined.keys().copied().filter(|tag| !used.contains_key(tag)).collect();
    let known = Known::new(defined.keys().copied());
    let mut undefined = Vec::new();
    for (tag, uses) in used {
        if defined.contains_key(tag) || diagnostics.may_be_lost(tag) || uses.is_empty() {
            continue;
        }
        let renamed = Known::new(unused.iter().copied()).typo_of(tag).filter(|_| uses.len() > 1);
        if let Some(definition) = renamed.and_then(|name| defined.get(name)) {
            let uses_count = source::count(uses.len(), "operator");
            let message = format!(
                "no operator has the tag `{}`, and {uses_count} have `{tag}`, which is not defined",
                definition.value
            );
            let problem =
                Diagnostic::new(rules::UNUSED_TAG, definition.span, message).label(uses[0], "the first of them");
            diagnostics.push(problem.help(Help::meant(&definition.value, tag)));
        } else if (uses.len() > 1 || is_any_twice) && (is_implied(tag) || known.nearest(tag).is_none()) {
            let (first_use, finding) = (uses[0], missing_definition(tag, &uses, &known));
            undefined.push(Undefined { tag, first_use, finding });
        } else {
            for use_of in uses {
                let problem = Diagnostic::new(rules::UNKNOWN_TAG, use_of, format!("no tag `{tag}` is defined"));
                diagnostics.push(problem.maybe_help(known.help(tag)));
            }
        }
    }
    undefined
}

/// The tags that operators have, with the places. The generators give some tags to operators whose entries do not list them.
fn used_tags<'a>(registry: &'a Registry, defined: &BTreeMap<&str, &Spanned<String>>) -> BTreeMap<&'a str, Vec<Span>> {
    let mut used: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    for tag in entries(registry).flat_map(|(_, function)| &function.entry.tags) {
        used.entry(tag.as_str()).or_default().push(tag.span);
    }
    let unused = defined.keys().copied().filter(|tag| !used.contains_key(tag));
    if is_whole(registry) || Known::new(unused).typo_of(GENERATED).is_some() {
        let generated = registry.functions().filter(|(_, function)| function.is_generated);
        used.entry(GENERATED).or_insert(generated.map(|(id, _)| registry.span(id)).collect());
    }
    if is_whole(registry) {
        let own = entries(registry).filter(|(_, function)| function.entry.namespace.is_none());
        used.entry(COMPLIANT).or_insert(own.map(|(_, function)| name_span(function)).collect());
    }
    used
}

/// True for a tag that the generators give to operators.
fn is_implied(tag: &str) -> bool {
    [GENERATED, COMPLIANT].contains(&tag)
}

fn missing_definition(tag: &str, uses: &[Span], known: &Known) -> Diagnostic {
    let count = uses.len();
    let found = |message: String| Diagnostic::new(rules::UNKNOWN_TAG, uses[0], message);
    match is_implied(tag) {
        true => found(format!("no tag `{tag}` is defined, and PyTorch's generators give it to {count} operators"))
            .help("define it in `tags.yaml`"),
        false => found(format!("no tag `{tag}` is defined, and {count} operators have it")).maybe_help(known.help(tag)),
    }
}

fn seeded(registry: &Registry, function: &Function, diagnostics: &mut Diagnostics) {
    let func = &function.entry.func;
    let name = function.name().to_string();
    let drops =
        || name.contains("dropout") || func.arguments.all().any(|argument| argument.name.value.contains("dropout"));
    let is_dropout = drops() && !name.contains("backward");
    let is_random_by_key =
        |name: &str| registry.profile().names.random_by_key.iter().any(|part| name.contains(part.as_str()));
    let why = match () {
        () if func.arguments.has_generator() => "it takes a generator",
        () if name.contains("rand") && !is_random_by_key(&name) => "its name contains `rand`",
        () if is_dropout => "it has to do with dropout",
        () => return,
    };
    if !function.has_tag(SEEDED) {
        let message = format!("`{name}` lacks the tag `{SEEDED}`: {why}");
        let span = if function.entry.tags.is_empty() { function.entry.last } else { function.entry.key_span("tags") };
        let add = Change::AddName { within: function.entry.func_span, key: "tags".to_owned(), name: SEEDED.to_owned() };
        let help = Help::from(format!("add the tag `{SEEDED}`")).with(add).certain(true);
        let problem = Diagnostic::new(rules::SEEDED_TAG, span, message).help(help);
        report_unless_judged(registry, function, problem, diagnostics);
    }
}

fn foreach(function: &Function, diagnostics: &mut Diagnostics) {
    let is_checked = function.entry.device_check.as_ref().is_none_or(|check| check.value != "NoCheck");
    if is_checked && function.name().to_string().starts_with("_foreach") {
        let message = format!("`{}` works on tensors of several devices, so it must not check them", function.name());
        let span = function.entry.device_check.as_ref().map_or(name_span(function), |check| check.span);
        diagnostics.push(Diagnostic::new(rules::FOREACH_CHECK, span, message).help("write `device_check: NoCheck`"));
    }
}
