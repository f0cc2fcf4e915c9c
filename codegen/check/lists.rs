//! The lists of operators that become methods of `Tensor`, and of primitive ones.

use super::compat::check_twice;
use super::may_exist;
use crate::registry::Registry;
use crate::source::{Diagnostic, Diagnostics, Rule, Spanned, suggest};
use crate::spec::{Home, Op};

/// Where listed operators are defined.
const HOMES: &[Home] = &[Home::Ops, Home::LegacyOps];

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let specs = registry.specs();
    for (list, listed) in [("tensor_operants", &specs.tensor_operants), ("prim_api", &specs.prim_api)] {
        check_twice(list, listed.iter(), "the first", diagnostics);
        for name in listed.iter().filter(|name| find(registry, name).is_none()) {
            if !may_exist(registry, &name.value, diagnostics) {
                report_unknown(registry, list, name, diagnostics);
            }
        }
    }
    for name in &specs.tensor_operants {
        if let Some(op) = find(registry, name).filter(|op| !op.poisoned) {
            check_method(name, op, diagnostics);
        }
        // A tree without the list has no primitive functions to speak of.
        if !specs.prim_api.is_empty() && !registry.is_primitive(&name.value) {
            check_primitive(registry, name, diagnostics);
        }
    }
}

fn find<'a>(registry: &'a Registry, name: &Spanned<String>) -> Option<&'a Op> {
    registry.ops_of(HOMES).map(|(_, op)| op).find(|op| op.name == *name)
}

fn report_unknown(registry: &Registry, list: &str, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    diagnostics.push(match registry.ops().find(|(_, op)| op.name == *name) {
        Some((_, elsewhere)) => {
            let message = format!("`{list}` lists `{}`, which is no operator of ops or legacy_ops", name.value);
            let label = format!("an operator of {}", elsewhere.home.key());
            let problem = Diagnostic::new(Rule::UnknownListed, name.span, message);
            problem.label(elsewhere.name.span, label).help("remove it from the list, which has no effect on it")
        }
        None => {
            let message = format!("`{list}` lists `{}`, which does not exist", name.value);
            let help = suggest::help(&name.value, registry.ops_of(HOMES).map(|(_, op)| op.name.as_str()));
            Diagnostic::new(Rule::UnknownListed, name.span, message).help("remove it from the list").maybe_help(help)
        }
    });
}

/// The first argument is the object.
fn check_method(name: &Spanned<String>, op: &Op, diagnostics: &mut Diagnostics) {
    let (problem, at) = match op.signature.inputs.first() {
        None => ("it takes no tensor", op.name.span),
        Some(input) if input.ty.is_list() => ("its first argument is a list", input.name.span),
        Some(input) if input.optional => ("its first argument may be absent", input.name.span),
        Some(_) => return,
    };
    let message = format!("`{}` cannot be a method of `Tensor`: {problem}", name.value);
    diagnostics.push(Diagnostic::new(Rule::NoMethod, name.span, message).label(at, "defined here"));
}

/// In static programs a method calls the primitive function of its name.
fn check_primitive(registry: &Registry, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if find(registry, name).is_none() || diagnostics.may_be_lost(&name.value) {
        return;
    }
    let message = format!("`tensor_operants` lists `{}`, but `prim_api` does not", name.value);
    let help = "list it in `prim_api`, too: in static programs the method calls the primitive function";
    diagnostics.push(Diagnostic::new(Rule::NotPrimitive, name.span, message).help(help));
}
