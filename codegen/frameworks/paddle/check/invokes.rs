//! Operators that call another one with `invoke`: the calls must not form a circle, and the arguments must fit.

use std::collections::{BTreeMap, BTreeSet};

use super::expressions::names;
use crate::rules;
use registry::{OpId, Registry};
use source::{Change, Diagnostic, Diagnostics, Help, Spanned, count};
use spec::default::is_rejected;
use spec::{Attr, AttrType, Call, Element, Input, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let circles = circles(registry);
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        let Some(call) = &op.invoke else { continue };
        if let Some(passed) = circles.get(&id) {
            report_circle(registry, op, call, passed, diagnostics);
        }
        check_unused(op, call, diagnostics);
        let invoked = registry.invoked(id, call).map(|id| registry.op(id)).filter(|invoked| !invoked.poisoned);
        if invoked.is_none_or(|invoked| check_number(op, call, invoked, diagnostics)) {
            check_dropped(op, call, diagnostics);
            if let Some(invoked) = invoked {
                check_types(op, call, invoked, diagnostics);
            }
        }
    }
}

/// The circles of calls: the operator that is defined first, with those that it invokes in turn.
fn circles(registry: &Registry) -> BTreeMap<OpId, Vec<OpId>> {
    let next = |at: OpId| {
        let call = registry.op(at).invoke.as_ref()?;
        registry.invoked(at, call)
    };
    let mut circles = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (start, _) in registry.ops().filter(|(_, op)| op.invoke.is_some()) {
        let mut path = Vec::new();
        let mut at = Some(start);
        while let Some(here) = at.filter(|here| seen.insert(*here)) {
            path.push(here);
            at = next(here);
        }
        let Some(again) = path.iter().position(|id| at == Some(*id)) else { continue };
        let mut circle = path.split_off(again);
        let first = circle.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(position, _)| position);
        circle.rotate_left(first);
        circles.insert(circle.remove(0), circle);
    }
    circles
}

/// Reports a circle at the operator that is defined first.
fn report_circle(registry: &Registry, op: &Op, call: &Call, passed: &[OpId], diagnostics: &mut Diagnostics) {
    let through = passed.iter().map(|id| registry.op(*id));
    let names: Vec<_> = through.clone().map(|op| format!("`{}`", op.name.value)).collect();
    let message = match names.is_empty() {
        true => format!("`{}` invokes itself", op.name.value),
        false => format!("`{}` invokes itself through {}", op.name.value, names.join(" and ")),
    };
    let problem = Diagnostic::new(rules::SELF_INVOKE, call.func.span, message);
    let calls = through.filter_map(|op| op.invoke.as_ref());
    diagnostics.push(calls.fold(problem, |problem, call| problem.label(call.func.span, "invoked in turn here")));
}

/// Reports arguments that the call does not use.
fn check_dropped(op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let used: BTreeSet<String> = call.args.iter().flat_map(names).map(|name| name.value).collect();
    // An unknown name is reported elsewhere. It may be a misspelling of any argument.
    let known: BTreeSet<&str> = op.signature.arg_names().chain(op.signature.output_names()).collect();
    if used.iter().any(|name| !known.contains(name.as_str())) {
        return;
    }
    let inputs = op.signature.inputs.iter().map(|input| &input.name);
    let attrs = op.signature.attrs.iter().map(|attr| &attr.name);
    for name in inputs.chain(attrs).filter(|name| !used.contains(&name.value)) {
        let message = format!("`invoke` of `{}` does not use the argument `{}`", op.name.value, name.value);
        let problem = Diagnostic::new(rules::DROPPED_ARG, name.span, message);
        let help = format!("pass `{}` to `{}`, or remove it", name.value, call.func.value);
        diagnostics.push(problem.label(call.func.span, "the call").help(help));
    }
}

/// Reports keys that have no effect beside `invoke`.
fn check_unused(op: &Op, call: &Call, diagnostics: &mut Diagnostics) {
    let infer_meta = op.infer_meta.as_ref().map(|infer_meta| ("infer_meta", &infer_meta.func));
    let kernel = op.kernel.as_ref().and_then(|kernel| Some(("kernel", &kernel.functions.first()?.name)));
    for (key, function) in infer_meta.into_iter().chain(kernel) {
        let message = format!("`{key}` of `{}` is never used, because it has an `invoke`", op.name.value);
        let problem = Diagnostic::new(rules::UNUSED_WITH_INVOKE, function.span, message);
        let help = Help::from(format!("remove `{key}`"));
        let help = help.with(Change::RemoveKey { within: op.name.span, key: key.to_owned() });
        diagnostics.push(problem.label(call.func.span, "this is called instead").help(help));
    }
}

/// False, with a report, if a call has more or fewer arguments than the invoked operator takes.
fn check_number(op: &Op, call: &Call, invoked: &Op, diagnostics: &mut Diagnostics) -> bool {
    let signature = &invoked.signature;
    let max = signature.inputs.len() + signature.attrs.len();
    let min = max - signature.attrs.iter().filter(|attr| attr.default.is_some()).count();
    let number = call.args.len();
    if (min..=max).contains(&number) {
        return true;
    }
    let takes = if min == max { max.to_string() } else { format!("{min} to {max}") };
    let message = format!(
        "`{}` passes {} to `{}`, which takes {takes}",
        op.name.value,
        count(number, "argument"),
        invoked.name.value
    );
    let at = call.args.get(max).map_or(call.func.span, |arg| arg.span);
    let problem = Diagnostic::new(rules::CALL_ARITY, at, message).label(invoked.name.span, "the invoked operator");
    diagnostics.push(problem.help(format!("it takes {}", arguments(invoked))));
    false
}

fn check_types(op: &Op, call: &Call, invoked: &Op, diagnostics: &mut Diagnostics) {
    let inputs = &invoked.signature.inputs;
    let mut report = |arg: &Spanned<String>, is: String, takes: String, name: &Spanned<String>, label: &str| {
        let message = format!(
            "`{}` passes {is}`{}` to `{}`, which takes {takes} `{}` in this position",
            op.name.value, arg.value, invoked.name.value, name.value
        );
        let problem = Diagnostic::new(rules::CALL_ARITY, arg.span, message).label(name.span, label);
        diagnostics.push(problem.help(format!("it takes {}", arguments(invoked))));
    };
    for (arg, input) in call.args.iter().zip(inputs) {
        if let Some((is, takes)) = input_misfit(op, arg, input) {
            report(arg, is, takes, &input.name, "the tensor");
        }
    }
    for (arg, attr) in call.args.iter().skip(inputs.len()).zip(&invoked.signature.attrs) {
        if let Some(is) = attribute_misfit(op, arg, attr) {
            report(arg, is, format!("the `{}`", attr.ty), &attr.name, "the attribute");
        }
    }
}

/// If an argument cannot be passed for an input, the words for the argument and for the input.
fn input_misfit(op: &Op, arg: &Spanned<String>, input: &Input) -> Option<(String, String)> {
    let is_name =
        |arg: &str| arg.chars().all(|c| c.is_alphanumeric() || c == '_') && !arg.starts_with(|c: char| c.is_numeric());
    let the_tensor = || "the tensor".to_owned();
    if op.signature.attr(&arg.value).is_some() {
        return Some(("the attribute ".to_owned(), the_tensor()));
    }
    let Some(passed) = op.signature.input(&arg.value) else {
        return (!is_name(&arg.value)).then(|| (String::new(), the_tensor()));
    };
    if passed.ty != input.ty {
        return Some((format!("the `{}` ", passed.ty), format!("the `{}`", input.ty)));
    }
    (passed.optional && !input.optional).then(|| ("the optional tensor ".to_owned(), "the required tensor".to_owned()))
}

/// If an argument cannot be passed for an attribute, the words for the argument.
fn attribute_misfit(op: &Op, arg: &Spanned<String>, attr: &Attr) -> Option<String> {
    if op.signature.input(&arg.value).is_some() {
        return Some("the tensor ".to_owned());
    }
    if let Some(passed) = op.signature.attr(&arg.value) {
        return (!converts(passed.ty, attr.ty)).then(|| format!("the `{}` ", passed.ty));
    }
    // An unknown name is reported elsewhere.
    let is_known =
        |name: &Spanned<String>| op.signature.has_arg(&name.value) || op.signature.output(&name.value).is_some();
    (names(arg).iter().all(is_known) && is_rejected(attr.ty, arg)).then(String::new)
}

/// True if C++ implicitly converts a value of one type to another.
fn converts(from: AttrType, to: AttrType) -> bool {
    let is_number = |ty: AttrType| {
        use Element::{Bool, Double, Float, Int, Int32, Int64, Long, Size};
        !ty.list && matches!(ty.element, Bool | Int | Int32 | Int64 | Long | Size | Float | Double)
    };
    let is_whole_list = |ty: AttrType| ty.list && matches!(ty.element, Element::Int | Element::Int64);
    from == to
        || is_number(from) && (is_number(to) || to.is_scalar())
        || from.is_scalar() && to.is_scalar()
        || is_whole_list(from) && to.is(Element::IntArray)
}

/// The arguments of an operator, for a help line.
fn arguments(op: &Op) -> String {
    let names: Vec<_> = op.signature.arg_names().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
