//! Old signatures for Python.

use std::collections::BTreeSet;

use source::{Diagnostic, Diagnostics, Spanned, suggest};
use torch_registry::{Function, Registry};
use torch_schema::{Argument, BaseType, FunctionSchema, Type};
use torch_spec::Deprecated;
use torch_spec::deprecated::Call;

use crate::{entries, name_span, rules};

/// The only value that a call may pass, and its type.
const CONSTANT: (&str, Type) = ("1", Type::Base(BaseType::Scalar));

/// Checks old signatures.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let Some(list) = registry.deprecated() else { return };
    let mut reported = BTreeSet::new();
    for (at, deprecated) in list.iter().enumerate() {
        let (Some(schema), Some(call)) = (&deprecated.schema, &deprecated.call) else { continue };
        let before = diagnostics.len();
        values(schema, call, diagnostics);
        if diagnostics.len() == before {
            target(registry, deprecated, schema, call, diagnostics);
        }
        needless(registry, &list[..at], deprecated, schema, diagnostics);
        if diagnostics.len() > before {
            reported.insert(schema.name.value.name.to_string());
        }
    }
    partners(list, &reported, diagnostics);
}

fn values(schema: &FunctionSchema, call: &Call, diagnostics: &mut Diagnostics) {
    let names = || schema.arguments.all().map(|argument| argument.name.as_str());
    let is_passed = |argument: &&Argument| call.arguments.contains(&argument.name);
    let mut missing: Vec<&Argument> = schema.arguments.all().filter(|argument| !is_passed(argument)).collect();
    for value in call.arguments.iter().filter(|value| value.value != CONSTANT.0) {
        if names().all(|name| name != value.value) {
            let message = format!("`{}` is neither an argument of the old signature nor `{}`", value.value, CONSTANT.0);
            let help = suggest::help(value.as_str(), names());
            // The value was meant to be one of the arguments that are not passed.
            let near = suggest::nearest(value.as_str(), missing.iter().map(|argument| argument.name.as_str()));
            let meant = missing.iter().position(|argument| Some(argument.name.as_str()) == near).unwrap_or(0);
            if meant < missing.len() {
                missing.remove(meant);
            }
            diagnostics.push(Diagnostic::new(rules::DEPRECATED_VALUE, value.span, message).maybe_help(help));
        }
    }
    for argument in missing {
        let message = format!("the call does not pass `{}`", argument.name.value);
        let problem = Diagnostic::new(rules::DEPRECATED_VALUE, call.function.span, message);
        diagnostics.push(problem.label(argument.span(), "the argument"));
    }
}

fn target(
    registry: &Registry,
    deprecated: &Deprecated,
    schema: &FunctionSchema,
    call: &Call,
    diagnostics: &mut Diagnostics,
) {
    let name = call.function.as_str();
    let overloads: Vec<&Function> = entries(registry)
        .map(|(_, function)| function)
        .filter(|function| function.entry.func.cpp_name() == name)
        .collect();
    let (Some(first), false) = (overloads.first(), diagnostics.may_be_lost(name.trim_end_matches("_out"))) else {
        if !diagnostics.may_be_lost(name.trim_end_matches("_out")) {
            let names: Vec<String> = entries(registry).map(|(_, function)| function.entry.func.cpp_name()).collect();
            let problem =
                Diagnostic::new(rules::DEPRECATED_TARGET, call.function.span, format!("there is no operator `{name}`"));
            let base = name.trim_end_matches("_out");
            let other_form = entries(registry).find(|(_, function)| name != base && function.root_name() == base);
            diagnostics.push(match other_form {
                Some((_, other)) => {
                    problem.label(name_span(other), format!("`{base}` has no overload with out arguments"))
                }
                None => problem.maybe_help(suggest::Known::new(names.iter().map(String::as_str)).help(name)),
            });
        }
        return;
    };
    if overloads.iter().any(|function| fits(&function.entry.func, schema, call)) {
        return;
    }
    if let Some(problem) = misplaced(&overloads, call) {
        diagnostics.push(problem);
        return;
    }
    let message = format!("no overload of `{name}` has these arguments and results");
    let problem = Diagnostic::new(rules::DEPRECATED_TARGET, deprecated.name.span, message);
    let problem = problem.label(first.entry.func.name.span, "the first overload");
    diagnostics.push(problem.help("types, alias annotations and results must be those of an overload; what the call does not pass needs a default"));
}

/// The argument that a call passes twice, or in the place of another one.
fn misplaced(overloads: &[&Function], call: &Call) -> Option<Diagnostic> {
    let name = call.function.as_str();
    let found =
        |argument: &Spanned<String>, message: String| Diagnostic::new(rules::DEPRECATED_TARGET, argument.span, message);
    let mut seen = BTreeSet::new();
    let is_name = |argument: &Spanned<String>| !argument.value.starts_with(|c: char| c.is_ascii_digit());
    if let Some(twice) = call.arguments.iter().find(|argument| is_name(argument) && !seen.insert(argument.as_str())) {
        return Some(found(twice, format!("`{}` is passed twice", twice.value)));
    }
    let expected = |function: &&Function| -> Vec<String> {
        function.entry.func.arguments.all().map(|argument| argument.name.value.clone()).collect()
    };
    let has_same =
        |names: &Vec<String>| names.len() == seen.len() && names.iter().all(|name| seen.contains(name.as_str()));
    let expected = overloads.iter().map(expected).find(has_same)?;
    let mut pairs = call.arguments.iter().zip(&expected);
    let (argument, meant) = pairs.find(|(argument, meant)| argument.value != **meant)?;
    let problem = found(argument, format!("`{}` is passed in the place of `{meant}`", argument.value));
    Some(problem.help(format!("write `{name}({})`", expected.join(", "))))
}

/// True if a call with the values of an old signature is a call of an overload.
fn fits(func: &FunctionSchema, schema: &FunctionSchema, call: &Call) -> bool {
    let fits_value = |argument: &Argument, value: &str| match schema.arguments.of_name(value) {
        Some(old) => old.ty == argument.ty && old.annotation == argument.annotation,
        None => argument.ty.value == CONSTANT.1 && argument.annotation.is_none(),
    };
    // A call of an out function passes the out arguments first.
    let mut values = call.arguments.iter();
    let arguments = func.arguments.out.iter().chain(func.arguments.without_out());
    let takes_all = arguments.into_iter().all(|argument| match values.next() {
        Some(value) => fits_value(argument, value.as_str()),
        None => argument.default.is_some(),
    });
    takes_all && values.next().is_none() && func.returns == schema.returns
}

fn needless(
    registry: &Registry,
    earlier: &[Deprecated],
    deprecated: &Deprecated,
    schema: &FunctionSchema,
    diagnostics: &mut Diagnostics,
) {
    let is_same =
        |other: &FunctionSchema| other.name.value.name == schema.name.value.name && other.arguments == schema.arguments;
    let of_entries = || {
        entries(registry)
            .map(|(_, function)| &function.entry.func)
            .find(|func| is_same(func))
            .map(|func| func.name.span)
    };
    let of_earlier =
        || earlier.iter().find(|other| other.schema.as_ref().is_some_and(is_same)).map(|other| other.name.span);
    let name = &schema.name.value;
    let (message, label, span) = match (of_entries(), of_earlier()) {
        (Some(span), _) => {
            let message = format!("`{name}` is not an old signature: it is the same as a current one");
            (message, "the overload with the same arguments", span)
        }
        (None, Some(span)) => (format!("this old signature of `{name}` is there twice"), "the first one", span),
        (None, None) => return,
    };
    let problem = Diagnostic::new(rules::DEPRECATED_NEEDLESS, deprecated.name.span, message);
    diagnostics.push(problem.label(span, label).help("remove it"));
}

/// Reports an old out signature without the old functional one, to which its binding belongs. If a signature of that name has a mistake, it
/// may be the functional one.
fn partners(list: &[Deprecated], reported: &BTreeSet<String>, diagnostics: &mut Diagnostics) {
    let schemas = || list.iter().filter_map(|deprecated| deprecated.schema.as_ref());
    let lacks_any = list.iter().any(|deprecated| deprecated.schema.is_none());
    let is_sound = |schema: &FunctionSchema| !lacks_any && !reported.contains(&schema.name.value.name.to_string());
    for schema in schemas().filter(|schema| schema.is_out() && is_sound(schema)) {
        let is_partner = |other: &FunctionSchema| {
            !other.is_out()
                && other.name.value.name == schema.name.value.name
                && other.arguments == schema.arguments.with_out(Vec::new())
        };
        if !schemas().any(is_partner) {
            let message = format!(
                "the old out signature of `{}` has no functional one with the same arguments",
                schema.name.value
            );
            diagnostics.push(Diagnostic::new(rules::DEPRECATED_TARGET, schema.name.span, message));
        }
    }
}
