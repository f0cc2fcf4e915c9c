//! What bindings for Python need.

use std::collections::BTreeMap;

use source::fix::Help;
use source::{Diagnostic, Diagnostics, suggest};
use torch_registry::{Function, Registry};
use torch_schema::SchemaKind;

use crate::{name_span, report_unless_judged, rules, sound_entries};

/// Checks variants and modules, and that Python can tell overloads apart.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for (_, function) in sound_entries(registry) {
        method(function, diagnostics);
    }
    modules(registry, diagnostics);
    signatures(registry, diagnostics);
}

fn method(function: &Function, diagnostics: &mut Diagnostics) {
    let entry = &function.entry;
    if !entry.variants.method {
        return;
    }
    let variants = entry.key_span("variants");
    let report = |span, message: String, help: Help, diagnostics: &mut Diagnostics| {
        let problem = Diagnostic::new(rules::METHOD_FORM, span, message).label(variants, "the variants");
        diagnostics.push(problem.help(help));
    };
    if entry.python_module.is_some() {
        let message = format!("`{}` is in a module of Python, so it cannot be a method", function.name());
        report(entry.key_span("python_module"), message, "remove `method`, or `python_module`".into(), diagnostics);
    } else if entry.func.is_out() {
        let message = format!("`{}` has out arguments, so it cannot be a method", function.name());
        report(variants, message, "write `variants: function`, or remove the key".into(), diagnostics);
    } else if entry.func.arguments.self_argument().is_none() {
        let message = format!("`{}` has no positional argument `{SELF}`, so it cannot be a method", function.name());
        let mut names = entry.func.arguments.positional.iter().map(|argument| &argument.name);
        let (span, help) = match names.find(|name| suggest::is_typo(&name.value, SELF)) {
            Some(misspelt) => (misspelt.span, Help::meant(&misspelt.value, SELF)),
            None => (variants, format!("remove `method`, or name an argument `{SELF}`").into()),
        };
        report(span, message, help, diagnostics);
    }
}

/// The argument on which a method is called.
const SELF: &str = "self";

/// Forms of an operator must be in one module: the binding of an out form belongs to that of the functional form.
fn modules(registry: &Registry, diagnostics: &mut Diagnostics) {
    for signature in registry.signatures() {
        let members = signature.functions().map(|id| &registry[id]);
        let is_bound = |function: &&Function| {
            !function.is_generated && !function.entry.poisoned && function.kind != SchemaKind::Inplace
        };
        let members: Vec<&Function> = members.filter(is_bound).collect();
        let [first, others @ ..] = members.as_slice() else { continue };
        for other in others.iter().filter(|other| module(other) != module(first)) {
            // A name that begins with a module says which of the two is right.
            let names_module = |function: &Function| {
                let modules = registry.profile().names.python_modules.iter();
                let prefix = modules
                    .filter(|name| function.root_name().starts_with(&format!("{name}_")))
                    .max_by_key(|name| name.len());
                prefix.map(String::as_str)
            };
            let is_odd = names_module(first).is_some() && module(first) != names_module(first);
            let (odd, usual) = if is_odd { (first, other) } else { (other, first) };
            let [one, two] = [odd, usual].map(|function| {
                module(function).map_or("no module".to_owned(), |module| format!("the module `{module}`"))
            });
            let message = format!("`{}` is in {one}, and `{}` is in {two}", odd.name(), usual.name());
            let [at, other_at] = [odd, usual].map(|function| {
                function.entry.python_module.as_ref().map_or(name_span(function), |module| module.span)
            });
            let problem = Diagnostic::new(rules::PYTHON_MODULE, at, message).label(other_at, "the other form");
            report_unless_judged(registry, odd, problem.help("write the same `python_module` for both"), diagnostics);
        }
    }
}

/// The module of Python that a function is in.
fn module(function: &Function) -> Option<&str> {
    function.entry.python_module.as_ref().map(|module| module.as_str())
}

/// Python tells overloads apart by their arguments alone.
fn signatures(registry: &Registry, diagnostics: &mut Diagnostics) {
    let mut seen: BTreeMap<(SchemaKind, String, &str), &Function> = BTreeMap::new();
    for (_, function) in sound_entries(registry) {
        let arguments = function.signature.rsplit_once(") -> ").map_or("", |(arguments, _)| arguments);
        let key = (function.kind, function.name().name.to_string(), arguments);
        let Some(first) = seen.get(&key).filter(|first| first.signature != function.signature) else {
            seen.entry(key).or_insert(function);
            continue;
        };
        let message = format!("`{}` has the same arguments as `{}`, and other results", function.name(), first.name());
        let problem = Diagnostic::new(rules::PYTHON_SIGNATURE, name_span(function), message);
        let problem = problem.label(name_span(first), "the other overload");
        report_unless_judged(
            registry,
            function,
            problem.help("Python tells overloads apart by their arguments"),
            diagnostics,
        );
    }
}
