//! Compares the signatures of backward operators with those of their forward operators.

use super::{gradient_outputs, gradients, has_cpp_function, sparse};
use crate::rules;
use registry::{OpId, Registry};
use source::{Diagnostic, Diagnostics, Rule, Span, Spanned, count, suggest};
use spec::{Attr, AttrType, ForwardCall, Op, Signature};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let unsettled = super::defined_twice(registry);
    for (id, op) in registry.ops() {
        let Some(written) = op.forward.as_ref().filter(|_| !op.poisoned) else { continue };
        let comparable = |forward: &OpId| {
            let of = registry.op(*forward);
            // If the family's own definition could not be read, the name was resolved to another family's definition.
            let is_meant = of.home.family() == op.home.family() || !diagnostics.may_be_lost(&written.name.value);
            *forward != id && !of.poisoned && is_meant && ![id, *forward].iter().any(|id| unsettled.contains(id))
        };
        let forward = registry.links(id).forward.filter(comparable).map(|forward| registry.op(forward));
        check_attrs(op, written, forward, diagnostics);
        gradients::check_own(op, written, forward, diagnostics);
        gradient_outputs::check(op, written, forward, diagnostics);
        if let Some(forward) = forward {
            check_pair(op, forward, written, diagnostics);
            gradients::check_written(op, forward, written, diagnostics);
            sparse::check_gradient(op, forward, written, diagnostics);
        }
    }
}

/// Compares the attributes of a backward operator with the forward signature in its own entry.
fn check_attrs(op: &Op, forward: &ForwardCall, actual: Option<&Op>, diagnostics: &mut Diagnostics) {
    match has_cpp_function(op) {
        true => check_names(op, forward, actual, diagnostics),
        false => check_attr_count(op, forward, diagnostics),
    }
}

/// If a C++ function is generated, attributes are matched by name.
fn check_names(op: &Op, forward: &ForwardCall, actual: Option<&Op>, diagnostics: &mut Diagnostics) {
    for attr in op.signature.attrs.iter().filter(|attr| attr.default.is_none()) {
        match forward.signature.attrs.position_of(&attr.name.value) {
            Some(at) if same_cpp_type(forward.signature.attrs[at].ty, attr.ty) => {}
            Some(at) if actual.is_some_and(|actual| !is_accurate(forward, actual, at)) => {}
            at => report_foreign_attr(attr, at.map(|at| &forward.signature.attrs[at]), forward, diagnostics),
        }
    }
}

/// True if an attribute of the forward signature matches that of the forward operator. If not, that is reported
/// elsewhere.
fn is_accurate(written: &ForwardCall, actual: &Op, at: usize) -> bool {
    actual.signature.attrs.get(at).is_some_and(|attr| written_as(written.signature.attrs[at].ty, attr.ty))
}

fn report_foreign_attr(attr: &Attr, same: Option<&Attr>, forward: &ForwardCall, diagnostics: &mut Diagnostics) {
    let name = &attr.name.value;
    let problem = match same {
        Some(same) => {
            let message = format!("`{name}` has the type `{}`, but `{}` in the forward signature", attr.ty, same.ty);
            Diagnostic::new(rules::FOREIGN_ATTR, attr.name.span, message)
                .label(same.name.span, "in the forward signature")
        }
        None => {
            let message = format!("`{name}` is not an attribute of `{}` and has no default", forward.name.value);
            let known = forward.signature.attrs.iter().map(|attr| attr.name.as_str());
            let problem = Diagnostic::new(rules::FOREIGN_ATTR, attr.name.span, message);
            problem.label(forward.name.span, "the forward signature").maybe_help(suggest::help(name, known))
        }
    };
    diagnostics.push(problem);
}

/// Without a C++ function, attributes are matched by position, so those beyond the number of the forward operator's
/// attributes need defaults. Attributes with the same name must still have the same type.
fn check_attr_count(op: &Op, forward: &ForwardCall, diagnostics: &mut Diagnostics) {
    for attr in &op.signature.attrs {
        let same = forward.signature.attr(&attr.name.value);
        if let Some(same) = same.filter(|same| !same_cpp_type(same.ty, attr.ty)) {
            report_foreign_attr(attr, Some(same), forward, diagnostics);
        }
    }
    let excess = op.signature.attrs.len().saturating_sub(forward.signature.attrs.len());
    for attr in op.signature.attrs.iter().rev().take(excess).filter(|attr| attr.default.is_none()) {
        report_foreign_attr(attr, None, forward, diagnostics);
    }
}

/// Compares the forward signature in a backward operator's entry with the forward operator.
fn check_pair<'a>(op: &'a Op, forward: &'a Op, written: &'a ForwardCall, diagnostics: &mut Diagnostics) {
    let pair = ForwardPair { backward: &op.name.value, forward, at: written.name.span };
    let (of, is) = (&written.signature, &forward.signature);
    let inputs = |signature: &'a Signature| typed(&signature.inputs, |input| (&input.name, input.ty));
    let attrs = |signature: &'a Signature| typed(&signature.attrs, |attr| (&attr.name, attr.ty));
    let outputs = |signature: &'a Signature| typed(&signature.outputs, |output| (&output.name, output.ty));
    pair.compare(&INPUTS, &inputs(of), &inputs(is), |a, b| a == b, diagnostics);
    pair.compare(&ATTRS, &attrs(of), &attrs(is), |a, b| written_as(*a, *b), diagnostics);
    pair.compare(&OUTPUTS, &outputs(of), &outputs(is), |a, b| a == b, diagnostics);
}

/// One of the three lists of a signature.
struct SignatureList {
    rule: Rule,
    /// The word for one item in messages.
    item: &'static str,
    /// True if the forward signature must repeat every item.
    complete: bool,
}

const INPUTS: SignatureList = SignatureList { rule: rules::FORWARD_INPUTS, item: "input", complete: false };
const ATTRS: SignatureList = SignatureList { rule: rules::FORWARD_ATTRS, item: "attribute", complete: false };
const OUTPUTS: SignatureList = SignatureList { rule: rules::FORWARD_OUTPUTS, item: "output", complete: true };

struct ForwardPair<'a> {
    backward: &'a str,
    forward: &'a Op,
    /// The forward operator's name in the backward operator's entry.
    at: Span,
}

type Typed<'a, T> = (&'a Spanned<String>, T);

fn typed<'a, Item, T>(items: &'a [Item], of: impl Fn(&'a Item) -> Typed<'a, T>) -> Vec<Typed<'a, T>> {
    items.iter().map(of).collect()
}

impl ForwardPair<'_> {
    /// Compares the written items with the actual ones by position.
    fn compare<T: ToString>(
        &self,
        part: &SignatureList,
        written: &[Typed<T>],
        actual: &[Typed<T>],
        same: impl Fn(&T, &T) -> bool,
        diagnostics: &mut Diagnostics,
    ) {
        let name = &self.forward.name;
        if written.len() > actual.len() || part.complete && written.len() != actual.len() {
            let at = written.get(actual.len()).map_or(self.at, |(name, _)| name.span);
            let message = format!(
                "`{}` lists {} of `{}`, which has {}",
                self.backward,
                count(written.len(), part.item),
                name.value,
                actual.len()
            );
            let all = actual.first().zip(actual.last()).map(|((first, _), (last, _))| first.span.to(last.span));
            let problem = Diagnostic::new(part.rule, at, message);
            diagnostics.push(problem.label(all.unwrap_or(name.span), "the forward operator"));
        }
        for ((written_name, written_type), (actual_name, actual_type)) in written.iter().zip(actual) {
            if !same(written_type, actual_type) {
                let message = format!(
                    "the {} `{}` of `{}` has the type `{}`, not `{}`",
                    part.item,
                    actual_name.value,
                    name.value,
                    actual_type.to_string(),
                    written_type.to_string()
                );
                let problem =
                    Diagnostic::new(part.rule, written_name.span, message).here("in the backward operator's entry");
                diagnostics.push(problem.label(actual_name.span, "in the forward operator"));
            }
        }
    }
}

/// Compares types. A forward signature may write `Scalar` without the type in its parentheses.
fn written_as(written: AttrType, actual: AttrType) -> bool {
    written == actual || (written.to_string() == "Scalar" && actual.is_scalar())
}

/// Compares types as C++ sees them: every `Scalar` is the same.
fn same_cpp_type(a: AttrType, b: AttrType) -> bool {
    a == b || (a.is_scalar() && b.is_scalar())
}
