//! The lists of a profile: the operators in them must exist, or the list has no effect.

use std::collections::{BTreeMap, BTreeSet};

use registry::Registry;
use source::suggest::Known;
use source::{Change, Diagnostic, Diagnostics, Help, Span, count};
use spec::stem;

use crate::rules;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let profile = registry.profile();
    let known = known(registry);
    let missing = |name: &str| !known.contains(stem(name)) && !super::may_exist(registry, name, diagnostics);
    let mut own = Vec::new();
    let mut built_in: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for list in &profile.op_lists {
        for listed in list.names.iter().filter(|listed| missing(&listed.name)) {
            match listed.span {
                Some(span) => own.push((span, listed.name.as_str(), list.path.as_str())),
                None => built_in.entry(&listed.name).or_default().push(&list.path),
            }
        }
    }
    let suggestions = Known::new(known.iter().copied());
    for (span, name, path) in own {
        let problem =
            Diagnostic::new(rules::UNKNOWN_IN_PROFILE, span, format!("`{path}` lists `{name}`, which does not exist"));
        let help = Help::from("remove it from the list").with(Change::RemoveItem(span));
        diagnostics.push(problem.help(help).maybe_help(suggestions.help(name)));
    }
    let Some(start) = start_of_tree(registry) else { return };
    for (name, paths) in built_in {
        let paths: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
        let message = format!("the profile `{}` lists `{name}`, which does not exist", profile.name);
        let problem = Diagnostic::new(rules::UNKNOWN_IN_PROFILE, start, message);
        let lists = format!("{}: {}", count(paths.len(), "list"), paths.join(", "));
        diagnostics.push(problem.help(format!("if it was renamed, change the name in opgen.toml in {lists}")));
    }
}

/// The stems of all operators and kernels.
fn known(registry: &Registry) -> BTreeSet<&str> {
    let ops = registry.ops().map(|(_, op)| op);
    ops.flat_map(|op| {
        let kernels = op.kernel.iter().flat_map(|kernel| kernel.functions.iter().map(|func| stem(func.name.as_str())));
        kernels.chain([op.stem()])
    })
    .collect()
}

/// The start of the first file of a tree that has every kind of operator file. Others are parts of a tree, in which much may be
/// missing.
fn start_of_tree(registry: &Registry) -> Option<Span> {
    let has_all = registry.profile().homes().all(|home| registry.ops().any(|(_, op)| op.home == home));
    let (_, first) = registry.ops().next().filter(|_| has_all)?;
    Some(Span::start_of(first.name.span.file))
}
