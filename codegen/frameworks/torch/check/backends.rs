//! Operators of backends outside of PyTorch, and of selective builds.

use std::collections::BTreeSet;

use source::suggest::Known;
use source::{Diagnostic, Diagnostics, Spanned};
use torch_registry::{FunctionId, Registry};
use torch_schema::OperatorName;
use torch_spec::Backend;

use crate::{is_judged, rules};

/// A help line with the keys that backends outside of PyTorch have.
const EXTERNAL_KEYS: &str = "a backend outside of PyTorch has the key `PrivateUse1`, `PrivateUse2` or `PrivateUse3`, \
                             or one that PyTorch names after it, such as `XLA` or `MTIA`";

/// Checks backends and selections.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for backend in registry.backends() {
        key(registry, backend, diagnostics);
        operators(registry, backend, diagnostics);
        structured(registry, backend, diagnostics);
        mixed(registry, backend, diagnostics);
    }
    selection(registry, diagnostics);
}

fn key(registry: &Registry, backend: &Backend, diagnostics: &mut Diagnostics) {
    let known = &registry.profile().names.all_dispatch_keys;
    if !known.contains(&backend.backend.value) {
        let message = format!("`{}` is not a dispatch key", backend.backend.value);
        let near = Known::new(known.iter().map(String::as_str)).help(backend.backend.as_str());
        let help = near.unwrap_or_else(|| EXTERNAL_KEYS.into());
        diagnostics.push(Diagnostic::new(rules::UNKNOWN_KEY, backend.backend.span, message).help(help));
    }
}

fn operators(registry: &Registry, backend: &Backend, diagnostics: &mut Diagnostics) {
    let known = Known::new(registry.names());
    let native: BTreeSet<String> =
        backend.non_native.iter().map(|operator| operator.func.name.value.to_string()).collect();
    let Backend { supported, structured, autograd, symint, full_codegen, ir_gen, .. } = backend;
    for list in [supported, structured, autograd, symint, full_codegen, ir_gen] {
        let mut seen: Vec<&Spanned<OperatorName>> = Vec::new();
        for name in list {
            let text = name.value.to_string();
            if let Some(first) = seen.iter().find(|first| **first == name) {
                let problem =
                    Diagnostic::new(source::rules::NAMED_TWICE, name.span, format!("`{text}` is listed twice"));
                diagnostics.push(problem.label(first.span, "first listed here"));
            }
            seen.push(name);
            let is_missing = registry.of_name(&text).is_none() && !native.contains(&text);
            let is_known = diagnostics.may_be_lost(&name.value.name.base) || is_not_generated(registry, &name.value);
            if is_missing && !is_known {
                let problem =
                    Diagnostic::new(rules::UNKNOWN_OPERATOR, name.span, format!("there is no operator `{text}`"));
                diagnostics.push(problem.maybe_help(known.help(&text)));
            }
        }
    }
    let has_kernel = |name: &Spanned<OperatorName>| {
        [supported, autograd, full_codegen, ir_gen].iter().any(|list| list.contains(name))
    };
    // Names that no operator has were reported above.
    let is_missing = |name: &Spanned<OperatorName>| {
        let is_known = registry.of_name(&name.value.to_string()).is_some() || native.contains(&name.value.to_string());
        !is_known || diagnostics.may_be_lost(&name.value.name.base)
    };
    let alone: Vec<_> = symint.iter().filter(|name| !has_kernel(name) && !is_missing(name)).collect();
    for name in alone {
        let message = format!("`{}` takes symbolic integers, and is in no other list", name.value);
        diagnostics.push(Diagnostic::new(rules::UNKNOWN_OPERATOR, name.span, message).help("add it to `supported`"));
    }
}

/// True for the functional form of an inplace operator that does not ask for it, which is reported there.
fn is_not_generated(registry: &Registry, name: &OperatorName) -> bool {
    let mut inplace = name.clone();
    inplace.name.is_inplace = true;
    let id = registry.of_name(&inplace.to_string());
    !name.name.is_inplace && id.is_some_and(|id| !is_judged(registry, rules::NO_FUNCTIONAL, &registry[id]))
}

/// Reports operators in the list of structured ones for which a backend cannot have a structured kernel.
fn structured(registry: &Registry, backend: &Backend, diagnostics: &mut Diagnostics) {
    let key = &backend.backend.value;
    let is_lazy = registry.profile().names.lazy_dispatch_keys.contains(key);
    for name in &backend.structured {
        let Some(id) = registry.of_name(&name.value.to_string()) else { continue };
        let entry = &registry[id].entry;
        let (message, help) = match &entry.structured_delegate {
            _ if is_lazy => {
                let message = format!("`{key}` records operators, so `{}` has no structured kernel for it", name.value);
                (message, "write it below `supported`".to_owned())
            }
            _ if entry.structured => continue,
            delegate => {
                let help = delegate.as_ref().map(|out| format!("write `{}`, whose kernel all forms use", out.value));
                let message = format!("there is no structured operator `{}`", name.value);
                (message, help.unwrap_or_else(|| "write it below `supported`".to_owned()))
            }
        };
        diagnostics.push(Diagnostic::new(rules::UNKNOWN_OPERATOR, name.span, message).help(help));
    }
}

/// Reports forms of an operator that are in different lists: kernels for the backend, structured ones, and those for its autograd key.
fn mixed(registry: &Registry, backend: &Backend, diagnostics: &mut Diagnostics) {
    let id = |name: &Spanned<OperatorName>| registry.of_name(&name.value.to_string());
    let with_id = |list: &'_ [Spanned<OperatorName>]| -> Vec<(FunctionId, source::Span)> {
        list.iter().filter_map(|name| Some((id(name)?, name.span))).collect()
    };
    let supported = [with_id(&backend.supported), with_id(&backend.full_codegen)].concat();
    let [autograd, structured] = [with_id(&backend.autograd), with_id(&backend.structured)];
    let pairs = [
        ("autograd", &autograd, "supported", &supported),
        ("structured", &structured, "supported", &supported),
        ("structured", &structured, "autograd", &autograd),
    ];
    for (list, listed, other_list, others) in pairs {
        for (listed, span) in listed {
            let group: Vec<FunctionId> = registry.signature_of(*listed).functions().collect();
            if let Some((other, at)) = others.iter().find(|(id, _)| group.contains(id)) {
                let [one, two] = [*listed, *other].map(|id| registry[id].name());
                let message = format!("`{one}` is in `{list}`, and `{two}`, a form of it, in `{other_list}`");
                let problem = Diagnostic::new(rules::MIXED_BACKEND, *span, message).label(*at, "here");
                diagnostics.push(problem.help("all forms of an operator belong to one of the lists"));
            }
        }
    }
}

fn selection(registry: &Registry, diagnostics: &mut Diagnostics) {
    let qualified: BTreeSet<String> = registry
        .functions()
        .flat_map(|(_, function)| {
            let name = function.name();
            [
                format!("{}::{name}", function.entry.namespace()),
                format!("{}::{}", function.entry.namespace(), name.name),
            ]
        })
        .collect();
    let known = Known::new(qualified.iter().map(String::as_str));
    for (name, operator) in registry.selections().iter().flat_map(|selection| &selection.operators) {
        let is_native =
            registry.functions().any(|(_, function)| name.starts_with(&format!("{}::", function.entry.namespace())));
        if is_native && !qualified.contains(name) {
            let message = format!("there is no operator `{name}`, so it selects nothing");
            diagnostics
                .push(Diagnostic::new(rules::UNKNOWN_OPERATOR, operator.span, message).maybe_help(known.help(name)));
        }
    }
}
