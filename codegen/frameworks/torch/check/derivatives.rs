//! Derivatives and the operators that they belong to.

use std::collections::BTreeMap;

use source::fix::Help;
use source::suggest::Known;
use source::{Diagnostic, Diagnostics, Span, Spanned};
use torch_registry::{Function, FunctionId, Registry};
use torch_schema::{FunctionSchema, SchemaKind};
use torch_spec::derivative::DEFAULT_KEY;
use torch_spec::{Derivative, Formula};

use crate::derived::is_non_differentiable;
use crate::{entries, is_judged, name_span, report_unless_judged, rules};

/// Checks derivatives.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let Some(derivatives) = registry.derivatives() else { return };
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for (derivative, function) in derivatives {
        if let Some(first) = seen.insert(derivative.name.as_str(), derivative.name.span) {
            let name =
                derivative.schema.as_ref().map_or(String::new(), |schema| format!(" of `{}`", schema.name.value));
            let problem = Diagnostic::new(
                rules::DERIVED_TWICE,
                derivative.name.span,
                format!("this is a second derivative{name}"),
            );
            diagnostics.push(problem.label(first, "the first one").help("remove one: only the last one would be used"));
        }
        match (function, &derivative.schema) {
            (Some(id), _) => belongs(registry, derivative, id, diagnostics),
            (None, Some(schema)) => unknown(registry, schema, diagnostics),
            (None, None) => {}
        }
        keys(registry, derivative, function, diagnostics);
    }
}

fn keys(registry: &Registry, derivative: &Derivative, function: Option<FunctionId>, diagnostics: &mut Diagnostics) {
    let backends = registry.profile().names.backends.iter();
    let known: Vec<String> =
        backends.map(|backend| format!("Autograd{backend}")).chain(["AutogradNestedTensor".to_owned()]).collect();
    for table in &derivative.tables {
        let key = table.key.as_str();
        if key != DEFAULT_KEY && !known.iter().any(|known| known == key) {
            let message = format!("`{key}` is not a dispatch key that can have formulas of its own");
            let help = source::suggest::help(key, known.iter().map(String::as_str).chain([DEFAULT_KEY]));
            diagnostics.push(Diagnostic::new(rules::AUTOGRAD_KEY, table.key.span, message).maybe_help(help));
        }
        if table.formulas.is_empty() && derivative.differentiability.is_none() && !derivative.poisoned {
            let problem = Diagnostic::new(rules::NO_FORMULA, table.key.span, "this derivative has no formula");
            let problem = problem.help("add a line such as `self: grad`, or remove the derivative");
            // Without its operator, it is not known whether it may lack formulas.
            if function.is_some_and(|id| !is_judged(registry, rules::NO_FORMULA, &registry[id])) {
                diagnostics.push(problem);
            }
        }
    }
}

/// Checks that an operator can have a derivative.
fn belongs(registry: &Registry, derivative: &Derivative, id: FunctionId, diagnostics: &mut Diagnostics) {
    let function = &registry[id];
    if matches!(function.kind, SchemaKind::Out | SchemaKind::Scratch) {
        let message = format!("`{}` has out arguments, and gradients do not flow through these", function.name());
        let problem = Diagnostic::new(rules::COMPOSITE_FORMULA, derivative.name.span, message);
        diagnostics.push(problem.help("write the derivative of the form without out arguments"));
        return;
    }
    let formulas = derivative.tables.iter().flat_map(|table| &table.formulas);
    let is_argument = |formula: &&Formula| {
        formula.names.iter().any(|name| function.entry.func.arguments.of_name(name.as_str()).is_some())
    };
    let has_gradient = formulas.into_iter().any(|formula| is_argument(&formula) && !is_non_differentiable(formula));
    if !has_gradient || function.entry.poisoned {
        return;
    }
    // An inplace form uses the derivative of the functional form.
    let others =
        registry.signature_of(id).functions().filter(|other| function.kind == SchemaKind::Functional && *other != id);
    let forms = std::iter::once(id).chain(others).map(|id| &registry[id]);
    let Some(form) = forms.into_iter().find(|form| is_decomposed(form)) else { return };
    let name = form.name();
    let message = match name == function.name() {
        true => format!("`{name}` is decomposed into other operators, so its own derivative would not be used"),
        false => format!("`{name}` is decomposed into other operators, and `{}` has a derivative", function.name()),
    };
    // If other forms have kernels, this one has lost its own.
    let mut written = registry.signature_of(id).functions().map(|id| &registry[id]).filter(|other| !other.is_generated);
    let lost = written.any(|other| other.name() != name && other.entry.dispatch.is_some() && !is_decomposed(other));
    let problem = match lost {
        true => Diagnostic::new(rules::COMPOSITE_FORMULA, form.entry.last, message)
            .label(derivative.name.span, "the derivative"),
        false => Diagnostic::new(rules::COMPOSITE_FORMULA, derivative.name.span, message)
            .label(name_span(form), "this has no kernel that needs a derivative"),
    };
    let help = "add a kernel, for example for `CompositeExplicitAutograd`, or remove the derivative";
    report_unless_judged(registry, form, problem.help(help), diagnostics);
}

/// True if an operator has only kernels that call others. Dispatch keys that are ignored count as well.
fn is_decomposed(function: &Function) -> bool {
    let entry = &function.entry;
    let mut keys = entry.dispatch.iter().flatten().flat_map(|line| &line.keys);
    let is_out = matches!(function.kind, SchemaKind::Out | SchemaKind::Scratch);
    let has_kernel =
        entry.is_structured_or_delegates() || function.is_generated || is_out || entry.manual_kernel_registration;
    let has_no_table_entry = entry.dispatch.as_ref().is_some_and(Vec::is_empty);
    !has_kernel && !has_no_table_entry && keys.all(|key| key.value.starts_with("CompositeImplicitAutograd"))
}

/// Reports a derivative whose schema no operator has.
fn unknown(registry: &Registry, schema: &FunctionSchema, diagnostics: &mut Diagnostics) {
    let name = schema.name.value.to_string();
    if diagnostics.may_be_lost(&schema.name.value.name.base) {
        return;
    }
    if let Some(id) = registry.of_name(&name) {
        return other_schema(registry, schema, &registry[id], diagnostics);
    }
    let signature = schema.signature_text();
    let same = |function: &Function| {
        function.name().name == schema.name.value.name
            && function.kind == schema.kind()
            && function.signature == signature
    };
    if let Some((_, function)) = entries(registry).find(|(_, function)| same(function)) {
        return other_overload(registry, &schema.name, function, diagnostics);
    }
    let known = Known::new(registry.names());
    let problem = Diagnostic::new(rules::UNKNOWN_DERIVED, schema.name.span, format!("there is no operator `{name}`"));
    diagnostics.push(problem.maybe_help(known.help(&name)));
}

/// Reports a derivative that has the arguments and results of an operator, but another overload. If other forms of the operator have
/// that overload, the operator is the mistake.
fn other_overload(
    registry: &Registry,
    name: &Spanned<torch_schema::OperatorName>,
    function: &Function,
    diagnostics: &mut Diagnostics,
) {
    let (written, own) = (name.value.to_string(), function.name().to_string());
    let has_overload = |(_, other): (_, &Function)| {
        other.signature == function.signature && other.name().overload == name.value.overload
    };
    let problem = match entries(registry).any(has_overload) {
        true => {
            let message = format!("the derivative of this operator is that of `{written}`");
            let problem = Diagnostic::new(rules::UNKNOWN_DERIVED, name_span(function), message);
            problem.label(name.span, "the derivative").help(Help::meant(&own, &written).certain(false))
        }
        false => {
            let message = format!("there is no overload `{written}`");
            let problem = Diagnostic::new(rules::UNKNOWN_DERIVED, name.span, message);
            let problem = problem.label(name_span(function), "this has the same arguments and results");
            problem.help(Help::meant(&written, &own).certain(false))
        }
    };
    diagnostics.push(problem);
}

/// Reports a schema that differs from that of the operator with its name.
fn other_schema(registry: &Registry, schema: &FunctionSchema, function: &Function, diagnostics: &mut Diagnostics) {
    let func = &function.entry.func;
    let signature = schema.signature_text();
    // If other forms of the operator agree with the derivative, the operator is the mistake. A lone out form is reported elsewhere.
    let forms = registry.signatures().flat_map(|signature| &signature.members).map(|(_, id)| &registry[*id]);
    let mut agreeing = forms.filter(|form| form.signature == signature && form.root_name() == function.root_name());
    let agreeing = agreeing.next().filter(|_| signature != function.signature);
    if agreeing.is_some_and(|form| form.kind == SchemaKind::Out) {
        return;
    }
    let (in_schema, in_func) = difference(schema, func);
    let message = format!("the schema of `{}` differs from that of its derivative", func.name.value);
    let problem = match agreeing {
        Some(_) => Diagnostic::new(rules::UNKNOWN_DERIVED, in_func, message).label(in_schema, "the derivative"),
        None => Diagnostic::new(rules::UNKNOWN_DERIVED, in_schema, message).label(in_func, "the operator"),
    };
    diagnostics.push(problem.help(format!("the schema of the operator is `{func}`")));
}

/// The first place in which two schemas differ.
fn difference(one: &FunctionSchema, other: &FunctionSchema) -> (Span, Span) {
    let mut pairs = one.arguments.all().zip(other.arguments.all());
    if let Some((one, other)) = pairs.find(|(one, other)| one.to_string() != other.to_string()) {
        return (one.span(), other.span());
    }
    let mut returns = one.returns.iter().zip(&other.returns);
    if let Some((one, other)) = returns.find(|(one, other)| one.to_string() != other.to_string()) {
        return (one.span(), other.span());
    }
    (one.name.span, other.name.span)
}
