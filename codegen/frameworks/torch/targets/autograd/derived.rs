//! Which operators have generated kernels for gradients.

use torch_autograd::Gradients;
use torch_profile::Profile;
use torch_registry::{Function, Registry};

/// True if kernels for gradients of a function are generated.
pub fn is_derived(function: &Function, gradients: &Gradients, profile: &Profile) -> bool {
    let name = function.entry.func.cpp_name();
    let has_gradients = || gradients.of(function).is_some_and(|matched| matched.has_gradients());
    !profile.names.manual_autograd.contains(&name) && (function.is_abstract || has_gradients())
}

/// The functions whose kernels for gradients are generated, sorted by their names in C++.
pub fn derived<'a>(registry: &'a Registry, profile: &Profile, gradients: &Gradients) -> Vec<&'a Function> {
    let functions = registry.functions().map(|(_, function)| function);
    let mut functions: Vec<&Function> = functions
        .filter(|function| registry.is_selected_for_training(function))
        .filter(|function| is_derived(function, gradients, profile))
        .collect();
    functions.sort_by_key(|function| function.entry.func.cpp_name());
    functions
}
