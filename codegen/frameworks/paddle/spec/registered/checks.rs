//! Checks that compare the entries of a file of registered operators with each other.

use std::collections::BTreeMap;

use source::{Diagnostic, Diagnostics, Span, Spanned, suggest};

use super::{GradOp, Proto, Registered, RegisteredOp, rules};

/// Checks the operators in the lists, and the variables that gradients and inplace pairs refer to.
pub fn check(registered: &Registered, diagnostics: &mut Diagnostics) {
    check_order(registered, &registered.registry_order, "registry_order", diagnostics);
    check_order(registered, &registered.forward_order, "forward_order", diagnostics);
    for op in registered.operators.values() {
        // opgen derives the parts that are not stated, and those need no check.
        if let Some(proto) = op.proto.get() {
            check_variables(op, proto, diagnostics);
        }
    }
}

fn check_order(registered: &Registered, list: &[Spanned<String>], key: &str, diagnostics: &mut Diagnostics) {
    let unknown =
        |name: &&Spanned<String>| registered.op(&name.value).is_none() && !diagnostics.may_be_lost(&name.value);
    for name in list.iter().filter(unknown).collect::<Vec<_>>() {
        let message = format!("`{key}` lists `{}`, which is not one of the operators", name.value);
        let problem = Diagnostic::new(rules::UNKNOWN_REGISTERED, name.span, message);
        let near = suggest::help(&name.value, registered.operators.keys().map(String::as_str));
        diagnostics.push(problem.maybe_help(near.or_else(|| Some("remove it, or add the operator".into()))));
    }
}

/// Reports names that are listed twice under a key.
pub fn report_duplicates(names: &[Spanned<String>], key: &str, diagnostics: &mut Diagnostics) {
    let mut earlier: BTreeMap<&str, Span> = BTreeMap::new();
    for name in names {
        match earlier.get(name.as_str()) {
            Some(first) => {
                let message = format!("`{key}` lists `{}` twice", name.value);
                let problem = Diagnostic::new(rules::UNKNOWN_REGISTERED, name.span, message).here("again here");
                diagnostics.push(problem.label(*first, "first listed here").help("remove one of them"));
            }
            None => drop(earlier.insert(name.as_str(), name.span)),
        }
    }
}

fn check_variables(op: &RegisteredOp, proto: &Proto, diagnostics: &mut Diagnostics) {
    let own = format!("`{}`", op.name.value);
    for pair in &op.inplace {
        check_known(&pair.input, &own, "an input", proto.inputs.iter().map(|var| &var.name), diagnostics);
        check_known(&pair.output, &own, "an output", proto.outputs.iter().map(|var| &var.name), diagnostics);
    }
    for gradient in op.gradient.get().into_iter().flatten() {
        check_slots(gradient, op, proto, diagnostics);
    }
}

fn check_slots(gradient: &GradOp, op: &RegisteredOp, proto: &Proto, diagnostics: &mut Diagnostics) {
    let forward = format!("`{}`", op.name.value);
    for slot in &gradient.inputs {
        // The only gradients that exist before this operator runs are those of outputs.
        let (what, candidates): (_, Vec<_>) = match slot.is_gradient {
            true => ("an output", proto.outputs.iter().map(|var| &var.name).collect()),
            false => ("a variable", proto.variables().collect()),
        };
        check_known(&slot.variable, &forward, what, candidates.into_iter(), diagnostics);
    }
    for slot in &gradient.outputs {
        check_known(&slot.variable, &forward, "a variable", proto.variables(), diagnostics);
    }
    let own = format!("`{}`", gradient.op.value);
    let (inputs, outputs) = (&gradient.inputs, &gradient.outputs);
    for name in &gradient.no_need_buffer {
        check_known(name, &own, "an input", inputs.iter().map(|slot| &slot.name), diagnostics);
    }
    // If this gradient does not have the output of a pair, the pair belongs to another gradient of the same operator.
    for pair in gradient.inplace.iter().filter(|pair| outputs.iter().any(|slot| slot.name == pair.output)) {
        check_known(&pair.input, &own, "an input", inputs.iter().map(|slot| &slot.name), diagnostics);
    }
}

/// Reports a name that is not one of the candidates.
fn check_known<'a>(
    name: &Spanned<String>,
    of: &str,
    what: &str,
    candidates: impl Iterator<Item = &'a Spanned<String>>,
    diagnostics: &mut Diagnostics,
) {
    let names: Vec<&str> = candidates.map(Spanned::as_str).collect();
    if names.contains(&name.as_str()) {
        return;
    }
    let message = format!("`{}` is not {what} of {of}", name.value);
    let problem = Diagnostic::new(rules::UNKNOWN_SLOT, name.span, message);
    let all = || match names.is_empty() {
        true => format!("{of} has none").into(),
        false => format!("it has {}", names.join(", ")).into(),
    };
    let help = suggest::help(&name.value, names.iter().copied()).unwrap_or_else(all);
    diagnostics.push(problem.help(help));
}
