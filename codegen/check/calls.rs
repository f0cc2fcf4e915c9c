//! C++ expressions in the YAML: what `invoke` and `composite` call, the arguments that they pass, and sizes of lists.

use super::{may_exist, sound_ops};
use crate::rules;
use registry::Registry;
use source::suggest::{self, Known};
use source::{Diagnostic, Diagnostics, Rule, Span, Spanned, count};
use spec::{Call, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let known = Known::new(registry.ops().map(|(_, op)| op.name.as_str()));
    for op in sound_ops(registry) {
        check_sizes(op, diagnostics);
        if let Some(call) = &op.invoke {
            check_args(rules::UNKNOWN_CALL_ARG, "invoke", op, call, diagnostics);
            check_invoked(registry, &known, op, call, diagnostics);
        }
        if let Some(call) = &op.composite {
            check_args(rules::UNKNOWN_COMPOSITE_ARG, "composite", op, call, diagnostics);
            check_composite(registry, op, call, diagnostics);
            if registry.named(call.func.as_str()).is_none() {
                report_unknown(registry, &known, "composite", op, call, diagnostics);
            }
        }
    }
}

fn check_sizes(op: &Op, diagnostics: &mut Diagnostics) {
    for size in op.signature.outputs.iter().filter_map(|output| output.size.as_ref()) {
        for name in names(size).into_iter().filter(|name| !op.signature.has_arg(&name.value)) {
            let message = format!("a size in `{}` uses `{}`, which is not an argument", op.name.value, name.value);
            let problem = Diagnostic::new(rules::UNKNOWN_SIZE, name.span, message);
            let problem = problem.maybe_label(op.signature.args_span(), "its arguments");
            let help = suggest::help(&name.value, op.signature.arg_names());
            diagnostics.push(problem.help("use an argument of the operator").maybe_help(help));
        }
    }
}

fn check_args(rule: Rule, key: &str, op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let known = |name: &str| op.signature.has_arg(name) || op.signature.output(name).is_some();
    for name in call.args.iter().flat_map(names).filter(|name| !known(&name.value)) {
        let message =
            format!("`{key}` of `{}` uses `{}`, which is neither an argument nor an output", op.name.value, name.value);
        let problem = Diagnostic::new(rule, name.span, message);
        let problem = problem.maybe_label(op.signature.args_span(), "its arguments");
        let problem = problem.maybe_label(op.signature.outputs_span(), "its outputs");
        let all = op.signature.arg_names().chain(op.signature.output_names());
        let help = suggest::help(&name.value, all);
        diagnostics.push(problem.help("pass an argument or an output").maybe_help(help));
    }
}

/// The functions that `composite` calls are written by hand. They take all arguments of the operator, then its outputs.
/// Static programs pass what the entry lists instead.
fn check_composite(registry: &Registry, op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let signature = &op.signature;
    let known = |arg: &Spanned<String>| {
        names(arg).iter().all(|name| signature.has_arg(&name.value) || signature.output(&name.value).is_some())
    };
    if !op.is_backward() || !registry.profile().registers(op.home) || !call.args.iter().all(known) {
        return;
    }
    let takes: Vec<&str> = signature.arg_names().chain(signature.output_names()).collect();
    let at = call.args.iter().zip(&takes).position(|(arg, name)| arg.value != **name);
    let at = at.or((call.args.len() != takes.len()).then_some(call.args.len().min(takes.len())));
    let Some(at) = at else { return };
    let says = match (call.args.get(at), takes.get(at)) {
        (Some(arg), Some(name)) => format!("passes `{}` where `{name}` belongs", arg.value),
        (Some(arg), None) => format!("passes the extra argument `{}`", arg.value),
        (None, name) => format!("does not pass `{}`", name.unwrap_or(&"")),
    };
    let message = format!("`composite` of `{}` {says}", op.name.value);
    let span = call.args.get(at).map_or(call.func.span, |arg| arg.span);
    let help = format!("write `{}({})`", call.func.value, takes.join(", "));
    diagnostics.push(Diagnostic::new(rules::COMPOSITE_ARGS, span, message).help(help));
}

fn check_invoked(registry: &Registry, known: &Known, op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let families = [Some(op.home.family()), registry.main_family()];
    let Some(invoked) = families.into_iter().flatten().find_map(|family| registry.find(family, &call.func.value))
    else {
        return report_unknown(registry, known, "invoke", op, call, diagnostics);
    };
    let invoked = registry.op(invoked);
    if invoked.poisoned {
        return;
    }
    let signature = &invoked.signature;
    let most = signature.inputs.len() + signature.attrs.len();
    let least = most - signature.attrs.iter().filter(|attr| attr.default.is_some()).count();
    let number = call.args.len();
    if number < least || number > most {
        let takes = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let message = format!(
            "`{}` passes {} to `{}`, which takes {takes}",
            op.name.value,
            count(number, "argument"),
            invoked.name.value
        );
        let at = call.args.get(most).map_or(call.func.span, |arg| arg.span);
        let problem = Diagnostic::new(rules::CALL_ARITY, at, message).label(invoked.name.span, "the invoked operator");
        diagnostics.push(problem.help(format!("it takes {}", arguments(invoked))));
        return;
    }
    let is_name =
        |arg: &str| arg.chars().all(|c| c.is_alphanumeric() || c == '_') && !arg.starts_with(|c: char| c.is_numeric());
    for (arg, input) in call.args.iter().zip(&signature.inputs) {
        let is = match op.signature.attr(&arg.value) {
            Some(_) => Some("the attribute "),
            None => (!is_name(&arg.value)).then_some(""),
        };
        if let Some(is) = is {
            let message = format!(
                "`{}` passes {is}`{}` to `{}`, which takes the tensor `{}` in this position",
                op.name.value, arg.value, invoked.name.value, input.name.value
            );
            let problem = Diagnostic::new(rules::CALL_ARITY, arg.span, message).label(input.name.span, "the tensor");
            diagnostics.push(problem.help(format!("it takes {}", arguments(invoked))));
        }
    }
}

fn arguments(op: &Op) -> String {
    let names: Vec<_> = op.signature.arg_names().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn report_unknown(registry: &Registry, known: &Known, key: &str, op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let name = &call.func;
    if may_exist(registry, &name.value, diagnostics) {
        return;
    }
    let message = format!("`{key}` of `{}` calls `{}`, which is not an operator", op.name.value, name.value);
    let help = known
        .help(&name.value)
        .unwrap_or_else(|| "if the function is written by hand, list it under `hand_written`".to_owned());
    diagnostics.push(Diagnostic::new(rules::UNKNOWN_CALLED, name.span, message).help(help));
}

/// C++ keywords that are values or types, and the number types.
const KEYWORDS: &[&str] =
    &["true", "false", "nullptr", "bool", "char", "double", "float", "int", "int32_t", "int64_t", "size_t"];

/// The variables in a C++ expression: names that are neither called, nor members, nor qualified.
fn names(expression: &Spanned<String>) -> Vec<Spanned<String>> {
    let text = expression.value.as_str();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let in_place = (expression.span.end - expression.span.start) as usize == text.len();
    let mut found = Vec::new();
    let mut quoted = false;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        quoted ^= first == '"';
        if quoted || !is_word(first) {
            at += first.len_utf8();
            continue;
        }
        let length = text[at..].find(|c| !is_word(c)).unwrap_or(text.len() - at);
        let (before, word, behind) = (&text[..at], &text[at..at + length], text[at + length..].trim_start());
        let is_variable = !first.is_ascii_digit()
            && !before.ends_with(['.', ':'])
            && !before.ends_with("->")
            && !before.ends_with(|c: char| c.is_ascii_digit())
            && !behind.starts_with(['(', '<'])
            && !behind.starts_with("::")
            && !KEYWORDS.contains(&word);
        if is_variable {
            let start = expression.span.start + at as u32;
            let span = Span { start, end: start + length as u32, ..expression.span };
            found.push(Spanned::new(word.to_owned(), if in_place { span } else { expression.span }));
        }
        at += length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::FileId;

    #[test]
    fn variables_are_found_in_expressions() {
        let found = |text: &str| {
            let expression = Spanned::new(text.to_owned(), Span::new(FileId::from_index(0), 5, 5 + text.len()));
            let names = names(&expression);
            names.into_iter().map(|name| (name.value, name.span.start)).collect::<Vec<_>>()
        };
        assert_eq!(found("x.size()"), [("x".to_owned(), 5)]);
        assert_eq!(found("1.0f + a->b * f(c)"), [("a".to_owned(), 12), ("c".to_owned(), 21)]);
        assert_eq!(found("DataType::INT64, \"a b\", true, std::vector<int>{}"), []);
    }
}
