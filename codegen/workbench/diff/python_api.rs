//! Compares how Python calls the functions of an operator: the names under which it finds them, and the names of arguments.

use std::collections::BTreeMap;

use forms::python::aliases;
use profile::Keywords;
use source::Span;
use spec::{Op, PythonApi};

use super::change::{Change, Class, Kind};
use super::python_by_hand::{self, HandWritten};
use super::side::{Compared, Side};

/// Whether Python may call the operator's functions by keyword, and omit arguments.
pub fn has_keywords(op: &Compared) -> bool {
    keywords(op.head).is_some() && op.head.registry.python_api(op.new, &op.new.name.value).is_some()
}

/// The changes of all functions that both sides have.
pub fn compare(op: &Compared) -> Vec<Change> {
    if !op.base.callable(op.old_id).python && !op.head.callable(op.new_id).python {
        return Vec::new();
    }
    let functions = op.new.variants().map(|inplace| (op.old.function_name(inplace), op.new.function_name(inplace)));
    functions.flat_map(|(old, new)| compare_function(op, &old, &new)).collect()
}

fn compare_function(op: &Compared, old: &str, new: &str) -> Vec<Change> {
    let [before, after] =
        [(op.base, op.old, old), (op.head, op.new, new)].map(|(side, op, name)| Function::new(side, op, name));
    let mut changes = Vec::new();
    let breaks = op.base.callable(op.old_id).python;
    let lost = |what: String, why: &str| {
        let change = Change::new(Kind::PythonApi, what).breaks_if(breaks, Class::Python, why);
        Change { base: before.at, head: after.at.or(Some(op.new.name.span)), ..change }
    };
    for name in before.names.iter().filter(|name| !after.names.contains(name)) {
        changes.push(lost(format!("`{name}` is no longer a name of `{new}`"), "callers find it under this name"));
    }
    for (argument, names) in &before.aliases {
        // A keyword may move to an argument that is new, such as a renamed one.
        let may_take = |other: &String| other == argument || !before.aliases.contains_key(other);
        let is_kept =
            |name: &&String| after.aliases.iter().any(|(other, names)| may_take(other) && names.contains(name));
        for name in names.iter().filter(|name| !is_kept(name)) {
            let what = format!("`{name}` no longer stands for the argument `{argument}` of `{new}`");
            changes.push(lost(what, "callers pass it by this name"));
        }
    }
    let found = |what: String| {
        let change = Change::new(Kind::PythonApi, what);
        Change { base: before.at, head: after.at, ..change }
    };
    let added: Vec<String> = added(&before.names, &after.names).map(|name| format!("`{name}`")).collect();
    if !added.is_empty() {
        changes.push(found(format!("Python finds `{new}` as {}", added.join(", "))));
    }
    let keywords = after.new_keywords(&before);
    if !keywords.is_empty() {
        changes.push(found(format!("`{new}` takes further keywords: {}", keywords.join(", "))));
    }
    changes.extend(python_by_hand::compare(&before.by_hand, &after.by_hand, new).into_iter().map(
        |(what, why)| match why {
            Some(why) => lost(what, why),
            None => found(what),
        },
    ));
    changes
}

/// The items that are only in the second list.
fn added<'a>(before: &'a [String], after: &'a [String]) -> impl Iterator<Item = &'a String> {
    after.iter().filter(|item| !before.contains(item))
}

/// A function, as callers in Python see it.
#[derive(Default)]
struct Function {
    names: Vec<String>,
    /// The names by which arguments can be passed, their own included.
    aliases: BTreeMap<String, Vec<String>>,
    /// The functions written by hand that read the arguments or change them.
    by_hand: HandWritten,
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
            by_hand: HandWritten::new(api),
            at: position(api),
        }
    }

    /// The keywords, other than the names of arguments, that another version of the function does not take.
    fn new_keywords(&self, before: &Function) -> Vec<String> {
        let is_known = |name: &str| before.aliases.values().flatten().any(|known| known == name);
        let further = self.aliases.iter().flat_map(|(argument, names)| names.iter().map(move |name| (argument, name)));
        let new = further.filter(|(argument, name)| argument != name && !is_known(name));
        new.map(|(argument, name)| format!("`{name}` for `{argument}`")).collect()
    }
}

fn keywords<'a>(side: &Side<'a>) -> Option<&'a Keywords> {
    side.registry.profile().python_c.as_ref()?.keywords.as_ref()
}

/// A position in what the YAML says about a function.
fn position(api: &PythonApi) -> Option<Span> {
    let aliases = api.aliases.iter().flat_map(|aliases| &aliases.args).map(|alias| alias.arg.span);
    let mappers = api.args_mapper.each().map(|name| name.span);
    let calls = api.pre_process.each().map(|call| call.func.span);
    api.names.iter().map(|name| name.span).chain(aliases).chain(mappers).chain(calls).next()
}
