//! Compares the operators that a framework has registered with their YAML.

use std::collections::BTreeMap;

use forms::{legacy_dygraph, registered_form};
use registry::Registry;
use source::{Diagnostic, Diagnostics, Rule, Span, Spanned};
use spec::registered::{GradOp, GradSlot, Proto, ProtoVar, RegisteredOp, Stated};

use crate::rules;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let Some(registered) = registry.registered() else { return };
    let of_yaml = registered_form::all(registry, registry.profile());
    for (name, op) in &registered.operators {
        if let Some(yaml) = of_yaml.get(name) {
            Comparison { op, yaml }.check(diagnostics);
        }
    }
    for name in &registered.forward_order {
        if let Some(op) = registered.op(&name.value) {
            check_function(registry, name, op, &of_yaml, diagnostics);
        }
    }
}

/// Reports an operator in `forward_order` that cannot have a function.
fn check_function(
    registry: &Registry,
    name: &Spanned<String>,
    op: &RegisteredOp,
    of_yaml: &BTreeMap<String, RegisteredOp>,
    diagnostics: &mut Diagnostics,
) {
    let section = &registry.profile().legacy_dygraph;
    let why = match &op.proto {
        Stated::Absent => "it has no `proto`",
        Stated::Unstated if !of_yaml.contains_key(&name.value) => {
            "the file has no `proto` for it, and the YAML does not say how it is registered"
        }
        _ if !op.has_kernel => "it has no kernel",
        _ if section.as_ref().is_some_and(|section| !legacy_dygraph::has_function(&name.value, section)) => {
            "its function is written by hand"
        }
        _ => return,
    };
    let message = format!("`{}` cannot have a function: {why}", name.value);
    let problem = Diagnostic::new(rules::NO_FUNCTION, name.span, message);
    diagnostics.push(problem.label(op.name.span, "registered here").help("remove it from `forward_order`"));
}

/// An operator as it is registered, and as it would be registered according to the YAML.
struct Comparison<'a> {
    op: &'a RegisteredOp,
    yaml: &'a RegisteredOp,
}

impl Comparison<'_> {
    fn check(&self, diagnostics: &mut Diagnostics) {
        let (Some(is), Some(says)) = (self.op.proto.get(), self.yaml.proto.get()) else { return };
        self.variables("input", &is.inputs, &says.inputs, diagnostics);
        self.variables("output", &is.outputs, &says.outputs, diagnostics);
        self.attributes(is, says, diagnostics);
        if let (Some(is), Some(says)) = (self.op.gradient.get(), self.yaml.gradient.get()) {
            self.gradients(is, says, diagnostics);
        }
    }

    fn variables(&self, what: &str, is: &[ProtoVar], says: &[ProtoVar], diagnostics: &mut Diagnostics) {
        let find = |list: &[ProtoVar], name: &str| list.iter().position(|var| var.name.value == name);
        for var in says {
            let name = &var.name.value;
            let Some(at) = find(is, name) else {
                let message = format!("`{}` is registered without the {what} `{name}`", self.name());
                report(rules::REGISTERED_VARIABLES, self.op.name.span, message, var.name.span, diagnostics);
                continue;
            };
            let flags = |var: &ProtoVar| [var.duplicable, var.dispensable, var.intermediate];
            let names = ["duplicable", "dispensable", "intermediate"];
            for ((name_of_flag, is_set), said) in names.iter().zip(flags(&is[at])).zip(flags(var)) {
                if is_set != said {
                    let not = if is_set { "" } else { "not " };
                    let message =
                        format!("the {what} `{name}` of `{}` is registered as {not}{name_of_flag}", self.name());
                    report(rules::REGISTERED_VARIABLES, is[at].name.span, message, var.name.span, diagnostics);
                }
            }
        }
        for var in is.iter().filter(|var| find(says, &var.name.value).is_none()) {
            let message = format!("`{}` is registered with the {what} `{}`", self.name(), var.name.value);
            report(rules::REGISTERED_VARIABLES, var.name.span, message, self.yaml.name.span, diagnostics);
        }
        self.check_order(what, is, says, diagnostics);
    }

    /// Reports variables in a different order, because parameters have the same order.
    fn check_order(&self, what: &str, is: &[ProtoVar], says: &[ProtoVar], diagnostics: &mut Diagnostics) {
        let common = |list: &[ProtoVar], other: &[ProtoVar]| -> Vec<Spanned<String>> {
            let known = |name: &String| other.iter().any(|var| var.name.value == *name);
            list.iter().map(|var| var.name.clone()).filter(|name| known(&name.value)).collect()
        };
        let (is, says) = (common(is, says), common(says, is));
        if let Some((name, other)) = is.iter().zip(&says).find(|(name, other)| name != other) {
            let message = format!(
                "`{}` is registered with the {what} `{}` where the YAML has `{}`",
                self.name(),
                name.value,
                other.value
            );
            report(rules::REGISTERED_VARIABLES, name.span, message, other.span, diagnostics);
        }
    }

    fn attributes(&self, is: &Proto, says: &Proto, diagnostics: &mut Diagnostics) {
        for attr in &says.attrs {
            let name = &attr.name.value;
            let Some(registered) = is.attrs.iter().find(|other| other.name.value == *name) else {
                let message = format!("`{}` is registered without the attribute `{name}`", self.name());
                report(rules::REGISTERED_ATTRS, self.op.name.span, message, attr.name.span, diagnostics);
                continue;
            };
            if registered.ty != attr.ty {
                let message = format!(
                    "the attribute `{name}` of `{}` is registered as {}, but is {} in the YAML",
                    self.name(),
                    registered.ty.name(),
                    attr.ty.name()
                );
                report(rules::REGISTERED_ATTRS, registered.name.span, message, attr.name.span, diagnostics);
            }
        }
        let known = |name: &str| says.attrs.iter().any(|attr| attr.name.value == name);
        for attr in is.attrs.iter().filter(|attr| !attr.extra && !known(&attr.name.value)) {
            let message = format!("`{}` is registered with the attribute `{}`", self.name(), attr.name.value);
            report(rules::REGISTERED_ATTRS, attr.name.span, message, self.yaml.name.span, diagnostics);
        }
    }

    fn gradients(&self, is: &[GradOp], says: &[GradOp], diagnostics: &mut Diagnostics) {
        match (is.first(), says.first()) {
            (Some(is), Some(says)) => self.gradient(is, says, diagnostics),
            (None, Some(says)) => {
                let message = format!("`{}` is registered without a gradient", self.name());
                report(rules::REGISTERED_GRADIENT, self.op.name.span, message, says.op.span, diagnostics);
            }
            (Some(is), None) => {
                let message = format!("`{}` is registered with the gradient `{}`", self.name(), is.op.value);
                report(rules::REGISTERED_GRADIENT, is.op.span, message, self.yaml.name.span, diagnostics);
            }
            (None, None) => {}
        }
    }

    fn gradient(&self, is: &GradOp, says: &GradOp, diagnostics: &mut Diagnostics) {
        let mut report_gradient = |at: Span, what: String, there: Span| {
            let message = format!("the gradient of `{}` {what}", self.name());
            report(rules::REGISTERED_GRADIENT, at, message, there, diagnostics);
        };
        if is.op != says.op {
            let what = format!("is registered as `{}`, but is `{}` in the YAML", is.op.value, says.op.value);
            return report_gradient(is.op.span, what, says.op.span);
        }
        let sides = [("input", &is.inputs, &says.inputs), ("output", &is.outputs, &says.outputs)];
        for (what, is_slots, says_slots) in sides {
            let find = |slots: &[GradSlot], name: &GradSlot| slots.iter().any(|slot| slot == name);
            for slot in is_slots.iter().filter(|slot| !find(says_slots, slot)) {
                report_gradient(
                    slot.name.span,
                    format!("is registered with the {what} `{}`", described(slot)),
                    says.op.span,
                );
            }
            for slot in says_slots.iter().filter(|slot| !find(is_slots, slot)) {
                report_gradient(
                    is.op.span,
                    format!("is registered without the {what} `{}`", described(slot)),
                    slot.name.span,
                );
            }
        }
    }

    fn name(&self) -> &str {
        &self.op.name.value
    }
}

fn report(rule: Rule, at: Span, message: String, there: Span, diagnostics: &mut Diagnostics) {
    let problem = Diagnostic::new(rule, at, message).label(there, "in the YAML");
    let help = "write the file again from a framework that was built from this YAML, or correct the YAML";
    diagnostics.push(problem.help(help));
}

/// The name of a slot and, if it is different, the variable that it is connected to.
fn described(slot: &GradSlot) -> String {
    let variable = format!("{}{}", slot.variable.value, if slot.is_gradient { "@GRAD" } else { "" });
    if slot.name.value == variable { variable } else { format!("{} = {variable}", slot.name.value) }
}
