//! How Python calls operators: the operators and arguments must exist, every name must be that of one argument, and functions
//! must have names under which Python can find them.

use std::collections::BTreeMap;

use profile::Tensors;
use registry::Registry;
use source::suggest::{self, Known};
use source::{Diagnostic, Diagnostics, Spanned};
use spec::{Op, PythonApi, PythonApiEntry};

use crate::rules;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let functions = functions(registry);
    let known = Known::new(functions.keys().map(String::as_str));
    let mut earlier: Vec<&PythonApiEntry> = Vec::new();
    for entry in &registry.specs().python_apis {
        match earlier.iter().find(|other| other.op == entry.op) {
            Some(first) => diagnostics.push(twice(entry, first)),
            None => earlier.push(entry),
        }
        match functions.get(&entry.op.value) {
            Some(op) => check_api(&entry.op, &entry.api, op, registry, diagnostics),
            None if super::may_exist(registry, &entry.op.value, diagnostics) => {}
            None => {
                let message = format!("there is no operator `{}` that Python can call", entry.op.value);
                let problem = Diagnostic::new(rules::UNKNOWN_PYTHON_OP, entry.op.span, message);
                diagnostics.push(problem.maybe_help(known.help(&entry.op.value)));
            }
        }
    }
    for op in super::sound_ops(registry) {
        if let Some(api) = &op.python_api {
            check_api(&op.name, api, op, registry, diagnostics);
        }
    }
}

/// The operators over dense tensors, by the names of their functions.
fn functions(registry: &Registry) -> BTreeMap<String, &Op> {
    let dense = registry.ops().map(|(_, op)| op).filter(|op| op.home.family().tensors() == Tensors::Dense);
    dense.flat_map(|op| op.variants().map(move |inplace| (op.function_name(inplace), op))).collect()
}

fn twice(entry: &PythonApiEntry, first: &PythonApiEntry) -> Diagnostic {
    let message = format!("`{}` has two entries", entry.op.value);
    let problem = Diagnostic::new(rules::DUPLICATE_ENTRY, entry.op.span, message).here("again here");
    problem.label(first.op.span, "first here").help("join the two entries")
}

fn check_api(function: &Spanned<String>, api: &PythonApi, op: &Op, registry: &Registry, diagnostics: &mut Diagnostics) {
    if !op.poisoned {
        let aliased = api.aliases.iter().flat_map(|aliases| &aliases.args).map(|alias| &alias.arg);
        let passed = api.pre_process.each().flat_map(|call| &call.args);
        for problem in aliased.chain(passed).filter_map(|name| unknown_argument(name, op)) {
            diagnostics.push(problem);
        }
        check_aliases(api, op, registry, diagnostics);
    }
    for problem in api.names.iter().filter_map(|name| unknown_place(name, function, registry)) {
        diagnostics.push(problem);
    }
}

fn unknown_argument(name: &Spanned<String>, op: &Op) -> Option<Diagnostic> {
    if op.signature.arg_names().any(|argument| argument == name.value) {
        return None;
    }
    let message = format!("`{}` is not an argument of `{}`", name.value, op.name.value);
    let help = suggest::help(&name.value, op.signature.arg_names());
    let problem = Diagnostic::new(rules::UNKNOWN_PYTHON_ARG, name.span, message);
    Some(problem.label(op.name.span, "the operator").maybe_help(help))
}

/// Reports names by which two arguments could be meant. The first of them would get what is passed for the second.
fn check_aliases(api: &PythonApi, op: &Op, registry: &Registry, diagnostics: &mut Diagnostics) {
    let keywords = registry.profile().python_c.as_ref().and_then(|python_c| python_c.keywords.as_ref());
    let Some((aliases, keywords)) = api.aliases.as_ref().zip(keywords) else { return };
    let arguments: Vec<&str> = op.signature.arg_names().collect();
    let usual = |argument: &&str| {
        let has_own = aliases.args.iter().any(|alias| alias.arg.value == **argument);
        keywords.usual.get(*argument).filter(|_| aliases.usual && !has_own)
    };
    let mut meant: BTreeMap<&str, &str> = arguments.iter().map(|name| (*name, *name)).collect();
    for argument in &arguments {
        for name in usual(argument).into_iter().flatten() {
            meant.entry(name).or_insert(argument);
        }
    }
    for alias in &aliases.args {
        for name in &alias.names {
            let other = *meant.entry(&name.value).or_insert(&alias.arg.value);
            if other != alias.arg.value {
                let message = format!("`{}` already means the argument `{other}`", name.value);
                let problem = Diagnostic::new(rules::AMBIGUOUS_ALIAS, name.span, message);
                let help = format!("give `{}` another name, or remove this one", alias.arg.value);
                diagnostics.push(problem.label(op.name.span, "the operator").help(help));
            }
        }
    }
}

/// The error if a function cannot be put where its name says.
fn unknown_place(name: &Spanned<String>, function: &Spanned<String>, registry: &Registry) -> Option<Diagnostic> {
    let patch = registry.profile().method_patch.as_ref()?;
    let prefixes = || patch.maps.values().map(|map| map.prefix.as_str());
    let (prefix, last) = name.value.rsplit_once('.').unwrap_or(("", &name.value));
    let message = if prefix.is_empty() {
        format!("`{last}` does not say where the function is put")
    } else if !prefixes().any(|known| known == prefix) {
        format!("the function cannot be put into `{prefix}`")
    } else if last != function.value {
        format!("the function of `{}` cannot have the name `{last}`", function.value)
    } else {
        return None;
    };
    let known: Vec<String> = prefixes().map(|prefix| format!("{prefix}.{}", function.value)).collect();
    let help = format!("possible names: {}", known.join(", "));
    Some(Diagnostic::new(rules::UNKNOWN_PYTHON_NAME, name.span, message).help(help))
}
