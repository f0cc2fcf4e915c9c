//! Additions to operators: the operators and inputs that they refer to must exist, and their attributes must be new.

use profile::Tensors;
use registry::Registry;
use source::suggest::{self, Known};
use source::{Diagnostic, Diagnostics};
use spec::{Addition, Op};

use crate::rules;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let known = Known::new(registry.ops().map(|(_, op)| op.name.as_str()));
    let mut earlier: Vec<&Addition> = Vec::new();
    for addition in &registry.specs().additions {
        match earlier.iter().find(|other| other.op == addition.op) {
            Some(first) => report_twice(addition, first, diagnostics),
            None => earlier.push(addition),
        }
        let mut ops: Vec<&Op> = registry.named_like(&addition.op.value).map(|id| registry.op(id)).collect();
        ops.retain(|op| op.name.value == addition.op.value);
        // Without a dense operator of the name, the entry is about another one.
        ops.sort_by_key(|op| op.home.family().tensors() != Tensors::Dense);
        match ops.first() {
            Some(op) if op.poisoned => {}
            Some(op) => check_parts(addition, op, &ops, diagnostics),
            None if super::may_exist(registry, &addition.op.value, diagnostics) => {}
            None => {
                let message = format!("there is no operator `{}` to add to", addition.op.value);
                let problem = Diagnostic::new(rules::UNKNOWN_ADDED_TO, addition.op.span, message);
                diagnostics.push(problem.maybe_help(known.help(&addition.op.value)));
            }
        }
    }
}

fn report_twice(addition: &Addition, first: &Addition, diagnostics: &mut Diagnostics) {
    let message = format!("`{}` has two additions", addition.op.value);
    let problem = Diagnostic::new(rules::DUPLICATE_ENTRY, addition.op.span, message).here("again here");
    diagnostics.push(problem.label(first.op.span, "first here").help("join the two entries"));
}

/// Checks the parts of an addition to `op`. It may also be about other operators of the name, `ops`.
fn check_parts(addition: &Addition, op: &Op, ops: &[&Op], diagnostics: &mut Diagnostics) {
    for name in &addition.data_format_tensors {
        if ops.iter().all(|op| op.signature.input(&name.value).is_none()) {
            let message = format!("`{}` is not an input of `{}`", name.value, op.name.value);
            let problem = Diagnostic::new(rules::UNKNOWN_ADDED_TO, name.span, message);
            let help = suggest::help(&name.value, op.signature.input_names());
            diagnostics.push(problem.label(op.name.span, "the operator").maybe_help(help));
        }
    }
    for attr in &addition.extra_args {
        if let Some(own) = op.signature.attr(&attr.name.value) {
            let message = format!("`{}` already has the attribute `{}`", op.name.value, attr.name.value);
            let problem = Diagnostic::new(rules::ADDED_ATTR_EXISTS, attr.name.span, message);
            diagnostics.push(problem.label(own.name.span, "its own").help("remove it from the addition, or rename it"));
        }
    }
}
