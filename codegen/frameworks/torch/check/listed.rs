//! Names in lists of PyTorch's own generators, which the profile has.

use std::collections::BTreeSet;

use source::{Diagnostic, Diagnostics, Level, Span};
use torch_registry::Registry;

use crate::{entries, is_whole, rules};

/// Reports names of operators that do not exist. In a part of a tree, most of them are missing.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let Some((_, first)) = entries(registry).next().filter(|_| is_whole(registry) && !registry.is_of_other_version())
    else {
        return;
    };
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (_, function) in registry.functions() {
        let name = function.name();
        known.extend([name.to_string(), name.name.to_string(), name.name.base.clone(), function.entry.func.cpp_name()]);
    }
    let profile = registry.profile();
    let views = profile.view_functions.keys().map(|name| ("view_functions", name));
    let lists = profile.names.of_operators();
    let names = lists.flat_map(|(list, names)| names.iter().map(move |name| (list, name))).chain(views);
    for (list, name) in names {
        if !known.contains(name)
            && !diagnostics.may_be_lost(name)
            && !profile.is_judged(rules::UNKNOWN_OPERATOR.code(), name)
        {
            let message = format!(
                "PyTorch's generators treat `{name}` in a special way (`{list}`), and there is no such operator"
            );
            let at = Span::start_of(first.entry.func_span.file);
            let problem = Diagnostic::new(rules::UNKNOWN_OPERATOR, at, message);
            let problem = problem.help("restore the operator, or remove the name from that list");
            // The name has no effect, which is no reason to stop.
            diagnostics.push(Diagnostic { level: Level::Warning, ..problem });
        }
    }
}
