//! The names that fit a place in PyTorch's YAML, for editors.

use std::collections::BTreeSet;

use project::assistance::{CompletionSite, Offer};
use torch_profile::Holds;
use torch_registry::{Project, Registry};
use torch_spec::{backend, native};

/// The names that fit a place.
pub fn offers(project: &Project, site: CompletionSite) -> Vec<Offer> {
    let registry = &project.registry;
    let holds = project.profile.holds(site.kind);
    let names = &registry.profile().names;
    match (holds, site.path, site.is_key) {
        (Some(Holds::NativeFunctions), [], true) => Offer::plain(native::KEYS.iter().copied()),
        (Some(Holds::NativeFunctions), ["dispatch"], true) => {
            Offer::plain(registry.profile().names.dispatch_keys.iter().map(String::as_str))
        }
        (Some(Holds::NativeFunctions), ["tags"], _) => tags(registry),
        (Some(Holds::NativeFunctions), ["structured_delegate" | "autogen"], _) => Offer::plain(registry.names()),
        (Some(Holds::NativeFunctions), ["device_check"], false) => listed(&names.device_checks),
        (Some(Holds::NativeFunctions), ["python_module"], false) => listed(&names.python_modules),
        (Some(Holds::NativeFunctions), ["category_override"], false) => listed(&names.category_overrides),
        (Some(Holds::NativeFunctions), ["structured_inherits"], false) => Offer::plain([native::BASE_CLASS]),
        (Some(Holds::NativeFunctions), [key], false) if native::FLAGS.contains(key) => Offer::plain(["True", "False"]),
        (Some(Holds::NativeFunctions), ["variants"], _) => Offer::plain(["function", "method", "function, method"]),
        (Some(Holds::NativeFunctions), ["dispatch", _], false) => {
            let functions = registry.functions().map(|(_, function)| function);
            let mut kernels: Vec<&str> = functions
                .flat_map(|function| &function.kernels)
                .map(|(_, kernel)| kernel.kernel.name.as_str())
                .collect();
            kernels.sort_unstable();
            kernels.dedup();
            Offer::plain(kernels)
        }
        (Some(Holds::Derivatives), [], true) => Offer::plain(["name", "output_differentiability", "dispatch"]),
        (Some(Holds::Derivatives), ["name"], false) => schemas(registry),
        (Some(Holds::Derivatives), [argument], false) if *argument != "output_differentiability" => formulas(registry),
        (Some(Holds::Deprecated), ["aten"], false) => {
            let functions: BTreeSet<String> =
                registry.functions().map(|(_, function)| function.entry.func.cpp_name()).collect();
            Offer::plain(functions.iter().map(String::as_str))
        }
        (Some(Holds::Deprecated), [], true) => Offer::plain(["name", "aten"]),
        (Some(Holds::Tags), [], true) => Offer::plain(["tag", "desc"]),
        (Some(Holds::Backend), ["supported" | "autograd" | "symint" | "full_codegen" | "ir_gen"], _) => {
            Offer::plain(registry.names())
        }
        (Some(Holds::Backend), ["backend"], false) => listed(&names.all_dispatch_keys),
        (Some(Holds::Backend), [], true) => Offer::plain(backend::KEYS.iter().copied()),
        _ => Vec::new(),
    }
}

fn listed(names: &[String]) -> Vec<Offer> {
    Offer::plain(names.iter().map(String::as_str))
}

/// What a formula may be, and the functions that it may call.
fn formulas(registry: &Registry) -> Vec<Offer> {
    let functions = registry.profile().formula_functions.iter().chain(registry.formula_functions());
    let mut calls: Vec<&str> = functions.map(String::as_str).collect();
    calls.sort_unstable();
    calls.dedup();
    Offer::plain(
        ["grad", "non_differentiable", "not_implemented", "auto_linear", "auto_element_wise"].into_iter().chain(calls),
    )
}

fn tags(registry: &Registry) -> Vec<Offer> {
    let offer =
        |tag: &torch_spec::Tag| Offer { label: tag.name.value.clone(), about: tag.description.trim().to_owned() };
    registry.tags().unwrap_or_default().iter().map(offer).collect()
}

/// The schemas of operators that no formula is for yet.
fn schemas(registry: &Registry) -> Vec<Offer> {
    let entries = registry.functions().filter(|(_, function)| !function.is_generated);
    let without = entries.filter(|(id, _)| registry.derivative_of(*id).is_none());
    without.map(|(_, function)| Offer { label: function.entry.func.to_string(), about: String::new() }).collect()
}
