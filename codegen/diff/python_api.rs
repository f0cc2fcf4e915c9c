//! Compares how Python calls the functions of an operator: the names under which it finds them, and the names of arguments.

use std::collections::BTreeMap;

use forms::python::aliases;
use profile::Keywords;
use source::Span;
use spec::{Op, PythonApi};

use super::change::{Change, Class, Kind};
use super::side::{Compared, Side, has_callers};

/// Whether Python may call the operator's functions by keyword, and omit arguments.
pub fn has_keywords(op: &Compared) -> bool {
    keywords(op.head).is_some() && op.head.registry.python_api(op.new, &op.new.name.value).is_some()
}

/// The changes of all functions that both sides have.
pub fn compare(op: &Compared) -> Vec<Change> {
    let functions = op.new.variants().map(|inplace| (op.old.function_name(inplace), op.new.function_name(inplace)));
    functions.flat_map(|(old, new)| compare_function(op, &old, &new)).collect()
}

fn compare_function(op: &Compared, old: &str, new: &str) -> Vec<Change> {
    let [before, after] =
        [(op.base, op.old, old), (op.head, op.new, new)].map(|(side, op, name)| Function::new(side, op, name));
    let mut changes = Vec::new();
    let breaks = has_callers(op.old);
    let lost = |what: String, why: &str| {
        let change = Change::new(Kind::PythonApi, what).breaks_if(breaks, Class::Python, why);
        Change { base: before.at, head: after.at.or(Some(op.new.name.span)), ..change }
    };
    for name in before.names.iter().filter(|name| !after.names.contains(name)) {
        changes.push(lost(format!("`{name}` is no longer a name of `{new}`"), "callers find it under this name"));
    }
    for (argument, names) in &before.aliases {
        let is_kept = |name: &&String| after.aliases.values().any(|names| names.contains(name));
        for name in names.iter().filter(|name| !is_kept(name)) {
            let what = format!("`{name}` no longer stands for the argument `{argument}` of `{new}`");
            changes.push(lost(what, "callers pass it by this name"));
        }
    }
    let added = after.names.iter().filter(|name| !before.names.contains(name)).map(|name| format!("`{name}`"));
    let added: Vec<String> = added.collect();
    if !added.is_empty() {
        let change = Change::new(Kind::PythonApi, format!("Python finds `{new}` as {}", added.join(", ")));
        changes.push(Change { base: before.at, head: after.at, ..change });
    }
    changes
}

/// A function, as callers in Python see it.
#[derive(Default)]
struct Function {
    names: Vec<String>,
    /// The names by which arguments can be passed, their own included.
    aliases: BTreeMap<String, Vec<String>>,
    at: Option<Span>,
}

impl Function {
    fn new(side: &Side, op: &Op, name: &str) -> Self {
        let Some((api, keywords)) = side.registry.python_api(op, name).zip(keywords(side)) else {
            return Function::default();
        };
        let named = |argument: &str| {
            let all = std::iter::once(argument.to_owned()).chain(aliases(argument, api, keywords));
            (argument.to_owned(), all.collect())
        };
        Function {
            names: api.names.iter().map(|name| name.value.clone()).collect(),
            aliases: op.signature.arg_names().map(named).collect(),
            at: position(api),
        }
    }
}

fn keywords<'a>(side: &Side<'a>) -> Option<&'a Keywords> {
    side.registry.profile().python_c.as_ref()?.keywords.as_ref()
}

/// A position in what the YAML says about a function.
fn position(api: &PythonApi) -> Option<Span> {
    let aliases = api.aliases.iter().flat_map(|aliases| &aliases.args).map(|alias| alias.arg.span);
    api.names.iter().map(|name| name.span).chain(aliases).next()
}
