//! Backward operators against their forward ones.

use super::{has_cpp_function, sound_ops};
use crate::registry::{OpId, Registry};
use crate::source::{Diagnostic, Diagnostics, Rule, Span, suggest};
use crate::spec::{Attr, AttrType, Family, ForwardCall, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let complete = !diagnostics.any_broken();
    for (id, op) in registry.ops() {
        if let Some(forward) = op.forward.as_ref().filter(|_| !op.poisoned) {
            check_own_signature(op, forward, diagnostics);
            match registry.links(id).forward {
                Some(forward_id) => check_pair(registry, id, forward_id, forward, diagnostics),
                None if complete => report_unknown_forward(registry, op, forward, diagnostics),
                None => {}
            }
        }
    }
    if complete {
        sound_ops(registry).for_each(|op| check_backward_exists(registry, op, diagnostics));
    }
}

fn report_unknown_forward(registry: &Registry, op: &Op, forward: &ForwardCall, diagnostics: &mut Diagnostics) {
    let message = format!("`{}` is the gradient of `{}`, which does not exist", op.name.value, forward.name.value);
    let help = suggest::help(&forward.name.value, registry.names(op.home.family()));
    diagnostics.push(Diagnostic::new(Rule::UnknownForward, forward.name.span, message).maybe_help(help));
}

fn check_backward_exists(registry: &Registry, op: &Op, diagnostics: &mut Diagnostics) {
    let Some(backward) = &op.backward else { return };
    if registry.find(op.home.family(), &backward.value).is_none() && !registry.is_hand_written(&backward.value) {
        let message =
            format!("`{}` names the backward operator `{}`, which does not exist", op.name.value, backward.value);
        let help = suggest::help(&backward.value, registry.names(op.home.family()));
        diagnostics.push(Diagnostic::new(Rule::UnknownBackward, backward.span, message).maybe_help(help));
    }
}

/// The backward operator against the forward signature that it writes itself.
fn check_own_signature(op: &Op, forward: &ForwardCall, diagnostics: &mut Diagnostics) {
    let (own, of) = (&op.signature, &forward.signature);
    let name = &op.name.value;
    let most_inputs = of.inputs.len() + 2 * of.outputs.len();
    if own.inputs.len() > most_inputs {
        let message =
            format!("`{name}` has {} inputs; its forward operator allows at most {most_inputs}", own.inputs.len());
        let problem = Diagnostic::new(Rule::TooManyInputs, own.inputs[most_inputs].name.span, message);
        let help = "inputs, outputs and gradients of outputs of the forward operator";
        diagnostics.push(problem.label(forward.name.span, "the forward signature").help(help));
    }
    if own.outputs.len() > of.inputs.len() {
        let message = format!(
            "`{name}` has {} outputs, but its forward operator only {} inputs",
            own.outputs.len(),
            of.inputs.len()
        );
        let problem = Diagnostic::new(Rule::TooManyOutputs, own.outputs[of.inputs.len()].name.span, message);
        diagnostics.push(problem.label(forward.name.span, "the forward signature"));
    }
    match has_cpp_function(op) {
        true => check_names(op, forward, diagnostics),
        false => check_attr_count(op, forward, diagnostics),
    }
}

/// Where a C++ function is made, arguments are matched by name.
fn check_names(op: &Op, forward: &ForwardCall, diagnostics: &mut Diagnostics) {
    let of = &forward.signature;
    for input in &op.signature.inputs {
        let name = input.name.value.as_str();
        let Some(origin) = name.strip_suffix("_grad").filter(|_| of.input(name).is_none() && of.output(name).is_none())
        else {
            continue;
        };
        if of.output(origin).is_none() {
            let message =
                format!("`{name}` would be the gradient of `{origin}`, which is no output of `{}`", forward.name.value);
            let problem = Diagnostic::new(Rule::ForeignGrad, input.name.span, message);
            let help = suggest::help(origin, of.output_names());
            diagnostics.push(problem.label(forward.name.span, "the forward signature").maybe_help(help));
        }
    }
    for attr in op.signature.attrs.iter().filter(|attr| attr.default.is_none()) {
        let same = of.attr(&attr.name.value);
        if same.is_none_or(|same| !same_cpp_type(same.ty, attr.ty)) {
            report_foreign_attr(attr, same, forward, diagnostics);
        }
    }
}

fn report_foreign_attr(attr: &Attr, same: Option<&Attr>, forward: &ForwardCall, diagnostics: &mut Diagnostics) {
    let name = &attr.name.value;
    let problem = match same {
        Some(same) => {
            let message = format!("`{name}` is {}, but {} in the forward operator", attr.ty, same.ty);
            Diagnostic::new(Rule::ForeignAttr, attr.name.span, message).label(same.name.span, "there")
        }
        None => {
            let message = format!("`{name}` is no attribute of `{}` and has no default", forward.name.value);
            let known = forward.signature.attrs.iter().map(|attr| attr.name.as_str());
            let problem = Diagnostic::new(Rule::ForeignAttr, attr.name.span, message);
            problem.label(forward.name.span, "the forward signature").maybe_help(suggest::help(name, known))
        }
    };
    diagnostics.push(problem);
}

/// Elsewhere they are matched by position: those in excess need defaults.
fn check_attr_count(op: &Op, forward: &ForwardCall, diagnostics: &mut Diagnostics) {
    let excess = op.signature.attrs.len().saturating_sub(forward.signature.attrs.len());
    for attr in op.signature.attrs.iter().rev().take(excess).filter(|attr| attr.default.is_none()) {
        report_foreign_attr(attr, None, forward, diagnostics);
    }
}

/// The forward signature that a backward operator writes against the forward operator itself.
fn check_pair(registry: &Registry, id: OpId, forward_id: OpId, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let (op, forward) = (registry.op(id), registry.op(forward_id));
    if forward.poisoned {
        return;
    }
    check_claim(op, forward, diagnostics);
    let pair = Pair { backward: &op.name.value, forward, at: written.name.span };
    let (of, is) = (&written.signature, &forward.signature);
    let inputs = |signature: &crate::spec::Signature| -> Vec<_> {
        signature.inputs.iter().map(|input| (input.name.clone(), input.ty.to_string())).collect()
    };
    let attrs = |signature: &crate::spec::Signature| -> Vec<_> {
        signature.attrs.iter().map(|attr| (attr.name.clone(), attr.ty)).collect()
    };
    let outputs = |signature: &crate::spec::Signature| -> Vec<_> {
        signature.outputs.iter().map(|output| (output.name.clone(), output.ty.to_string())).collect()
    };
    pair.compare(Rule::ForwardInputs, "input", &inputs(of), &inputs(is), false, |a, b| a == b, diagnostics);
    pair.compare(
        Rule::ForwardAttrs,
        "attribute",
        &attrs(of),
        &attrs(is),
        false,
        |a, b| written_as(*a, *b),
        diagnostics,
    );
    pair.compare(Rule::ForwardOutputs, "output", &outputs(of), &outputs(is), true, |a, b| a == b, diagnostics);
}

/// A forward operator names its backward operator, and that one only.
fn check_claim(op: &Op, forward: &Op, diagnostics: &mut Diagnostics) {
    // What the static graph does not define itself belongs to the dynamic graph's own pairs.
    if op.home.family() == Family::Static && forward.home.family() != Family::Static {
        return;
    }
    let name = &op.name;
    match &forward.backward {
        Some(claimed) if claimed.value.trim_end_matches('_') == name.value.trim_end_matches('_') => {}
        Some(claimed) => {
            let message =
                format!("`{}` is the gradient of `{}`, but that names another", name.value, forward.name.value);
            diagnostics.push(Diagnostic::new(Rule::OtherBackward, name.span, message).label(claimed.span, "here"));
        }
        None => {
            let message = format!(
                "`{}` is the gradient of `{}`, which names no backward operator",
                name.value, forward.name.value
            );
            let help = format!("add `backward : {}` to `{}`", name.value, forward.name.value);
            let problem = Diagnostic::new(Rule::NotClaimed, name.span, message);
            diagnostics.push(problem.label(forward.name.span, "the forward operator").help(help));
        }
    }
}

struct Pair<'a> {
    backward: &'a str,
    forward: &'a Op,
    at: Span,
}

type Typed<T> = (crate::source::Spanned<String>, T);

impl Pair<'_> {
    /// Compares written with actual arguments by position; trailing ones may be left out unless `exact`.
    #[allow(clippy::too_many_arguments)]
    fn compare<T: ToString>(
        &self,
        rule: Rule,
        what: &str,
        written: &[Typed<T>],
        actual: &[Typed<T>],
        exact: bool,
        same: impl Fn(&T, &T) -> bool,
        diagnostics: &mut Diagnostics,
    ) {
        let name = &self.forward.name;
        if written.len() > actual.len() || exact && written.len() != actual.len() {
            let at = written.get(actual.len()).map_or(self.at, |(name, _)| name.span);
            let message = format!(
                "`{}` says that `{}` has {} {what}s, but it has {}",
                self.backward,
                name.value,
                written.len(),
                actual.len()
            );
            diagnostics.push(Diagnostic::new(rule, at, message).label(name.span, "the forward operator"));
        }
        for ((written_name, written_type), (actual_name, actual_type)) in written.iter().zip(actual) {
            if !same(written_type, actual_type) {
                let message = format!(
                    "the {what} `{}` of `{}` is {}, not {}",
                    actual_name.value,
                    name.value,
                    actual_type.to_string(),
                    written_type.to_string()
                );
                let problem = Diagnostic::new(rule, written_name.span, message).here("as the backward operator has it");
                diagnostics.push(problem.label(actual_name.span, "as the forward operator has it"));
            }
        }
    }
}

/// A forward signature may leave out what kind of `Scalar` it is.
fn written_as(written: AttrType, actual: AttrType) -> bool {
    written == actual || (written.to_string() == "Scalar" && actual.is_scalar())
}

/// Every `Scalar` is one type in C++.
fn same_cpp_type(a: AttrType, b: AttrType) -> bool {
    a == b || (a.is_scalar() && b.is_scalar())
}
