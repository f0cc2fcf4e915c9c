//! Tables of kernels.

use std::collections::BTreeMap;

use source::fix::Help;
use source::{Change, Diagnostic, Diagnostics, Span, suggest};
use torch_profile::Profile;
use torch_registry::dispatch_keys::{
    COMPOSITE_EXPLICIT, COMPOSITE_EXPLICIT_NON_FUNCTIONAL, COMPOSITE_IMPLICIT, COMPOSITE_IMPLICIT_NESTED,
};
use torch_registry::{Function, Registry};

use crate::{entries, name_span, rules};

/// Checks tables of kernels.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for (_, function) in entries(registry) {
        let before = diagnostics.len();
        keys(function, registry.profile(), diagnostics);
        if diagnostics.len() == before && !function.entry.poisoned {
            composites(function, diagnostics);
            needless(function, diagnostics);
            namespaces(function, diagnostics);
        }
        manual(function, registry.profile(), diagnostics);
        factory(function, diagnostics);
    }
}

/// The dispatch keys of an entry with their kernels' spans.
fn written(function: &Function) -> impl Iterator<Item = (&str, Span)> {
    let lines = function.entry.dispatch.iter().flatten();
    lines.flat_map(|line| line.keys.iter().map(|key| (key.as_str(), key.span)))
}

fn keys(function: &Function, profile: &Profile, diagnostics: &mut Diagnostics) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for (key, span) in written(function) {
        if !profile.names.all_dispatch_keys.iter().any(|known| known == key) {
            let message = format!("`{key}` is not a dispatch key");
            diagnostics.push(Diagnostic::new(rules::UNKNOWN_KEY, span, message).help(key_help(key, profile)));
        } else if !profile.generates_for(key) {
            let message = format!("no code is generated for the dispatch key `{key}`");
            diagnostics.push(Diagnostic::new(rules::UNSUPPORTED_KEY, span, message).help(key_help(key, profile)));
        }
        if let Some(first) = seen.insert(key, span) {
            let message = format!("`{}` has two kernels for `{key}`", function.name());
            let problem = Diagnostic::new(rules::KEY_TWICE, span, message);
            diagnostics.push(problem.label(first, "the first one").help("remove one: only the last one would be used"));
        }
    }
}

/// A help line with the key that was meant, or with all keys that have kernels.
fn key_help(key: &str, profile: &Profile) -> Help {
    let known = || profile.names.dispatch_keys.iter().map(String::as_str);
    suggest::help(key, known())
        .unwrap_or_else(|| format!("known keys: {}", known().collect::<Vec<_>>().join(", ")).into())
}

fn composites(function: &Function, diagnostics: &mut Diagnostics) {
    const COMPOSITES: [&str; 4] =
        [COMPOSITE_EXPLICIT, COMPOSITE_EXPLICIT_NON_FUNCTIONAL, COMPOSITE_IMPLICIT, COMPOSITE_IMPLICIT_NESTED];
    let found: Vec<_> = written(function).filter(|(key, _)| COMPOSITES.contains(key)).collect();
    let is_allowed = match found.as_slice() {
        [] | [_] => true,
        [(one, _), (other, _)] => {
            let has = |key: &str| *one == key || *other == key;
            has(COMPOSITE_IMPLICIT_NESTED) && !has(COMPOSITE_EXPLICIT_NON_FUNCTIONAL)
        }
        _ => false,
    };
    if let ([(first, at), .., (last, span)], false) = (found.as_slice(), is_allowed) {
        let message = format!("`{}` has kernels for both `{first}` and `{last}`", function.name());
        let problem = Diagnostic::new(rules::COMPOSITE_KEYS, *span, message).label(*at, "the other one");
        diagnostics.push(problem.help("keep one of them: each is a kernel for all backends"));
    }
}

/// Reports a table with the only kernel that an operator without a table has, or another one in its place.
fn needless(function: &Function, diagnostics: &mut Diagnostics) {
    let Some([line]) = function.entry.dispatch.as_deref() else { return };
    let is_only = matches!(line.keys.as_slice(), [key] if key.value == COMPOSITE_IMPLICIT);
    if !is_only || line.kernel.value.takes_symint() || function.entry.structured_delegate.is_some() {
        return;
    }
    let expected = function.entry.func.cpp_name();
    let span = function.entry.key_span("dispatch");
    let remove = || Change::RemoveKey { within: function.entry.func_span, key: "dispatch".to_owned() };
    let problem = match line.kernel.value.name == expected && line.kernel.value.namespace.is_none() {
        true => {
            let message = format!("the table of `{}` says what holds without it", function.name());
            let help = Help::from("remove `dispatch`").with(remove()).certain(true);
            Diagnostic::new(rules::NEEDLESS_DISPATCH, span, message).help(help)
        }
        false => {
            let message = format!("the only kernel of `{}` must be named `{expected}`", function.name());
            let help = format!("rename the kernel to `{expected}`, and remove `dispatch`");
            Diagnostic::new(rules::NEEDLESS_DISPATCH, span, message).help(help)
        }
    };
    diagnostics.push(problem);
}

fn namespaces(function: &Function, diagnostics: &mut Diagnostics) {
    let lines: Vec<_> = function.entry.dispatch.iter().flatten().collect();
    let Some(other) = lines.iter().find(|line| line.kernel.value.namespace != lines[0].kernel.value.namespace) else {
        return;
    };
    // The one that differs from most others is probably the mistake.
    let same = |line: &&&torch_spec::DispatchEntry| line.kernel.value.namespace == other.kernel.value.namespace;
    let (odd, usual) =
        if lines.iter().filter(same).count() * 2 > lines.len() { (lines[0], *other) } else { (*other, lines[0]) };
    let [odd_name, usual_name] = [odd, usual].map(|line| line.kernel.value.cpp_namespace());
    let message = format!("kernels of `{}` are in `{odd_name}` and in `{usual_name}`", function.name());
    let problem = Diagnostic::new(rules::KERNEL_NAMESPACES, odd.kernel.span, message);
    diagnostics.push(problem.label(usual.kernel.span, "a kernel in the other namespace"));
}

fn manual(function: &Function, profile: &Profile, diagnostics: &mut Diagnostics) {
    let entry = &function.entry;
    if entry.manual_kernel_registration && entry.dispatch.is_some() {
        let message =
            format!("the table of `{}` has no effect, because its kernels are registered by hand", function.name());
        let span = entry.key_span("dispatch");
        let problem = Diagnostic::new(rules::MANUAL_DISPATCH, span, message);
        let problem = problem.label(entry.key_span("manual_kernel_registration"), "said here");
        diagnostics.push(problem.help("remove one of the two keys"));
    } else if entry.namespace.is_none() {
        let is_listed = profile.names.manual_backend.contains(&entry.func.cpp_name());
        if entry.manual_kernel_registration && !is_listed {
            let message = format!(
                "PyTorch does not know `{}` as an operator whose kernels are registered by hand",
                function.name()
            );
            let span = entry.key_span("manual_kernel_registration");
            let problem = Diagnostic::new(rules::MANUAL_DISPATCH, span, message);
            diagnostics.push(problem.help("remove the key, or add the operator to `manual_backend` of the profile"));
        }
    }
}

fn factory(function: &Function, diagnostics: &mut Diagnostics) {
    let entry = &function.entry;
    let func = &entry.func;
    let name = func.name.value.name.to_string();
    let makes_tensor = func.arguments.tensor_options().is_some() && !func.arguments.has_tensor();
    let is_factory = name.starts_with("new_") || name.ends_with("_like") || makes_tensor;
    let has_no_kernel = entry.dispatch.is_none() && !entry.keys.iter().any(|key| key.value == "dispatch");
    if is_factory && has_no_kernel && !entry.is_structured_or_delegates() && !entry.manual_kernel_registration {
        let message = format!("`{}` makes a new tensor, and has no `dispatch`", func.name.value);
        let problem = Diagnostic::new(rules::FACTORY_DISPATCH, name_span(function), message);
        diagnostics
            .push(problem.help(format!("add a kernel for `{COMPOSITE_EXPLICIT}`: a factory may not be decomposed")));
    }
}
