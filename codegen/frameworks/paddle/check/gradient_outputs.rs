//! The outputs of a gradient: their order, and the tensors that they overwrite.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use crate::rules;
use source::{Diagnostic, Diagnostics, Span, Spanned};
use spec::{ForwardCall, Input, Mapping, Op};

pub fn check(op: &Op, written: &ForwardCall, forward: Option<&Op>, diagnostics: &mut Diagnostics) {
    // If the gradient invokes an operator, that operator decides the names and the order of the outputs.
    if op.invoke.is_none() {
        check_order(op, written, forward, diagnostics);
    }
    for mapping in &op.inplace {
        check_overwritten(op, written, mapping, diagnostics);
    }
}

/// A kernel gets its outputs by position, and kernels of gradients usually write them in the order of the forward
/// inputs. If the gradient's own arguments, or the forward operator's, are in the order of the outputs, the kernel is
/// taken to use that order. A forward signature whose order differs from that of the forward operator is reported
/// elsewhere.
fn check_order(op: &Op, written: &ForwardCall, forward: Option<&Op>, diagnostics: &mut Diagnostics) {
    let outputs = op.signature.outputs.iter().map(|output| &output.name);
    let inputs = &written.signature.inputs;
    let places = places_of(inputs.iter().map(|input| input.name.as_str()));
    let origins: Option<Vec<_>> = outputs
        .map(|gradient| {
            let place = *places.get(gradient.value.strip_suffix("_grad")?)?;
            Some(((place, &inputs[place].name), gradient))
        })
        .collect();
    // If an output is not the gradient of an input, the order cannot be known.
    let Some(origins) = origins else { return };
    // Few gradients have another order than their operator's inputs.
    let orders = LazyCell::new(|| -> Vec<_> {
        std::iter::once(op).chain(forward).map(|of| places_of(of.signature.input_names())).collect()
    });
    let is_on_purpose = |one: &Spanned<String>, other: &Spanned<String>| {
        let place = |order: &BTreeMap<&str, usize>, name: &Spanned<String>| order.get(name.as_str()).copied();
        orders.iter().any(|order| place(order, one).zip(place(order, other)).is_some_and(|(one, other)| one < other))
    };
    for pair in origins.windows(2) {
        let [((one_at, one), first), ((other_at, other), second)] = pair else { continue };
        if one_at <= other_at || is_on_purpose(one, other) {
            continue;
        }
        let (of, by) = (&written.name.value, &op.name.value);
        let message = format!(
            "`{by}` returns `{}` before `{}`, but `{of}` takes `{}` before `{}`",
            first.value, second.value, other.value, one.value
        );
        let problem = Diagnostic::new(rules::GRADIENT_ORDER, first.span.to(second.span), message);
        diagnostics.push(problem.label(other.span.to(one.span), "the order of the forward inputs"));
        return;
    }
}

/// The position of every name.
fn places_of<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    names.enumerate().map(|(place, name)| (name, place)).collect()
}

/// Only incoming gradients are sure to have no other reader. A forward input, or a forward output that has a gradient,
/// may be read by others, and is read again if the same graph is run backward a second time.
fn check_overwritten(op: &Op, written: &ForwardCall, mapping: &Mapping, diagnostics: &mut Diagnostics) {
    let name = &mapping.input.value;
    if is_gradient(name) {
        return;
    }
    let forward = &written.signature;
    let output = forward.output(name).filter(|_| op.signature.input(&format!("{name}_grad")).is_some());
    let input = forward.input(name).map(|input| (input.name.span, "an input"));
    let Some((span, what)) = input.or(output.map(|output| (output.name.span, "an output"))) else { return };
    report_overwritten(op, written, mapping, (span, what), diagnostics);
}

fn report_overwritten(
    op: &Op,
    written: &ForwardCall,
    mapping: &Mapping,
    (span, what): (Span, &str),
    diagnostics: &mut Diagnostics,
) {
    let message = format!(
        "`{}` overwrites `{}`, {what} of `{}` that others may still read",
        op.name.value, mapping.input.value, written.name.value
    );
    let ty = op.signature.output(&mapping.output.value).map(|output| output.ty);
    let gradients = written.signature.output_names().filter_map(|output| op.signature.input(&format!("{output}_grad")));
    let fits = |input: &&Input| Some(input.ty) == ty && !op.writes_into(&input.name.value);
    let help = match gradients.filter(fits).map(|input| &input.name.value).next() {
        Some(gradient) => format!("overwrite a gradient: `({gradient} -> {})`", mapping.output.value),
        None => "remove the mapping".to_owned(),
    };
    let problem = Diagnostic::new(rules::OVERWRITTEN_FORWARD, mapping.input.span, message);
    diagnostics.push(problem.label(span, "the forward tensor").help(help));
}

fn is_gradient(name: &str) -> bool {
    name.split('_').any(|word| word == "grad")
}
