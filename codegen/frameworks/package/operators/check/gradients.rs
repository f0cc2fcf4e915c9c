//! Gradients of packages: what they take from their operators, and what the frameworks can do with them.

use std::collections::BTreeSet;

use crate::forms::{Order, PackageForm, TypeForm};
use crate::rules;
use profile::{Framework, NumberKind, Package};
use registry::{OpId, Registry};
use source::{Diagnostic, Diagnostics, Spanned};
use spec::Op;

pub fn check(registry: &Registry, id: OpId, form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    check_overwritten(registry, id, diagnostics);
    check_frameworks(registry, id, diagnostics);
    check_lists(form, package, diagnostics);
    check_attributes(registry, id, diagnostics);
    check_names(registry, id, form, diagnostics);
    check_types(registry, id, form, package, diagnostics);
    check_unkept(registry, id, diagnostics);
}

/// Reports a gradient that takes a tensor which its operator has overwritten, and one that overwrites what others may hold.
fn check_overwritten(registry: &Registry, id: OpId, diagnostics: &mut Diagnostics) {
    let op = registry.op(id);
    let Some(forward) = registry.links(id).forward.map(|forward| registry.op(forward)) else { return };
    let read = |input: &Spanned<String>| {
        op.signature.input(&input.value).filter(|_| forward.signature.output(&input.value).is_none())
    };
    for mapping in &forward.inplace {
        let Some(input) = read(&mapping.input) else { continue };
        let (name, of) = (&input.name.value, &forward.name.value);
        let problem = Diagnostic::new(rules::OVERWRITTEN, input.name.span, format!("`{of}` has overwritten `{name}`"));
        let problem = problem.label(mapping.input.span, "here");
        diagnostics.push(
            problem
                .help(format!("take the output `{}`, or add an operator that is not in place", mapping.output.value)),
        );
    }
    for mapping in &op.inplace {
        let message = format!("others may still need `{}`, which the gradient overwrites", mapping.input.value);
        let problem = Diagnostic::new(rules::OVERWRITTEN, mapping.input.span, message);
        diagnostics.push(problem.help("remove `inplace`: a gradient has outputs of its own"));
    }
}

/// Reports a gradient whose entry lists other frameworks than that of its operator: the operator would have no derivative in some.
fn check_frameworks(registry: &Registry, id: OpId, diagnostics: &mut Diagnostics) {
    let listed = |op: &Op| -> BTreeSet<&'static str> {
        op.package.iter().flat_map(|own| &own.frameworks).map(|framework| framework.value.name()).collect()
    };
    let (op, root) = (registry.op(id), registry.op(registry.grad_root(id)));
    let own = listed(op);
    let first = op.package.as_ref().and_then(|package| package.frameworks.first());
    if let Some(first) = first.filter(|_| op.is_backward() && own != listed(root)) {
        let message = format!("a gradient is for the frameworks of its operator, `{}`", root.name.value);
        let problem = Diagnostic::new(crate::rules::UNKNOWN_FRAMEWORK, first.span, message);
        let all = own.into_iter().collect::<Vec<_>>().join(", ");
        let help =
            format!("remove `frameworks` here, or write `frameworks : {all}` in the entry of `{}`", root.name.value);
        diagnostics.push(problem.label(root.name.span, "the operator").help(help));
    }
}

/// Reports gradients of lists that Paddle loses, or that its programs do not have.
fn check_lists(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    if !form.is_for(Framework::Paddle, package) {
        return;
    }
    let op = form.op;
    let outputs = || form.outputs.iter().zip(op.signature.outputs.iter());
    if op.backward.is_some() {
        for (output, written) in outputs().filter(|(output, _)| output.list && output.overwrites.is_some()) {
            let list = output.overwrites.as_deref().unwrap_or_default();
            let message = format!("Paddle loses the gradient of `{list}`, a list that `{}` overwrites", op.name.value);
            let problem = Diagnostic::new(rules::LIST_GRADIENT, written.name.span, message);
            diagnostics.push(problem.help("return other tensors, or add `frameworks : torch`"));
        }
    }
    if form.order == Order::Grad && form.outputs.len() > 1 {
        for (_, written) in outputs().filter(|(output, _)| output.list) {
            let message = format!("Paddle's programs have no gradient `{}` beside others", written.name.value);
            let problem = Diagnostic::new(rules::LIST_GRADIENT_IN_PROGRAMS, written.name.span, message);
            diagnostics.push(problem.help("divide the operator if it is to be trained below `paddle.jit.to_static`"));
        }
    }
}

/// Reports attributes of a gradient that its operator does not have, so that nothing gives them a value.
fn check_attributes(registry: &Registry, id: OpId, diagnostics: &mut Diagnostics) {
    let op = registry.op(id);
    let Some(forward) = registry.links(id).forward.map(|forward| registry.op(forward)) else { return };
    for attr in op.signature.attrs.iter().filter(|attr| forward.signature.attr(&attr.name.value).is_none()) {
        let (name, of) = (&attr.name.value, &forward.name.value);
        let message = format!("`{of}` has no attribute `{name}`, so nothing gives it a value in the gradient");
        let problem = Diagnostic::new(rules::GRADIENT_ATTRIBUTE, attr.name.span, message);
        diagnostics.push(problem.label(forward.name.span, "the operator").help("remove it, or add it to the operator"));
    }
}

/// Reports tensors that the entry of a gradient calls otherwise than the entry of its operator: what a gradient takes and returns is
/// known by these names. Paddle's own registrations may have any names.
fn check_names(registry: &Registry, id: OpId, form: &PackageForm, diagnostics: &mut Diagnostics) {
    let Some(forward) = registry.links(id).forward.map(|forward| registry.op(forward)) else { return };
    let Some(written) = form.op.forward.as_ref().filter(|_| form.written_for != Some(Framework::Paddle)) else {
        return;
    };
    let (own, of) = (&written.signature, &forward.signature);
    let inputs = own.inputs.iter().map(|one| &one.name).zip(of.inputs.iter().map(|one| &one.name));
    let outputs = own.outputs.iter().map(|one| &one.name).zip(of.outputs.iter().map(|one| &one.name));
    for (name, meant) in inputs.chain(outputs) {
        let is_known = of.input(&name.value).is_some() || of.output(&name.value).is_some();
        if !is_known {
            let message = format!("`{}` has no tensor `{}`", forward.name.value, name.value);
            let problem = Diagnostic::new(rules::GRADIENT_ATTRIBUTE, name.span, message);
            let help = format!("call it `{0}` here, and its gradient `{0}_grad`, as in that entry", meant.value);
            diagnostics.push(problem.label(meant.span, "the name in its entry").help(help));
        }
    }
}

/// Reports types of a gradient's inputs that its operator's tensors do not have, and gradients of tensors that have none.
fn check_types(registry: &Registry, id: OpId, form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let op = form.op;
    // Without an operator of its own, such as in a circle, nothing is known.
    let Some(forward_id) = registry.links(id).forward.filter(|_| registry.grad_root(id) != id) else { return };
    let forward = PackageForm::of(registry, package, forward_id, rules::RULE_TYPE, |_| {});
    let of = &forward.op.name;
    for stated in op.package.iter().flat_map(|own| &own.input_types) {
        let name = &stated.name.value;
        if let Some(TypeForm::Fixed(fixed)) = forward.type_of(name)
            && *fixed != stated.text.value
        {
            let message = format!("`{name}` has the type `{fixed}` in `{}`", of.value);
            let problem = Diagnostic::new(crate::rules::DATA_TYPE_RULE, stated.text.span, message);
            diagnostics.push(problem.label(of.span, "the operator").help("remove it: the type is the same here"));
        }
    }
    let is_lacking = |name: &&String| package.number(name) == Some(NumberKind::Real) && !form.data_types.contains(name);
    let lacking: Vec<&str> = forward.data_types.iter().filter(is_lacking).map(String::as_str).collect();
    if form.has_views() && forward.has_views() && !form.data_types.is_empty() && !lacking.is_empty() {
        let message = format!("the gradient of `{}` is not compiled for {}", of.value, lacking.join(", "));
        let problem = Diagnostic::new(rules::TYPES_OF_GRADIENT, op.name.span, message);
        let help = format!("give its kernel `data_type : {}`", forward.data_types.join(", "));
        diagnostics.push(problem.label(of.span, "the operator").help(help));
    }
    let tensors = op.signature.inputs.iter().map(|input| &input.name);
    for name in tensors.chain(op.signature.outputs.iter().map(|output| &output.name)) {
        // Tensors of the operator itself may be called so, too.
        let is_taken = forward.op.signature.has_arg(&name.value) || forward.op.signature.output(&name.value).is_some();
        let Some(origin) = name.value.strip_suffix("_grad").filter(|_| !is_taken) else { continue };
        let Some(TypeForm::Fixed(fixed)) = forward.type_of(origin) else { continue };
        if matches!(package.number(fixed), Some(NumberKind::Bool | NumberKind::Integer)) {
            let message = format!("`{origin}` has the type `{fixed}`, so it has no gradient");
            let problem = Diagnostic::new(rules::INTEGER_GRADIENT, name.span, message);
            diagnostics.push(problem.label(of.span, "the operator").help(format!("remove `{}`", name.value)));
        }
    }
}

/// Reports `no_need_buffer` for tensors that no operator keeps, and gradients that take the data of one that was not kept.
fn check_unkept(registry: &Registry, id: OpId, diagnostics: &mut Diagnostics) {
    let op = registry.op(id);
    let forward = registry.links(id).forward.map(|forward| registry.op(forward));
    // The key is read after the others that list names.
    let listed = |op: &Op, name: &Spanned<String>| {
        op.listed.0.iter().rfind(|listed| listed.value == name.value).map_or(name.span, |listed| listed.span)
    };
    for input in &op.signature.inputs {
        let name = &input.name.value;
        let problem = |span, message: String| Diagnostic::new(rules::UNKEPT_DATA, span, message);
        let origin = forward.and_then(|forward| Some((forward, forward.signature.input(name)?)));
        let unkept = origin.filter(|(_, origin)| origin.no_need_buffer && !input.no_need_buffer);
        if let Some((forward, unkept)) = unkept {
            let message = format!("`{}` takes the data of `{name}`, which is not kept", op.name.value);
            let problem =
                problem(input.name.span, message).label(listed(forward, &unkept.name), "only the shape is kept");
            diagnostics.push(problem.help("remove it from `no_need_buffer` there, or add it to that of this entry"));
        }
        if !input.no_need_buffer || op.is_backward() && forward.is_none() {
            continue;
        }
        let span = listed(op, &input.name);
        match forward {
            None => diagnostics.push(
                problem(span, format!("`no_need_buffer` is for gradients, and `{}` is not one", op.name.value))
                    .help("write it in the entry of the gradient"),
            ),
            Some(forward) if origin.is_none() && forward.signature.output(name).is_none() => {
                let of = &forward.name.value;
                let message = format!("`{name}` is not kept: it is neither an input nor an output of `{of}`");
                diagnostics.push(problem(span, message).help("remove it from `no_need_buffer`"));
            }
            Some(_) => {}
        }
    }
}
