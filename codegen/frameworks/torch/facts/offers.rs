//! The names that fit a place in PyTorch's YAML, for editors.

use std::collections::BTreeSet;

use project::assistance::{CompletionSite, Offer};
use torch_cpp::result_names;
use torch_profile::Holds;
use torch_registry::{Function, Project, Registry};
use torch_spec::{backend, native};

use crate::renames::generated_names;

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
        (Some(Holds::NativeFunctions), ["structured_delegate"], _) => structured(registry),
        (Some(Holds::NativeFunctions), ["autogen"], _) => generated(named(registry, site.entry, "func:")),
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
        (Some(Holds::Derivatives), [argument], false) if *argument != "output_differentiability" => {
            formulas(registry, named(registry, site.entry, "name:"), argument)
        }
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

/// The function that an entry names behind a key.
fn named<'a>(registry: &'a Registry, entry: &str, key: &str) -> Option<&'a Function> {
    let schema = entry.lines().find_map(|line| line.trim_start_matches(['-', ' ']).strip_prefix(key))?;
    let name = schema.split('(').next()?.trim();
    registry.of_name(name).map(|id| &registry[id])
}

fn owned(names: impl IntoIterator<Item = String>) -> Vec<Offer> {
    names.into_iter().map(|label| Offer { label, about: String::new() }).collect()
}

/// The overloads that compute for others.
fn structured(registry: &Registry) -> Vec<Offer> {
    let structured = registry.functions().filter(|(_, function)| function.entry.structured);
    owned(structured.map(|(_, function)| function.name().to_string()))
}

/// The forms of a function that opgen may generate.
fn generated(function: Option<&Function>) -> Vec<Offer> {
    let Some(function) = function else { return Vec::new() };
    let own = function.name().to_string();
    let names = generated_names(&function.entry.func).into_iter().flatten().map(|name| name.to_string());
    owned(names.filter(|name| *name != own))
}

/// What a formula under a key may be, what it may use, and the functions that it may call.
fn formulas(registry: &Registry, function: Option<&Function>, key: &str) -> Vec<Offer> {
    let func = function.map(|function| &function.entry.func);
    // Formulas for tangents stand under the names of results.
    let is_argument = |name: &str| func.is_none_or(|func| func.arguments.of_name(name.trim()).is_some());
    let is_of_tangent = !key.split(',').any(is_argument);
    let arguments = func.into_iter().flat_map(|func| func.arguments.all());
    let used = arguments.flat_map(|argument| {
        let name = &argument.name.value;
        let is_dual = is_of_tangent && argument.ty.value.is_tensor_like();
        let duals = ["_t", "_p"].map(|end| format!("{name}{end}"));
        duals.into_iter().filter(move |_| is_dual).chain([name.clone()])
    });
    let mut offers = owned(used.chain(func.into_iter().flat_map(result_names)));
    let functions = registry.profile().formula_functions.iter().chain(registry.formula_functions());
    let mut calls: Vec<&str> = functions.map(String::as_str).collect();
    calls.sort_unstable();
    calls.dedup();
    let words: &[&str] = match is_of_tangent {
        true => &["auto_linear", "auto_element_wise"],
        false => &["grad", "non_differentiable"],
    };
    offers.extend(Offer::plain(words.iter().chain(&["not_implemented"]).copied().chain(calls)));
    offers
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
