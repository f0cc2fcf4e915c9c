//! The expressions for the length of list outputs: they must be numbers, and use only arguments and their members.

use super::expressions::{members, names};
use super::members::{Argument, check_member};
use super::sound_ops;
use crate::rules;
use registry::Registry;
use source::{Diagnostic, Diagnostics, Help, Spanned, suggest};
use spec::{Element, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for op in sound_ops(registry) {
        for size in op.signature.outputs.iter().filter_map(|output| output.size.as_ref()) {
            check_names(op, size, diagnostics);
            for member in members(size) {
                check_member(rules::UNKNOWN_MEMBER, op, &member, registry.profile(), diagnostics);
            }
            check_number(op, size, diagnostics);
        }
    }
}

fn check_names(op: &Op, size: &Spanned<String>, diagnostics: &mut Diagnostics) {
    for name in names(size).into_iter().filter(|name| !op.signature.has_arg(&name.value)) {
        let message = format!("a size in `{}` uses `{}`, which is not an argument", op.name.value, name.value);
        let problem = Diagnostic::new(rules::UNKNOWN_SIZE, name.span, message);
        let problem = problem.maybe_label(op.signature.args_span(), "its arguments");
        let help = suggest::help(&name.value, op.signature.arg_names());
        diagnostics.push(problem.help("use an argument of the operator").maybe_help(help));
    }
}

/// Reports a size that is just the name of a tensor, a list or a text. These are not numbers.
fn check_number(op: &Op, size: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let is_not_a_number = |argument: &Argument| {
        let attr = op.signature.attr(&argument.name.value);
        attr.is_none_or(|attr| attr.ty.list || matches!(attr.ty.element, Element::Str | Element::IntArray))
    };
    let Some(argument) = Argument::of(op, &size.value).filter(is_not_a_number) else { return };
    let message = format!("`{}` has the type `{}`, which is not a number", size.value, argument.ty);
    let problem = Diagnostic::new(rules::UNKNOWN_MEMBER, size.span, message);
    let written = format!("{}.size()", size.value);
    let help = Help::instead(format!("write `{written}`"), written);
    diagnostics.push(problem.label(argument.name.span, "declared here").help(help));
}
