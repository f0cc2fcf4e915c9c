//! The lists of operators that become methods of `Tensor`, and of primitive operators.

use crate::rules;
use std::collections::BTreeMap;

use super::compat::check_twice;
use super::may_exist;
use registry::Registry;
use source::suggest::Known;
use source::{Diagnostic, Diagnostics, Spanned};
use spec::{Home, Op};

/// The files that define operators that may be listed.
const HOMES: &[Home] = &[Home::Ops, Home::LegacyOps];

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let specs = registry.specs();
    let listable = Listable::new(registry);
    for (list, listed) in [("tensor_operants", &specs.tensor_operants), ("prim_api", &specs.prim_api)] {
        check_twice(list, listed.iter(), "first listed here", diagnostics);
        for name in listed.iter().filter(|name| listable.find(name).is_none()) {
            if !may_exist(registry, &name.value, diagnostics) {
                report_unknown(registry, &listable.known, list, name, diagnostics);
            }
        }
    }
    for name in &specs.tensor_operants {
        let found = listable.find(name);
        if let Some(op) = found.filter(|op| !op.poisoned) {
            check_method(name, op, diagnostics);
        }
        // Without the list there are no primitive functions.
        if found.is_some() && !specs.prim_api.is_empty() && !registry.is_primitive(&name.value) {
            report_no_primitive(name, diagnostics);
        }
    }
}

struct Listable<'a> {
    by_name: BTreeMap<&'a str, &'a Op>,
    known: Known<'a>,
}

impl<'a> Listable<'a> {
    fn new(registry: &'a Registry) -> Self {
        let mut by_name = BTreeMap::new();
        for (_, op) in registry.ops_of(HOMES) {
            by_name.entry(op.name.as_str()).or_insert(op);
        }
        Listable { by_name, known: Known::new(registry.ops_of(HOMES).map(|(_, op)| op.name.as_str())) }
    }

    fn find(&self, name: &Spanned<String>) -> Option<&'a Op> {
        self.by_name.get(name.as_str()).copied()
    }
}

fn report_unknown(
    registry: &Registry,
    known: &Known,
    list: &str,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) {
    diagnostics.push(match registry.named(&name.value) {
        Some(elsewhere) => {
            let message = format!("`{list}` lists `{}`, which is not an operator in ops or legacy_ops", name.value);
            let label = format!("an operator in {}", elsewhere.home.key());
            let problem = Diagnostic::new(rules::UNKNOWN_LISTED, name.span, message);
            problem.label(elsewhere.name.span, label).help("remove it from the list: it has no effect there")
        }
        None => {
            let message = format!("`{list}` lists `{}`, which does not exist", name.value);
            let problem = Diagnostic::new(rules::UNKNOWN_LISTED, name.span, message);
            problem.help("remove it from the list").maybe_help(known.help(&name.value))
        }
    });
}

/// The tensor that a method is called on is the operator's first argument.
fn check_method(name: &Spanned<String>, op: &Op, diagnostics: &mut Diagnostics) {
    let (problem, at) = match op.signature.inputs.first() {
        None => ("it takes no tensor", op.name.span),
        Some(input) if input.ty.is_list() => ("its first argument is a list", input.name.span),
        Some(input) if input.optional => ("its first argument is optional", input.name.span),
        Some(_) => return,
    };
    let message = format!("`{}` cannot be a method of `Tensor`: {problem}", name.value);
    diagnostics.push(Diagnostic::new(rules::NO_METHOD, name.span, message).label(at, "defined here"));
}

/// In static programs a method calls the primitive function of the same name.
fn report_no_primitive(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if diagnostics.may_be_lost(&name.value) {
        return;
    }
    let message = format!("`tensor_operants` lists `{}`, but `prim_api` does not", name.value);
    let help = "list it in `prim_api` too: in static programs the method calls the primitive function";
    diagnostics.push(Diagnostic::new(rules::NOT_PRIMITIVE, name.span, message).help(help));
}
