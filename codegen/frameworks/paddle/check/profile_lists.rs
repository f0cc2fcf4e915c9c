//! The lists of a profile: the operators in them must exist, or the list has no effect.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use forms::pir::class_name;
use profile::{ListedOp, OpList, Tensors};
use registry::Registry;
use source::suggest::Known;
use source::{Change, Diagnostic, Diagnostics, Help, Span, count};
use spec::stem;

use crate::rules;

/// If more than one in so many of the listed operators are missing, the tree is only a part of the framework's.
const PART_OF_MISSING: usize = 10;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let profile = registry.profile();
    let users = users(registry);
    // A list of operators and their kernels may have a kernel by another name than its operator.
    let is_kernel = |list: &OpList, kernel: &str| {
        let is_listed = |user: &&str| list.names.iter().any(|listed| stem(&listed.name) == *user);
        users.kernels.get(kernel).is_some_and(|users| users.iter().any(is_listed))
    };
    let all_classes = LazyCell::new(|| classes(&users.ops));
    let dense_classes = LazyCell::new(|| classes(&users.dense));
    let missing = |list: &OpList, listed: &ListedOp| {
        let name = stem(&listed.name);
        // The lists of built-in profiles are about dense operators. One over other tensors may have the same name.
        let is_own = listed.span.is_some();
        let ops = if is_own { &users.ops } else { &users.dense };
        let is_class =
            || is_class_name(name) && if is_own { all_classes.contains(name) } else { dense_classes.contains(name) };
        let is_known = ops.contains(name) || is_kernel(list, name) || is_class();
        !is_known && !super::may_exist(registry, &listed.name, diagnostics)
    };
    // A list that several sections share is reported once.
    let mut own = BTreeMap::new();
    let mut built_in: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let listed: BTreeSet<&str> =
        profile.op_lists.iter().flat_map(|list| &list.names).map(|listed| listed.name.as_str()).collect();
    for list in &profile.op_lists {
        for listed in list.names.iter().filter(|listed| missing(list, listed)) {
            match listed.span {
                Some(span) => {
                    own.entry(span).or_insert((listed.name.as_str(), list.path.as_str()));
                }
                None => built_in.entry(&listed.name).or_default().push(&list.path),
            }
        }
    }
    let suggestions = Known::new(users.ops.iter().copied());
    for (span, (name, path)) in own {
        let problem =
            Diagnostic::new(rules::UNKNOWN_IN_PROFILE, span, format!("`{path}` lists `{name}`, which does not exist"));
        let help = Help::from("remove it from the list").with(Change::RemoveItem(span));
        diagnostics.push(problem.help(help).maybe_help(suggestions.help(name)));
    }
    let is_whole = built_in.len() * PART_OF_MISSING <= listed.len();
    let Some(start) = start_of_tree(registry).filter(|_| is_whole) else { return };
    for (name, paths) in built_in {
        let paths: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
        let message = format!("the profile `{}` lists `{name}`, which does not exist", profile.name);
        let problem = Diagnostic::new(rules::UNKNOWN_IN_PROFILE, start, message);
        let lists = format!("{}: {}", count(paths.len(), "list"), paths.join(", "));
        diagnostics.push(problem.help(format!("if it was renamed, change the name in opgen.toml in {lists}")));
    }
}

/// The stems of all operators and of those over dense tensors, and for each kernel, those of the operators that use it.
struct Users<'a> {
    ops: BTreeSet<&'a str>,
    dense: BTreeSet<&'a str>,
    kernels: BTreeMap<&'a str, Vec<&'a str>>,
}

fn users(registry: &Registry) -> Users<'_> {
    let mut users = Users { ops: BTreeSet::new(), dense: BTreeSet::new(), kernels: BTreeMap::new() };
    for (_, op) in registry.ops() {
        users.ops.insert(op.stem());
        if op.home.family().tensors() == Tensors::Dense {
            users.dense.insert(op.stem());
        }
        for function in op.kernel.iter().flat_map(|kernel| &kernel.functions) {
            users.kernels.entry(stem(&function.name.value)).or_default().push(op.stem());
        }
    }
    users
}

fn is_class_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
}

/// The classes of operators in PIR, and those of their inplace functions.
fn classes(ops: &BTreeSet<&str>) -> BTreeSet<String> {
    ops.iter().flat_map(|op| [class_name(op), class_name(&format!("{op}_"))]).collect()
}

/// The start of the first file of a tree that has every kind of operator file.
fn start_of_tree(registry: &Registry) -> Option<Span> {
    let has_all = registry.profile().homes().all(|home| registry.ops().any(|(_, op)| op.home == home));
    let (_, first) = registry.ops().next().filter(|_| has_all)?;
    Some(Span::start_of(first.name.span.file))
}
