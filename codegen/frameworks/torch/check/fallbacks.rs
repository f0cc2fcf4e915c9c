//! Operators that compiled models call by functions in C.

use std::collections::BTreeMap;

use source::suggest::Known;
use source::{Diagnostic, Diagnostics};
use torch_registry::{Function, Registry};
use torch_spec::FallbackOperator;

use crate::{is_whole, name_span, rules};

/// Checks the lists of such operators.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    if registry.fallbacks().is_empty() {
        return;
    }
    let functions: BTreeMap<String, &Function> =
        registry.functions().map(|(_, function)| (function.full_name(), function)).collect();
    let known = Known::new(functions.keys().map(String::as_str));
    for operator in registry.fallbacks().iter().flat_map(|list| &list.operators) {
        match functions.get(&operator.name.value) {
            Some(function) => arguments(function, operator, diagnostics),
            None if is_expected(registry, operator, diagnostics) => {
                let message = format!("there is no operator `{}`, so it has no function in C", operator.name.value);
                let mut problem = Diagnostic::new(rules::UNKNOWN_OPERATOR, operator.name.span, message);
                if let Some(near) = known.typo_of(operator.name.as_str()).and_then(|near| functions.get(near)) {
                    problem = problem.label(name_span(near), "this has a similar name");
                }
                diagnostics.push(problem.maybe_help(known.help(operator.name.as_str())));
            }
            None => {}
        }
    }
}

/// True if the tree must have an operator.
fn is_expected(registry: &Registry, operator: &FallbackOperator, diagnostics: &Diagnostics) -> bool {
    let base = operator.name.value.split('.').nth(1).unwrap_or_default();
    is_whole(registry) && !registry.is_of_other_version() && !diagnostics.may_be_lost(base)
}

fn arguments(function: &Function, operator: &FallbackOperator, diagnostics: &mut Diagnostics) {
    let schema = &function.entry.func.arguments;
    for name in operator.versions.iter().flat_map(|version| &version.arguments) {
        if schema.of_name(name.as_str()).is_none() {
            let message = format!("`{}` has no argument `{}`", function.name(), name.value);
            let problem = Diagnostic::new(rules::FALLBACK_ARGUMENT, name.span, message);
            let problem = problem.label(function.entry.func.name.span, "the operator");
            diagnostics.push(
                problem.maybe_help(source::suggest::help(
                    name.as_str(),
                    schema.all().map(|argument| argument.name.as_str()),
                )),
            );
        }
    }
}
