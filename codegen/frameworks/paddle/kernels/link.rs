//! From the names in YAML to C++.

use std::collections::BTreeSet;

use crate::index::{Declared, Index, Registration};
use heck::{ToSnakeCase, ToUpperCamelCase};
use profile::CppSources;

/// The functions of a kernel: what its registrations name, or without registrations, what has the kernel's name in C++.
pub fn kernel_functions<'i>(index: &'i Index, settings: &CppSources, kernel: &str) -> Vec<&'i Declared> {
    let mut seen = BTreeSet::new();
    let all = registered_functions(index, settings, kernel).into_iter().flatten();
    all.filter(|function| seen.insert((function.place.file, function.place.range.start))).collect()
}

/// For each registration, the declarations that it may refer to. C++ chooses one of them.
pub fn registered_functions<'i>(index: &'i Index, settings: &CppSources, kernel: &str) -> Vec<Vec<&'i Declared>> {
    if !index.has_registrations() {
        return vec![named_after(index, settings, kernel)];
    }
    let functions = index.registrations_of(kernel).filter(|registration| !registration.is_class);
    functions.map(|registration| registered(index, registration)).collect()
}

/// The declarations that a registration may refer to: those in its own file, or else all with that name.
fn registered<'i>(index: &'i Index, registration: &Registration) -> Vec<&'i Declared> {
    let path = registration.function.split('<').next().unwrap_or_default().trim_start_matches("::");
    let fits = |function: &&Declared| is_suffix(&function.name, path) || is_suffix(path, &function.name);
    let all: Vec<&Declared> = index.named(registration.function_name()).filter(fits).collect();
    let own: Vec<&Declared> =
        all.iter().copied().filter(|function| function.place.file == registration.place.file).collect();
    if !own.is_empty() {
        return own;
    }
    // A function in another source is not the one that this file's headers declare.
    let shared: Vec<&Declared> = all.iter().copied().filter(|function| index.is_header(&function.place)).collect();
    if shared.is_empty() { all } else { shared }
}

/// Whether a name with namespaces ends with another one.
fn is_suffix(name: &str, suffix: &str) -> bool {
    name.strip_suffix(suffix).is_some_and(|before| before.is_empty() || before.ends_with("::"))
}

/// The functions whose name is that of a kernel in C++, ignoring case.
fn named_after<'i>(index: &'i Index, settings: &CppSources, kernel: &str) -> Vec<&'i Declared> {
    let named = |suffix: &String| index.named_like(&format!("{}{suffix}", kernel.to_upper_camel_case()));
    settings.kernel_suffixes.iter().flat_map(named).filter(|function| is_kernel(function, settings)).collect()
}

/// The usual name of a kernel's function.
pub fn function_name(settings: &CppSources, kernel: &str) -> String {
    kernel.to_upper_camel_case() + settings.kernel_suffix()
}

/// The usual name of the kernel of a function.
pub fn kernel_name(settings: &CppSources, function: &str) -> String {
    let mut suffixes = settings.kernel_suffixes.iter().rev();
    let stem = suffixes.find_map(|suffix| function.strip_suffix(suffix.as_str()));
    stem.unwrap_or(function).to_snake_case()
}

/// Whether the first parameter of a function is a device context.
pub fn is_kernel(function: &Declared, settings: &CppSources) -> bool {
    let first = function.parameters.first().map(|first| first.ty.trim_end_matches('&').trim_start_matches("const "));
    first.is_some_and(|ty| ty.ends_with(&settings.context_suffix))
}

/// The kernels whose function has a name: those that are registered with it, or without registrations, the one with its name.
pub fn kernels_of(index: &Index, settings: &CppSources, function: &str) -> BTreeSet<String> {
    if !index.has_registrations() {
        return [kernel_name(settings, function)].into();
    }
    let registered = index.registrations().filter(|registration| registration.function_name() == function);
    registered.map(|registration| registration.kernel.clone()).collect()
}

/// The infer meta functions with a name.
pub fn infer_meta<'i>(index: &'i Index, settings: &'i CppSources, name: &str) -> Vec<&'i Declared> {
    let short = name.rsplit("::").next().unwrap_or(name);
    index.named_in(&settings.infer_meta, short).filter(|function| is_suffix(&function.name, name)).collect()
}

/// The spmd rules with a name.
pub fn spmd_rule<'i>(index: &'i Index, settings: &'i CppSources, name: &str) -> Vec<&'i Declared> {
    let short = name.rsplit("::").next().unwrap_or(name);
    index.named_in(&settings.spmd_rules, short).collect()
}
