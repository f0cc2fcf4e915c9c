//! Type hints that are written by hand, compared with the schemas of their operators.

use std::collections::{BTreeMap, BTreeSet};

use source::{Diagnostic, Diagnostics, suggest};
use torch_profile::argument_names;
use torch_registry::{Function, Registry};

use crate::{entries, name_span, rules};

/// Names of arguments that callers in Python have in place of those in the schema, or besides them.
const IN_PYTHON: [&str; 7] = ["input", "out", "dtype", "layout", "device", "pin_memory", "requires_grad"];

/// Reports arguments of hints that no overload has, in a tree that states the version of the profile: a part of a tree lacks overloads.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    if registry.version().is_none() || registry.is_of_other_version() {
        return;
    }
    let mut overloads: BTreeMap<String, Vec<&Function>> = BTreeMap::new();
    for (_, function) in entries(registry) {
        overloads.entry(function.name().name.to_string()).or_default().push(function);
    }
    let profile = registry.profile();
    let tables = profile.hints.of_operators();
    for (table, name, hints) in
        tables.iter().flat_map(|(table, hints)| hints.iter().map(move |(name, all)| (table, name, all)))
    {
        let of_name = overloads.get(name).map_or(&[][..], Vec::as_slice);
        let is_unsure = of_name.iter().any(|function| function.entry.poisoned) || diagnostics.may_be_lost(name);
        let Some(first) = of_name.first().filter(|_| !is_unsure) else { continue };
        let arguments = of_name.iter().flat_map(|function| function.entry.func.arguments.all());
        let known: BTreeSet<&str> = arguments.map(|argument| argument.name.as_str()).chain(IN_PYTHON).collect();
        let used: BTreeSet<&str> = hints.iter().flat_map(|hint| argument_names(hint)).collect();
        let unknown = used.into_iter().map(|name| name.trim_start_matches('*')).find(|name| !known.contains(name));
        let Some(unknown) = unknown.filter(|_| !profile.is_judged(rules::HINT_ARGUMENT.code(), name)) else { continue };
        let message =
            format!("the hint of `{name}` in the profile has the argument `{unknown}`, and no overload has it");
        let problem = Diagnostic::new(rules::HINT_ARGUMENT, name_span(first), message);
        let help = match suggest::nearest(unknown, known.iter().copied()) {
            Some(near) => format!("write `{near}` in `[hints.{table}]`, or `{unknown}` in the schema"),
            None => format!("change `[hints.{table}]` of the profile, or the schema"),
        };
        diagnostics.push(problem.help(help));
    }
}
