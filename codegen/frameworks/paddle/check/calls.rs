//! The functions that `invoke` and `composite` call, and the names in the arguments that they pass.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::expressions::{enumerators, members, names};
use super::may_exist;
use super::members::check_member;
use crate::rules;
use profile::Profile;
use registry::Registry;
use source::suggest::{self, Known};
use source::{Change, Diagnostic, Diagnostics, Help, Rule, Spanned};
use spec::{AttrType, Call, Element, Op, default};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let known = Known::new(registry.ops().map(|(_, op)| op.name.as_str()));
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        if let Some(call) = &op.invoke {
            check_args(rules::UNKNOWN_CALL_ARG, "invoke", registry.profile(), op, call, diagnostics);
            check_enumerators(rules::UNKNOWN_CALL_ARG, registry.profile(), op, call, diagnostics);
            check_members(rules::UNKNOWN_MEMBER, registry, op, call, diagnostics);
            if registry.invoked(id, call).is_none() {
                report_unknown(registry, &known, "invoke", op, call, diagnostics);
            }
        }
        if let Some(call) = &op.composite {
            check_args(rules::UNKNOWN_COMPOSITE_ARG, "composite", registry.profile(), op, call, diagnostics);
            check_enumerators(rules::UNKNOWN_COMPOSITE_ARG, registry.profile(), op, call, diagnostics);
            check_members(rules::UNKNOWN_COMPOSITE_ARG, registry, op, call, diagnostics);
            check_composite(registry, op, call, diagnostics);
            if registry.named(call.func.as_str()).is_none() {
                report_unknown(registry, &known, "composite", op, call, diagnostics);
            }
        }
    }
}

fn check_args(rule: Rule, key: &str, profile: &Profile, op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let known = |name: &str| op.signature.has_arg(name) || op.signature.output(name).is_some();
    // Few calls have mistakes.
    let passed =
        LazyCell::new(|| -> BTreeSet<String> { call.args.iter().flat_map(names).map(|name| name.value).collect() });
    for name in call.args.iter().flat_map(names).filter(|name| !known(&name.value)) {
        let message =
            format!("`{key}` of `{}` uses `{}`, which is neither an argument nor an output", op.name.value, name.value);
        let problem = Diagnostic::new(rule, name.span, message);
        let problem = problem.maybe_label(op.signature.args_span(), "its arguments");
        let problem = problem.maybe_label(op.signature.outputs_span(), "its outputs");
        let all = op.signature.arg_names().chain(op.signature.output_names());
        let enumerator = default::enumerator(Element::DataType, &name.value, profile);
        let help = enumerator.map(|enumerator| Help::meant(&name.value, &enumerator));
        let help = help.or_else(|| suggest::help_beside(&name.value, all, |near| passed.contains(near)));
        diagnostics.push(problem.help("pass an argument or an output").maybe_help(help));
    }
}

/// Reports enumerators that do not exist, such as `DataType::FLAOT32`.
fn check_enumerators(rule: Rule, profile: &Profile, op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let enumerations = [Element::DataType, Element::DataLayout].map(AttrType::one);
    for (class, known) in enumerations.into_iter().filter_map(|ty| default::enumerators(ty, profile)) {
        let used = call.args.iter().flat_map(|arg| enumerators(arg, class));
        for name in used.filter(|name| !known.is_empty() && !known.contains(&name.value)) {
            let message = format!("`{}` passes `{class}::{}`, which does not exist", op.name.value, name.value);
            let help = suggest::help(&name.value, known.iter().map(String::as_str));
            let problem = Diagnostic::new(rule, name.span, message).help(format!("pass a constant of `{class}`"));
            diagnostics.push(problem.maybe_help(help));
        }
    }
}

fn check_members(rule: Rule, registry: &Registry, op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    for member in call.args.iter().flat_map(members) {
        check_member(rule, op, &member, registry.profile(), diagnostics);
    }
}

/// The functions that `composite` calls are written by hand. They take all arguments of the operator, then its outputs.
/// Static programs pass the arguments in the entry, which must therefore be the same.
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
    let mistake = match (call.args.get(at), takes.get(at)) {
        (Some(arg), Some(name)) => format!("passes `{}` where `{name}` belongs", arg.value),
        (Some(arg), None) => format!("passes the extra argument `{}`", arg.value),
        (None, name) => format!("does not pass `{}`", name.unwrap_or(&"")),
    };
    let message = format!("`composite` of `{}` {mistake}", op.name.value);
    let span = call.args.get(at).map_or(call.func.span, |arg| arg.span);
    let written = format!("{}({})", call.func.value, takes.join(", "));
    let whole = call.args.last().map_or(call.func.span, |last| call.func.span.to(last.span));
    let help = Help::from(format!("write `{written}`"));
    let help = match call.args.is_empty() {
        true => help,
        // The closing bracket stays.
        false => {
            help.with(Change::Replace { span: whole, text: written[..written.len() - 1].to_owned() }).certain(true)
        }
    };
    diagnostics.push(Diagnostic::new(rules::COMPOSITE_ARGS, span, message).help(help));
}

fn report_unknown(registry: &Registry, known: &Known, key: &str, op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let name = &call.func;
    if may_exist(registry, &name.value, diagnostics) {
        return;
    }
    let calls = format!("`{key}` of `{}` calls `{}`", op.name.value, name.value);
    if let Some(elsewhere) = registry.named(&name.value) {
        let family = |op: &Op| op.home.family().name();
        let message = format!("{calls}, which is not a {} operator", family(op));
        let problem = Diagnostic::new(rules::UNKNOWN_CALLED, name.span, message);
        return diagnostics.push(problem.label(elsewhere.name.span, format!("a {} operator", family(elsewhere))));
    }
    let message = format!("{calls}, which is not an operator");
    let help = known
        .help(&name.value)
        .unwrap_or_else(|| "if the function is written by hand, list it under `hand_written`".into());
    diagnostics.push(Diagnostic::new(rules::UNKNOWN_CALLED, name.span, message).help(help));
}
