//! `inplace` and `view`: outputs that share the memory of inputs. `intermediate`: outputs that callers do not get.

use std::collections::BTreeMap;

use super::sound_ops;
use crate::rules;
use registry::Registry;
use source::{Diagnostic, Diagnostics};
use spec::{Mapping, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for op in sound_ops(registry) {
        check_types(op, diagnostics);
        check_overwritten(op, diagnostics);
        check_views(op, diagnostics);
        check_returned(op, diagnostics);
    }
}

fn check_types(op: &Op, diagnostics: &mut Diagnostics) {
    for mapping in &op.inplace {
        let ends = (op.signature.input(&mapping.input.value), op.signature.output(&mapping.output.value));
        if let (Some(input), Some(output)) = ends
            && input.ty != output.ty
        {
            let message = format!(
                "`inplace` maps `{}`, which is a `{}`, to `{}`, which is a `{}`",
                input.name.value, input.ty, output.name.value, output.ty
            );
            let problem = Diagnostic::new(rules::UNPAIRED_MAPPING, mapping.output.span, message);
            diagnostics.push(problem.label(input.name.span, "the input").label(output.name.span, "the output"));
        }
    }
}

fn check_overwritten(op: &Op, diagnostics: &mut Diagnostics) {
    let mut overwritten: BTreeMap<&str, &Mapping> = BTreeMap::new();
    for mapping in &op.inplace {
        let first = *overwritten.entry(mapping.input.as_str()).or_insert(mapping);
        if std::ptr::eq(first, mapping) {
            continue;
        }
        let message = format!(
            "`inplace` maps `{}` to `{}`, but `{}` overwrites it too",
            mapping.input.value, mapping.output.value, first.output.value
        );
        let problem = Diagnostic::new(rules::OVERWRITTEN_TWICE, mapping.input.span, message);
        diagnostics.push(problem.label(first.input.span, "the first mapping").help("remove one of the two mappings"));
    }
}

fn check_views(op: &Op, diagnostics: &mut Diagnostics) {
    for mapping in &op.view {
        let output =
            op.signature.output(&mapping.output.value).map(|output| (output.ty, &output.name, &mapping.output));
        let input = op.signature.input(&mapping.input.value).map(|input| (input.ty, &input.name, &mapping.input));
        if let Some((_, name, mapped)) = [output, input].into_iter().flatten().find(|(ty, ..)| ty.is_list()) {
            let message = format!("`{}` is a list, but `view` works only for single tensors", name.value);
            let problem = Diagnostic::new(rules::VIEW_OF_LIST, mapped.span, message);
            diagnostics.push(problem.label(name.span, "declared here"));
        }
        if let Some(output) = op.signature.output(&mapping.output.value).filter(|output| output.intermediate) {
            let message = format!("`view` maps to `{}`, which is an intermediate output", output.name.value);
            let problem = Diagnostic::new(rules::VIEW_OF_INTERMEDIATE, mapping.output.span, message);
            let help = "map to an output that callers get";
            diagnostics.push(problem.label(output.name.span, "the output").help(help));
        }
    }
}

/// Reports an operator that returns nothing. Functions do not return intermediate outputs, unless they write them into
/// tensors of the caller.
fn check_returned(op: &Op, diagnostics: &mut Diagnostics) {
    let outputs = &op.signature.outputs;
    let returns_inputs = op.is_inplace_only() && !op.inplace.is_empty();
    let is_lost = outputs.iter().all(|output| output.intermediate) && !returns_inputs;
    if let (true, Some(at)) = (is_lost, op.signature.outputs_span()) {
        let message = format!("all outputs of `{}` are intermediate, so it returns nothing", op.name.value);
        let help = "remove at least one of them from `intermediate`";
        diagnostics.push(Diagnostic::new(rules::ALL_INTERMEDIATE, at, message).help(help));
    }
}
