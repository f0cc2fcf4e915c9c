//! Structured kernels.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use source::fix::Help;
use source::{Change, Diagnostic, Diagnostics, Spanned, suggest};
use torch_registry::{Function, Registry};
use torch_schema::{OperatorName, SchemaKind};

use crate::{entries, name_span, rules};

/// Checks structured kernels.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    delegates(registry, diagnostics);
    for (_, function) in entries(registry) {
        form(function, diagnostics);
        needs_structured(function, diagnostics);
        delegated_kernels(registry, function, diagnostics);
        precomputed(function, diagnostics);
        composite(function, diagnostics);
    }
}

fn form(function: &Function, diagnostics: &mut Diagnostics) {
    let entry = &function.entry;
    let mut report = |key: &str, message: String, help: Help| {
        diagnostics.push(Diagnostic::new(rules::STRUCTURED_FORM, entry.key_span(key), message).help(help));
    };
    let is_out = matches!(function.kind, SchemaKind::Out);
    if entry.structured && !is_out {
        let message = format!("`{}` has no out arguments, so its kernel cannot be structured", function.name());
        report("structured", message, "put it on the out overload; this one needs `structured_delegate`".into());
    }
    if entry.structured_delegate.is_some() && (is_out || function.kind == SchemaKind::Scratch) {
        let message = format!("`{}` is an out overload, so it cannot delegate", function.name());
        report("structured_delegate", message, "write `structured: True`, if the kernel is structured".into());
    }
    if entry.structured && entry.structured_delegate.is_some() {
        let message = format!("`{}` cannot have both `structured` and `structured_delegate`", function.name());
        report("structured_delegate", message, "remove one of them".into());
    }
    if entry.is_structured_or_delegates() && !entry.device_guard {
        let message = format!("`{}` is structured, and `device_guard: False` has no effect then", function.name());
        let remove = Change::RemoveKey { within: entry.func_span, key: "device_guard".to_owned() };
        report("device_guard", message, Help::from("remove it").with(remove));
    }
}

/// The keys of an entry that only structured operators have.
fn structured_keys(function: &Function) -> impl Iterator<Item = &Spanned<String>> {
    let keys = ["structured_inherits", "precomputed", "ufunc_inner_loop"];
    function.entry.keys.iter().filter(move |key| keys.contains(&key.as_str()))
}

fn needs_structured(function: &Function, diagnostics: &mut Diagnostics) {
    let entry = &function.entry;
    if entry.structured || entry.poisoned {
        return;
    }
    for key in structured_keys(function) {
        let message = format!("`{}` of `{}` needs `structured: True`", key.value, function.name());
        let help = match function.kind {
            SchemaKind::Out => "add `structured: True`, or remove the key",
            _ => "move it to the out overload",
        };
        diagnostics.push(Diagnostic::new(rules::STRUCTURED_KEY, key.span, message).help(help));
    }
}

/// Checks the overloads that others delegate to. If several forms delegate to one that is wrong, that one is reported once.
fn delegates(registry: &Registry, diagnostics: &mut Diagnostics) {
    let mut by_delegate: IndexMap<String, Vec<Delegating>> = IndexMap::new();
    for (_, function) in entries(registry) {
        if let Some(delegate) = &function.entry.structured_delegate {
            by_delegate.entry(delegate.value.to_string()).or_default().push(Delegating { function, delegate });
        }
    }
    let used: BTreeSet<&str> = by_delegate.keys().map(String::as_str).collect();
    for (name, forms) in &by_delegate {
        match (registry.of_name(name).map(|id| &registry[id]), forms.as_slice()) {
            (None, [Delegating { delegate, .. }, ..]) if diagnostics.may_be_lost(&delegate.value.name.base) => {}
            (None, [_, _, ..]) if let Some(renamed) = renamed_delegate(registry, name, forms[0], &used) => {
                let message = format!(
                    "no form delegates to `{}`, but {} delegate to `{name}`, which does not exist",
                    renamed.name(),
                    forms.len()
                );
                let problem = Diagnostic::new(rules::DELEGATE, name_span(renamed), message);
                let problem = problem.help(Help::meant(&renamed.name().to_string(), name).certain(false));
                diagnostics.push(labelled(problem, forms));
            }
            (Some(target), [_, _, ..]) if !target.entry.structured && forms.iter().all(|form| form.fits(target)) => {
                let message = format!("`{name}` is not structured, but {} forms delegate to it", forms.len());
                let span = structured_keys(target).next().map_or(name_span(target), |key| key.span);
                let problem = Diagnostic::new(rules::DELEGATE, span, message);
                let (within, key, value) = (target.entry.func_span, "structured".to_owned(), "True".to_owned());
                let add = Change::AddKey { within, under: None, key, value };
                let problem = problem.help(Help::from("add `structured: True`").with(add));
                if !target.entry.poisoned {
                    diagnostics.push(labelled(problem, forms));
                }
            }
            (target, forms) => forms.iter().for_each(|form| form.check(registry, target, diagnostics)),
        }
    }
}

fn labelled(problem: Diagnostic, forms: &[Delegating]) -> Diagnostic {
    forms.iter().fold(problem, |problem, form| problem.label(form.delegate.span, "delegates"))
}

/// The overload that was probably meant by a name that does not exist: a structured one that no form delegates to.
fn renamed_delegate<'a>(
    registry: &'a Registry,
    name: &str,
    form: Delegating,
    used: &BTreeSet<&str>,
) -> Option<&'a Function> {
    let is_meant = |function: &&Function| {
        let own = function.name().to_string();
        function.entry.structured && form.fits(function) && !used.contains(own.as_str()) && suggest::is_typo(&own, name)
    };
    entries(registry).map(|(_, function)| function).find(is_meant)
}

/// A form that delegates to an overload.
#[derive(Clone, Copy)]
struct Delegating<'a> {
    function: &'a Function,
    delegate: &'a Spanned<OperatorName>,
}

impl Delegating<'_> {
    /// True if an overload is the out form of this one.
    fn fits(&self, target: &Function) -> bool {
        target.name().name.base == self.function.name().name.base && target.signature == self.function.signature
    }

    fn check(&self, registry: &Registry, target: Option<&Function>, diagnostics: &mut Diagnostics) {
        let Delegating { function, delegate } = self;
        let name = delegate.value.to_string();
        let problem = |message: String| Diagnostic::new(rules::DELEGATE, delegate.span, message);
        let Some(target) = target else {
            let base = &function.name().name.base;
            let known = registry.names().filter(|known| known.starts_with(base.as_str()));
            let help = suggest::help(&name, known);
            diagnostics.push(problem(format!("there is no operator `{name}`")).maybe_help(help));
            return;
        };
        let found = if !target.entry.structured {
            let message = format!("`{}` delegates to `{name}`, which is not structured", function.name());
            problem(message).help(format!("add `structured: True` to `{name}`"))
        } else if delegate.value.name.base != function.name().name.base {
            let message = format!("`{}` delegates to `{name}`, which is a form of another operator", function.name());
            problem(message).help("forms of an operator have the same name, but for the overload and a `_` at the end")
        } else if target.signature != function.signature {
            let message = format!("`{}` delegates to `{name}`, which has other arguments or results", function.name());
            problem(message).help("the delegate must be the out form of the operator")
        } else {
            return;
        };
        if !target.entry.poisoned {
            diagnostics.push(found.label(target.entry.func.name.span, "the delegate"));
        }
    }
}

fn delegated_kernels(registry: &Registry, function: &Function, diagnostics: &mut Diagnostics) {
    let (is_delegated, ufunc) = (function.entry.structured_delegate.is_some(), !function.entry.ufunc_loops.is_empty());
    let keys = function.entry.dispatch.iter().flatten().flat_map(|line| &line.keys);
    for key in keys {
        if is_delegated && registry.profile().is_structured_key(key.as_str()) {
            let message = format!("`{}` has a kernel for `{}`, for which it delegates", function.name(), key.value);
            let problem = Diagnostic::new(rules::DELEGATED_KERNEL, key.span, message);
            let problem = problem.label(function.entry.key_span("structured_delegate"), "the delegate has the kernel");
            diagnostics.push(problem.help("remove the kernel, or the delegate"));
        }
        if ufunc && matches!(key.as_str(), "CPU" | "CUDA") {
            let message =
                format!("`{}` is a universal function, whose kernel for `{}` is generated", function.name(), key.value);
            diagnostics.push(Diagnostic::new(rules::UFUNC_KERNEL, key.span, message).help("remove the kernel"));
        }
    }
}

fn precomputed(function: &Function, diagnostics: &mut Diagnostics) {
    let Some(precomputed) = &function.entry.precomputed else { return };
    let arguments = &function.entry.func.arguments;
    let before = diagnostics.len();
    for (name, _) in &precomputed.replaced {
        if arguments.of_name(name.as_str()).is_none() {
            let message = format!("`{}` has no argument `{}`", function.name(), name.value);
            let help = suggest::help(name.as_str(), arguments.without_out().map(|argument| argument.name.as_str()));
            diagnostics.push(Diagnostic::new(rules::PRECOMPUTED_ARGUMENT, name.span, message).maybe_help(help));
        }
    }
    if diagnostics.len() > before {
        return;
    }
    let replaced = |name: &str| precomputed.replaced.iter().any(|(replaced, _)| replaced.value == name);
    let new = precomputed.replaced.iter().flat_map(|(_, with)| with).chain(&precomputed.added);
    for argument in new {
        let clash = arguments.of_name(argument.name.as_str()).filter(|known| !replaced(known.name.as_str()));
        if let Some(known) = clash {
            let message = format!("`{}` has an argument `{}` already", function.name(), argument.name.value);
            let problem = Diagnostic::new(rules::PRECOMPUTED_ARGUMENT, argument.name.span, message);
            diagnostics.push(problem.label(known.span(), "the argument"));
        }
    }
}

fn composite(function: &Function, diagnostics: &mut Diagnostics) {
    if !function.entry.structured {
        return;
    }
    let keys = function.entry.dispatch.iter().flatten().flat_map(|line| &line.keys);
    for key in keys.filter(|key| key.value.starts_with("CompositeImplicitAutograd")) {
        let message = format!("`{}` is structured, and cannot have a kernel for `{}`", function.name(), key.value);
        diagnostics.push(Diagnostic::new(rules::STRUCTURED_FORM, key.span, message).help("remove the kernel"));
    }
}
