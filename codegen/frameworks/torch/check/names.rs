//! Names of overloads, arguments and results.

use std::collections::BTreeMap;

use source::{Diagnostic, Diagnostics, Spanned};
use torch_registry::{Function, Registry};

use crate::{entries, keywords, name_span, report_unless_judged, rules};

/// Checks names.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    defined_twice(registry, diagnostics);
    same_signature(registry, diagnostics);
    for (_, function) in entries(registry) {
        arguments(registry, function, diagnostics);
        keyword(registry, function, diagnostics);
        reserved(registry, function, diagnostics);
    }
}

fn defined_twice(registry: &Registry, diagnostics: &mut Diagnostics) {
    for &(later, first) in registry.duplicates() {
        let [later, first] = [later, first].map(|id| &registry[id]);
        let message = format!("`{}` is defined twice", later.name());
        let problem = Diagnostic::new(rules::DEFINED_TWICE, name_span(later), message).here("again here");
        diagnostics.push(problem.label(name_span(first), "first defined here"));
    }
}

fn same_signature(registry: &Registry, diagnostics: &mut Diagnostics) {
    let is_duplicate = |id| registry.duplicates().iter().any(|(later, _)| *later == id);
    for signature in registry.signatures() {
        for &(later, first) in signature.duplicates.iter().filter(|(later, _)| !is_duplicate(*later)) {
            let [later, first] = [later, first].map(|id| &registry[id]);
            let message = format!("`{}` has the same arguments and results as `{}`", later.name(), first.name());
            let problem = Diagnostic::new(rules::SAME_SIGNATURE, name_span(later), message);
            let problem = problem.label(name_span(first), "the other overload");
            diagnostics.push(problem.help("overloads must differ in more than their names and alias annotations"));
        }
    }
}

fn arguments(registry: &Registry, function: &Function, diagnostics: &mut Diagnostics) {
    let func = &function.entry.func;
    let mut seen: BTreeMap<&str, &Spanned<String>> = BTreeMap::new();
    let mut report = |name: &Spanned<String>, first: &Spanned<String>, what: &str| {
        let message = format!("`{}` has {what} named `{}`", function.name(), name.value);
        let problem = Diagnostic::new(rules::NAME_TWICE, name.span, message).label(first.span, "the first one");
        report_unless_judged(registry, function, problem, diagnostics);
    };
    for argument in func.arguments.all() {
        match seen.get(argument.name.as_str()) {
            Some(first) => report(&argument.name, first, "two arguments"),
            None => drop(seen.insert(argument.name.as_str(), &argument.name)),
        }
    }
    let mut results: BTreeMap<&str, &Spanned<String>> = BTreeMap::new();
    for returned in &func.returns {
        let Some(name) = &returned.name else { continue };
        let argument = func.arguments.of_name(name.as_str());
        match (results.get(name.as_str()), argument) {
            (Some(first), _) => report(name, first, "two results"),
            (None, Some(argument)) if argument.annotation.is_none() || argument.annotation != returned.annotation => {
                report(name, &argument.name, "an argument and a result");
            }
            (None, _) => {}
        }
        results.insert(name.as_str(), name);
    }
}

fn keyword(registry: &Registry, function: &Function, diagnostics: &mut Diagnostics) {
    let schema = &function.entry.func;
    let name = function.name().name.to_string();
    // Functions of out overloads end in `_out`.
    if let Some(languages) = keywords::languages(&name).filter(|_| schema.arguments.out.is_empty()) {
        let message = format!("`{name}`, the name of an operator, is a keyword of {languages}");
        let problem = Diagnostic::new(rules::KEYWORD, name_span(function), message);
        report_unless_judged(registry, function, problem.help("give it another name"), diagnostics);
    }
    for argument in schema.arguments.all() {
        let Some(languages) = keywords::languages(argument.name.as_str()) else { continue };
        let message =
            format!("`{}`, an argument of `{}`, is a keyword of {languages}", argument.name.value, function.name());
        let problem = Diagnostic::new(rules::KEYWORD, argument.name.span, message);
        report_unless_judged(registry, function, problem.help("give it another name"), diagnostics);
    }
}

/// Names that formulas use for something else.
const RESERVED: [(&str, &str); 2] = [
    ("result", "formulas use it for the result"),
    ("grad_input_mask", "formulas use it for the gradients that are needed"),
];

/// Only operators with formulas are affected.
fn reserved(registry: &Registry, function: &Function, diagnostics: &mut Diagnostics) {
    let id = registry.of_name(&function.name().to_string());
    let found = RESERVED.iter().filter_map(|(name, why)| Some((function.entry.func.arguments.of_name(name)?, why)));
    for (argument, why) in found.filter(|_| id.is_some_and(|id| registry.derivative_of(id).is_some())) {
        let message = format!("`{}` cannot name an argument of an operator with a derivative", argument.name.value);
        diagnostics.push(Diagnostic::new(rules::RESERVED_NAME, argument.name.span, message).help(*why));
    }
}
