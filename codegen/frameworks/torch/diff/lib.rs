//! Whom changes of PyTorch's operators break: saved programs, callers, and backends.

#![deny(missing_docs)]

mod callers;
pub mod compatible;
mod defaults;

use std::collections::BTreeMap;

use describe::{Break, BreakClass, Location};
use project::Breaks;
use source::Span;
use torch_cpp::Signature;
use torch_registry::{Function, FunctionId, Project, Registry, Torch};
use torch_spec::Tag;
use torch_targets::shim_declarations;

use callers::Callers;

/// The classes of callers, and the rules for whom changes break.
pub const BREAKS: Breaks<Torch> = Breaks { classes: CLASSES, between };

const MODEL: &str = "model";
const FORWARD: &str = "forward";
const API: &str = "api";
const PYTHON: &str = "python";
const KERNEL: &str = "kernel";
const SHIM: &str = "shim";

const CLASSES: &[BreakClass] = &[
    BreakClass { name: API, callers: "callers in C++", is_denied: true },
    BreakClass { name: PYTHON, callers: "callers in Python", is_denied: false },
    BreakClass { name: MODEL, callers: "programs that the old version saved", is_denied: true },
    BreakClass { name: FORWARD, callers: "old versions that read programs of the new one", is_denied: false },
    BreakClass { name: SHIM, callers: "compiled models", is_denied: true },
    BreakClass { name: KERNEL, callers: "backends with kernels of their own", is_denied: false },
];

/// An overload of the old version with the one of the same name in the new version.
struct Pair<'a> {
    /// The number of the old one.
    id: FunctionId,
    old: &'a Function,
    new: Option<&'a Function>,
}

fn between(old: &Project, new: &Project) -> Vec<Break> {
    let callers = Callers::of(&new.registry);
    let mut found = Vec::new();
    for (id, before) in old.registry.functions() {
        let (name, place) = named_place(old, new, id);
        let after = new.registry.of_name(&name);
        let pair = Pair { id, old: before, new: after.map(|id| &new.registry[id]) };
        let reasons = reasons(&pair, &old.registry, &callers);
        found.extend(reasons.into_iter().map(|(class, reason)| {
            let (operator, place) = (name.clone(), place.clone());
            Break { class, operator, reason, place }
        }));
    }
    found.extend(callers.old_python_breaks(&old.registry).into_iter().map(|(id, reason)| {
        let (operator, place) = named_place(old, new, id);
        Break { class: PYTHON, operator, reason, place }
    }));
    found.extend(shims(old, new));
    found.extend(tags(old, new));
    let rank = |found: &Break| CLASSES.iter().position(|class| class.name == found.class);
    found.sort_by_key(rank);
    found
}

/// The name of an overload of the old version, and its place in the new one or, if it is gone, in the old one.
fn named_place(old: &Project, new: &Project, id: FunctionId) -> (String, Location) {
    let name = old.registry[id].name().to_string();
    let place = match new.registry.of_name(&name) {
        Some(id) => place(new, new.registry.span(id)),
        None => place(old, old.registry.span(id)),
    };
    (name, place)
}

fn place(project: &Project, span: Span) -> Location {
    let region = project.sources.region(span);
    let file = project.sources.file(span.file).name().to_owned();
    Location { file, line: region.line, column: region.column }
}

/// The classes that a change of an operator breaks, with reasons.
fn reasons(pair: &Pair, old: &Registry, callers: &Callers) -> Vec<(&'static str, String)> {
    let Pair { id, old: function, new } = pair;
    let gone = || "it is gone".to_owned();
    let (old_schema, new_schema) = (&function.entry.func, new.map(|new| &new.entry.func));
    let compared = |rule: fn(&_, &_) -> Option<String>| match new_schema {
        None => Some(gone()),
        Some(new) => rule(old_schema, new),
    };
    let is_changed = new_schema.is_none_or(|new| new.to_string() != old_schema.to_string());
    let found = [
        (API, callers.cpp_break(old, *id)),
        (PYTHON, callers.python_break(old, *id)),
        (MODEL, if is_changed { compared(compatible::backward) } else { None }),
        (FORWARD, if is_changed { compared(compatible::forward) } else { None }),
        (KERNEL, kernel(pair).or_else(|| new.is_none().then(gone))),
    ];
    found.into_iter().filter_map(|(class, reason)| Some((class, reason?))).collect()
}

/// The reason for which a backend's kernels do not work any more, or do not suffice.
fn kernel(Pair { old, new, .. }: &Pair) -> Option<String> {
    let new = (*new)?;
    // Kernels may take plain integers where a schema has symbolic ones.
    let [before, after] = [old, new].map(|function| torch_cpp::kernel(function, "", false));
    let shown = |signature: &Signature| format!("`{} ({})`", signature.returns, signature.types());
    if shown(&before) != shown(&after) {
        return Some(format!("kernels were {}, and are {}", shown(&before), shown(&after)));
    }
    let is_lost = old.is_composite() && !new.is_composite();
    is_lost.then(|| "there is no kernel for all backends any more".to_owned())
}

/// The functions in C that compiled models do not find any more, or call with other arguments.
fn shims(old: &Project, new: &Project) -> Vec<Break> {
    let [before, after] = [old, new].map(|side| shim_declarations(&side.registry));
    let mut by_operator: BTreeMap<FunctionId, (String, FunctionId)> = BTreeMap::new();
    for (name, (parameters, id)) in before {
        let reason = match after.get(&name) {
            None => format!("`{name}` is gone"),
            Some((now, _)) if *now != parameters => format!("`{name}` has other parameters"),
            Some(_) => continue,
        };
        by_operator.entry(id).or_insert((reason, id));
    }
    let found = |(id, (reason, _)): (FunctionId, (String, FunctionId))| {
        let (operator, place) = named_place(old, new, id);
        Break { class: SHIM, operator, reason, place }
    };
    by_operator.into_iter().map(found).collect()
}

/// The tags that C++ and Python cannot name any more.
fn tags(old: &Project, new: &Project) -> Vec<Break> {
    let (Some(before), Some(after)) = (old.registry.tags(), new.registry.tags()) else { return Vec::new() };
    let is_kept = |tag: &Tag| after.iter().any(|other| other.name.value == tag.name.value);
    let broken = |tag: &Tag| {
        let name = &tag.name.value;
        let found = |class, mention: String| Break {
            class,
            operator: name.clone(),
            reason: format!("the tag is gone, and `{mention}` with it"),
            place: place(old, tag.name.span),
        };
        [found(API, format!("at::Tag::{name}")), found(PYTHON, format!("torch.Tag.{name}"))]
    };
    before.iter().filter(|tag| !is_kept(tag)).flat_map(broken).collect()
}

#[cfg(test)]
mod names {
    use super::CLASSES;

    #[test]
    fn settings_know_the_classes() {
        let names: Vec<&str> = CLASSES.iter().map(|class| class.name).collect();
        assert_eq!(names, torch_profile::BREAK_CLASSES);
    }
}
