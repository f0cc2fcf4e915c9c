//! Compares kernels: which are called with which arguments, and how a registration is selected.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use super::align::Alignment;
use super::args::Matched;
use super::change::{Change, Class, Kind};
use super::side::Compared;
use source::{Span, Spanned};
use spec::{Call, Candidates, InferMeta, Input, Kernel, Op, Param};
use spelling::KernelSignature;

fn quoted(name: &Spanned<String>) -> String {
    format!("`{}`", name.value)
}

/// All changes of an operator's implementation.
pub fn compare(op: &Compared, matched: &Matched, outputs: &Alignment) -> Vec<Change> {
    let mut changes = Vec::new();
    match (&op.old.kernel, &op.new.kernel) {
        (Some(old), Some(new)) => {
            compare_kernels(op, (old, new), (matched, outputs), &mut changes);
            compare_keys(op, (old, new), matched, &mut changes);
        }
        (Some(_), None) => {
            let change = Change::new(Kind::KernelChanged, "it no longer has a kernel");
            changes.push(change.base(kernel_span(op.old)));
        }
        (None, Some(_)) => {
            let change = Change::new(Kind::KernelChanged, "it now has a kernel");
            changes.push(change.head(kernel_span(op.new)));
        }
        (None, None) => {}
    }
    changes.extend(compare_call("invoke", op.old.invoke.as_ref(), op.new.invoke.as_ref()));
    changes.extend(compare_call("composite", op.old.composite.as_ref(), op.new.composite.as_ref()));
    changes.extend(infer_meta(op));
    changes
}

fn kernel_span(op: &Op) -> Span {
    let first = op.kernel.as_ref().and_then(|kernel| kernel.functions.first());
    first.map_or(op.name.span, |function| function.name.span)
}

fn compare_kernels(
    op: &Compared,
    (old, new): (&Kernel, &Kernel),
    (matched, outputs): (&Matched, &Alignment),
    changes: &mut Vec<Change>,
) {
    // Parameters are compared as part of the signatures.
    let Kernel { functions, param: _, backend: _, layout: _, data_type: _, force_backend: _ } = new;
    let (old_signatures, new_signatures) = (op.base.spelling.kernels(op.old), op.head.spelling.kernels(op.new));
    let same_params = params_with_new_names(op.old, matched) == op.new.kernel_params() && outputs.moved.is_empty();
    let names: BTreeSet<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    let mut removed =
        old.functions.iter().zip(&old_signatures).filter(|(function, _)| !names.contains(function.name.as_str()));
    // Of several with the same name, the first counts.
    let before = old_signatures.iter().zip(&old.functions).rev();
    let before: BTreeMap<&str, _> = before.map(|(before, old)| (before.name.as_str(), (before, old))).collect();
    for (function, after) in functions.iter().zip(&new_signatures) {
        if let Some(&(before, old)) = before.get(after.name.as_str()) {
            changes.extend(
                signature(before, after, same_params).map(|change| change.base(old.name.span).head(function.name.span)),
            );
            continue;
        }
        match removed.next() {
            Some((old, before)) => changes.push(renamed(before, after).base(old.name.span).head(function.name.span)),
            None => {
                let message = format!("it also calls the kernel `{}`: `{}`", after.name, after.shown());
                changes.push(Change::new(Kind::KernelChanged, message).head(function.name.span));
            }
        }
    }
    for (old, before) in removed {
        let message = format!("it no longer calls the kernel `{}`", before.name);
        changes.push(Change::new(Kind::KernelChanged, message).base(old.name.span));
    }
}

/// Compares how the registration of a kernel is selected.
fn compare_keys(op: &Compared, (old, new): (&Kernel, &Kernel), matched: &Matched, changes: &mut Vec<Change>) {
    let Kernel { functions: _, param: _, backend, layout, data_type, force_backend } = new;
    for (key, old, new) in
        [("backend", &old.backend, backend), ("layout", &old.layout, layout), ("data_type", &old.data_type, data_type)]
    {
        let sources: [&[Input]; 2] = [&op.old.signature.inputs, &op.new.signature.inputs];
        changes.extend(candidates(key, [old.as_ref(), new.as_ref()], sources, matched));
    }
    changes.extend(force_backend_changed(old.force_backend.as_ref(), force_backend.as_ref()));
}

/// The kernel's arguments in the base, under their names in the head.
fn params_with_new_names(op: &Op, matched: &Matched) -> Vec<Param> {
    let mut params = op.kernel_params();
    for param in &mut params {
        if let Param::Name(name) = param
            && let Some(new) = matched.head_name(&name.value)
        {
            name.value = new.to_owned();
        }
    }
    params
}

fn signature(before: &KernelSignature, after: &KernelSignature, same_params: bool) -> Option<Change> {
    let parameters = [before.parameters(), after.parameters()];
    if parameters[0] != parameters[1] {
        let what = changed_parameters(&parameters[0], &parameters[1]);
        let message = format!("the kernel `{}` has different parameters: {what}", after.name);
        let change = Change::new(Kind::KernelChanged, message);
        return Some(
            change.breaks(Class::Kernel, format!("it changed from `{}` to `{}`", before.shown(), after.shown())),
        );
    }
    let message = format!("`{}` is called with different arguments of the same types", after.name);
    let change = Change::new(Kind::KernelChanged, message);
    (!same_params).then(|| change.breaks(Class::Kernel, "its parameters have a different meaning"))
}

/// How a list of types changed, between what both lists begin and end with.
fn changed_parameters(mut before: &[&str], mut after: &[&str]) -> String {
    while let ([first, old @ ..], [same, new @ ..]) = (before, after)
        && first == same
    {
        (before, after) = (old, new);
    }
    while let ([old @ .., last], [new @ .., same]) = (before, after)
        && last == same
    {
        (before, after) = (old, new);
    }
    if before.len() != after.len() {
        return match (before, after) {
            ([], new) => format!("`{}` is new", new.join(", ")),
            (old, []) => format!("`{}` is gone", old.join(", ")),
            (old, new) => format!("`{}` became `{}`", old.join(", "), new.join(", ")),
        };
    }
    let changed = before.iter().zip(after).filter(|(old, new)| old != new);
    let changed: IndexSet<String> = changed.map(|(old, new)| format!("`{old}` became `{new}`")).collect();
    changed.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn renamed(before: &KernelSignature, after: &KernelSignature) -> Change {
    let change =
        Change::new(Kind::KernelChanged, format!("the kernel changed from `{}` to `{}`", before.name, after.name));
    change.breaks(Class::Kernel, format!("`{}` must be registered with the signature `{}`", after.name, after.shown()))
}

fn candidates(
    key: &str,
    [old, new]: [Option<&Candidates>; 2],
    [old_inputs, new_inputs]: [&[Input]; 2],
    matched: &Matched,
) -> Option<Change> {
    let renamed = |name: &str| matched.head_name(name).unwrap_or(name).to_owned();
    let is_unnamed = old.is_none() && new.is_none();
    if is_unnamed || key_source(old, old_inputs, renamed) == key_source(new, new_inputs, str::to_owned) {
        return None;
    }
    let text =
        |candidates: Option<&Candidates>| candidates.map_or("the default".to_owned(), |text| format!("`{text}`"));
    let message = format!("`{key}` changed from {} to {}", text(old), text(new));
    let span = |candidates: Option<&Candidates>| candidates?.names.first().map(|candidate| candidate.name.span);
    let change =
        Change::new(Kind::KernelKey, message).breaks(Class::Kernel, "a different registration may be selected");
    Some(Change { base: span(old), head: span(new), ..change })
}

/// The arguments that decide one part of a kernel's key.
#[derive(Debug, PartialEq)]
enum KeySource {
    /// The default: all input tensors.
    Inputs,
    Named {
        ordered: bool,
        names: Vec<(String, bool)>,
    },
}

/// An operator with one input need not name it: that means the same. With one name, the order does not matter.
fn key_source(candidates: Option<&Candidates>, inputs: &[Input], renamed: impl Fn(&str) -> String) -> KeySource {
    match (candidates, inputs) {
        (None, [only]) => KeySource::Named { ordered: false, names: vec![(renamed(&only.name.value), false)] },
        (None, _) => KeySource::Inputs,
        (Some(Candidates { ordered, names }), _) => KeySource::Named {
            ordered: *ordered && names.len() > 1,
            names: names.iter().map(|candidate| (renamed(&candidate.name.value), candidate.complex)).collect(),
        },
    }
}

fn force_backend_changed(old: Option<&Spanned<String>>, new: Option<&Spanned<String>>) -> Option<Change> {
    let shown = |name: Option<&Spanned<String>>| name.map_or("the default".to_owned(), quoted);
    let message = format!("`force_backend` changed from {} to {}", shown(old), shown(new));
    let change =
        Change::new(Kind::KernelKey, message).breaks(Class::Kernel, "a different registration may be selected");
    (old != new).then(|| Change { base: old.map(|name| name.span), head: new.map(|name| name.span), ..change })
}

/// Compares `invoke` or `composite`. The effect on saved programs is compared in the saved form.
fn compare_call(key: &str, old: Option<&Call>, new: Option<&Call>) -> Option<Change> {
    if old == new {
        return None;
    }
    let shown = |call: &Call| {
        let Call { func, args } = call;
        let args: Vec<_> = args.iter().map(|arg| arg.as_str()).collect();
        format!("`{}({})`", func.value, args.join(", "))
    };
    let message = match (old, new) {
        (Some(old), Some(new)) => format!("`{key}` changed from {} to {}", shown(old), shown(new)),
        (Some(old), None) => format!("`{key}` was removed; it was {}", shown(old)),
        (None, new) => format!("`{key}` is new: {}", new.map_or(String::new(), shown)),
    };
    let span = |call: Option<&Call>| call.map(|call| call.func.span);
    Some(Change { base: span(old), head: span(new), ..Change::new(Kind::ImplementationChanged, message) })
}

fn infer_meta(op: &Compared) -> Option<Change> {
    let (old, new) = (op.old.infer_meta.as_ref(), op.new.infer_meta.as_ref());
    if old == new {
        return None;
    }
    let shown = |infer_meta: &InferMeta| quoted(&infer_meta.func);
    let message = match (old, new) {
        (Some(old), Some(new)) if old.func == new.func => match keys_changed(old, new).as_slice() {
            ["param"] => format!("infer meta `{}` is called with different arguments", new.func.value),
            keys => {
                let keys: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
                format!("{} of infer meta `{}` changed", keys.join(" and "), new.func.value)
            }
        },
        (Some(old), Some(new)) => format!("infer meta changed from {} to {}", shown(old), shown(new)),
        (Some(old), None) => format!("infer meta was removed; it was {}", shown(old)),
        (None, new) => format!("infer meta is new: {}", new.map_or(String::new(), shown)),
    };
    let span = |infer_meta: Option<&InferMeta>| infer_meta.map(|infer_meta| infer_meta.func.span);
    Some(Change { base: span(old), head: span(new), ..Change::new(Kind::InferMeta, message) })
}

/// The keys beside `func` whose values differ.
fn keys_changed(old: &InferMeta, new: &InferMeta) -> Vec<&'static str> {
    let InferMeta { func: _, param, spmd_rule, local_shape, global_shape } = new;
    let keys = [
        ("param", *param != old.param),
        ("spmd_rule", *spmd_rule != old.spmd_rule),
        ("local_shape", *local_shape != old.local_shape),
        ("global_shape", *global_shape != old.global_shape),
    ];
    keys.into_iter().filter(|(_, changed)| *changed).map(|(key, _)| key).collect()
}
