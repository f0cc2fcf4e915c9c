//! Alias annotations: which arguments an operator writes to, and which of them it returns.

use source::{Diagnostic, Diagnostics};
use torch_registry::{Function, Registry};
use torch_schema::{Argument, FunctionSchema, Return, SchemaKind, Type};

use crate::{entries, name_span, rules};

/// Checks annotations.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for (_, function) in entries(registry) {
        let func = &function.entry.func;
        let before = diagnostics.len();
        form(function, diagnostics);
        if func.name.value.name.is_inplace {
            inplace(func, diagnostics);
        }
        if diagnostics.len() == before {
            out(func, diagnostics);
        }
        if diagnostics.len() == before {
            returns(func, diagnostics);
        }
    }
}

/// Reports what no form of an operator has.
fn form(function: &Function, diagnostics: &mut Diagnostics) {
    let func = &function.entry.func;
    let kind = func.kind();
    let mut report = |span, message: String, help: &str| {
        diagnostics.push(Diagnostic::new(rules::BAD_FORM, span, message).help(help));
    };
    if let (true, Some(out)) = (func.name.value.name.is_inplace, func.arguments.out.first()) {
        let message = format!("`{}` is inplace, and has the out argument `{}`", func.name.value, out.name.value);
        report(out.span(), message, "remove the `_` behind the name, or the out argument");
    }
    if let Some(argument) = func.arguments.before_self().iter().find(|argument| argument.is_write()) {
        let message = format!("`{}`, which stands before `self`, is written to", argument.name.value);
        report(argument.span(), message, "only `self`, arguments behind it, and out arguments may be written to");
    }
    if let Some(options) = func.arguments.tensor_options().filter(|_| kind != SchemaKind::Functional) {
        let message = format!("`{}` is {}, and has tensor options", func.name.value, kind.name());
        report(options.dtype.span(), message, "only operators that make a new tensor have tensor options");
    }
    if function.entry.use_const_ref_for_mutable_tensors && func.is_out() {
        let message = format!("`{}` has out arguments, which cannot be `const`", func.name.value);
        report(function.entry.key_span("use_const_ref_for_mutable_tensors"), message, "remove the key");
    }
    if func.is_functional_overload() && kind != SchemaKind::Functional {
        let message =
            format!("the overload of `{}` contains `functional`, but the operator is {}", func.name.value, kind.name());
        report(name_span(function), message, "choose another overload");
    }
}

fn inplace(func: &FunctionSchema, diagnostics: &mut Diagnostics) {
    let name = &func.name.value;
    let Some(this) = func.arguments.self_argument().filter(|this| this.is_write()) else {
        let span = func.arguments.self_argument().map_or(func.name.span, |this| this.ty.span);
        let message = format!("`{name}` is inplace, but does not write to `self`");
        let problem = Diagnostic::new(rules::BAD_INPLACE, span, message);
        diagnostics.push(problem.help("write `Tensor(a!) self`, and return `Tensor(a!)`"));
        return;
    };
    let span = func.returns.first().map_or(func.name.span, Return::span);
    if this.ty.value == Type::TENSOR {
        let returns_self = matches!(func.returns.as_slice(), [only] if only.annotation == this.annotation);
        if !returns_self {
            let message = format!("`{name}` is inplace, but does not return `self`");
            let help = format!("the only result must be `{}`", this.annotated_type());
            let problem = Diagnostic::new(rules::BAD_INPLACE, span, message).label(this.ty.span, "the tensor");
            diagnostics.push(problem.help(help));
        }
    } else if !func.returns.is_empty() {
        let message = format!("`{name}` writes to the list `self`, so it must not return anything");
        diagnostics.push(Diagnostic::new(rules::BAD_INPLACE, span, message).help("write `-> ()`"));
    }
}

/// Reports out arguments that are not the results.
fn out(func: &FunctionSchema, diagnostics: &mut Diagnostics) {
    let out = &func.arguments.out;
    let Some(first) = out.first() else { return };
    let name = &func.name.value;
    let span =
        func.returns.first().map_or(first.span(), |first| first.span().to(func.returns[func.returns.len() - 1].span()));
    if let Some(list) = out.iter().find(|argument| argument.ty.value != Type::TENSOR) {
        if !func.returns.is_empty() {
            let message = format!("`{name}` writes to the list `{}`, so it must not return anything", list.name.value);
            let problem = Diagnostic::new(rules::RETURN_ALIAS, span, message).label(list.span(), "the list");
            diagnostics.push(problem.help("write `-> ()`"));
        }
        return;
    }
    let results: Vec<&Argument> = out.iter().filter(|argument| !argument.name.value.starts_with("_scratch_")).collect();
    if results.len() != func.returns.len() {
        let [arguments, returns] = [results.len(), func.returns.len()];
        let [arguments, returns] = [source::count(arguments, "out argument"), source::count(returns, "result")];
        let message = format!("`{name}` has {arguments} and {returns}");
        let help = "an operator returns its out arguments, each with its annotation";
        let problem = Diagnostic::new(rules::RETURN_ALIAS, span, message).label(first.span(), "the first out argument");
        diagnostics.push(problem.help(help));
        return;
    }
    for (argument, returned) in out.iter().zip(&func.returns) {
        if argument.annotation != returned.annotation {
            let message = format!("this result of `{name}` is not the out argument `{}`", argument.name.value);
            let help = format!("write `{}`", argument.annotated_type());
            let problem = Diagnostic::new(rules::RETURN_ALIAS, returned.span(), message);
            diagnostics.push(problem.label(argument.span(), "the out argument").help(help));
        }
    }
}

/// Reports results that alias the wrong arguments.
fn returns(func: &FunctionSchema, diagnostics: &mut Diagnostics) {
    let name = &func.name.value;
    let mut report = |returned: &Return, message: String, argument: Option<&Argument>| {
        let problem = Diagnostic::new(rules::RETURN_ALIAS, returned.span(), message);
        let problem = problem.maybe_label(argument.map(Argument::span), "the argument");
        diagnostics.push(problem.help(alias_help(func, returned, argument)));
    };
    let written: Vec<&Return> = func.returns.iter().filter(|returned| returned.is_write()).collect();
    if !written.is_empty() && written.len() != func.returns.len() {
        let message = format!("only some results of `{name}` are arguments that it writes to");
        return report(written[0], message, None);
    }
    let letters = |argument: &&Argument, returned: &Return| {
        let (Some(of_argument), Some(of_return)) = (&argument.annotation, &returned.annotation) else { return false };
        let all = || of_argument.alias_set.iter().chain(&of_argument.alias_set_after);
        of_return.alias_set.iter().any(|letter| all().any(|other| other == letter))
    };
    for returned in func.returns.iter().filter(|returned| returned.annotation.is_some()) {
        let aliased: Vec<&Argument> = func.arguments.all().filter(|argument| letters(argument, returned)).collect();
        let is_equal = |argument: &&Argument| argument.annotation == returned.annotation;
        match aliased.as_slice() {
            [] => report(returned, format!("no argument of `{name}` has the annotation of this result"), None),
            [argument, ..] if returned.is_write() && !is_equal(argument) => {
                report(
                    returned,
                    format!("this result of `{name}` and its argument have different annotations"),
                    Some(argument),
                );
            }
            [argument] if returned.is_write() => {
                let is_allowed = argument.name.value == "self" || func.arguments.out.contains(argument);
                if !is_allowed {
                    let message = format!(
                        "`{name}` returns `{}`, which it writes to and which is neither `self` nor an out argument",
                        argument.name.value
                    );
                    // One `*` is missing for all of them.
                    return report(returned, message, Some(argument));
                }
            }
            [_, second, ..] if aliased.iter().filter(|argument| is_equal(argument)).count() > 1 => {
                report(returned, format!("this result of `{name}` aliases several arguments"), Some(second));
            }
            _ => {}
        }
    }
    same_letter(func, diagnostics);
}

/// What to do about a result that aliases the wrong argument.
fn alias_help(func: &FunctionSchema, returned: &Return, argument: Option<&Argument>) -> String {
    let is_out = |argument: &&Argument| argument.is_write() && func.arguments.positional.contains(argument);
    if let Some(argument) = argument.filter(|_| returned.is_write()).filter(is_out) {
        return format!("write `*, ` before the out arguments: `*, {argument}`");
    }
    if returned.is_write() {
        return "return the arguments that the operator writes to, each with its own letter".to_owned();
    }
    let mut shared = func.arguments.all().filter(|argument| argument.annotation.is_some() && !argument.is_write());
    match (shared.next(), shared.next()) {
        (Some(only), None) => format!("write the annotation of `{}`: `{}`", only.name.value, only.annotated_type()),
        (None, _) => "write the same annotation for the argument that shares its memory, or none here".to_owned(),
        _ => "write the annotation of the argument that shares its memory".to_owned(),
    }
}

/// Reports two arguments that are written to under one letter.
fn same_letter(func: &FunctionSchema, diagnostics: &mut Diagnostics) {
    let written: Vec<&Argument> = func.arguments.all().filter(|argument| argument.is_write()).collect();
    for (at, later) in written.iter().enumerate() {
        let Some(first) = written[..at].iter().find(|first| first.annotation == later.annotation) else { continue };
        let message = format!("`{}` and `{}` have the same annotation", first.name.value, later.name.value);
        let problem =
            Diagnostic::new(rules::RETURN_ALIAS, later.span(), message).label(first.span(), "the other argument");
        diagnostics.push(problem.help("each argument that is written to needs a letter of its own"));
    }
}
