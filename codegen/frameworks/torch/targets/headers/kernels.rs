//! Declarations of kernels, which are written by hand.

use indexmap::{IndexMap, IndexSet};
use serde::Serialize;
use torch_cpp::{Parameter, impl_arguments, joined, kernel};
use torch_profile::{EXPORT, Profile};
use torch_registry::{Function, FunctionGroup, Grouped, Registry};

/// The kernels in a namespace.
#[derive(Debug, Serialize)]
pub struct Namespace {
    /// The names of the namespace and of those that it is in, outermost first.
    pub names: Vec<String>,
    /// The kernels, each once.
    pub kernels: IndexSet<Kernel>,
}

/// A kernel.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Kernel {
    /// The macro that exports it.
    pub export: String,
    /// The name.
    pub name: String,
    /// The operator whose meta class a structured kernel is derived from.
    pub meta: Option<String>,
    /// The type of the result. Structured kernels have none.
    pub returns: String,
    /// The parameters.
    pub parameters: String,
}

/// The namespace of kernels that name none.
const NATIVE: &str = "at::native";
/// Kernels in such a namespace are declared elsewhere.
const LEGACY: &str = "legacy::";

/// The namespaces with the kernels of functions.
pub fn namespaces(registry: &Registry, profile: &Profile, functions: &[Grouped]) -> Vec<Namespace> {
    let mut namespaces: IndexMap<String, IndexSet<Kernel>> = IndexMap::new();
    for grouped in functions {
        for (key, _) in registry.kernels() {
            let kernels = namespaces.entry(namespace(registry, *grouped, key)).or_default();
            kernels.extend(of_key(registry, profile, *grouped, key));
        }
    }
    let split = |namespace: &str| namespace.split("::").map(str::to_owned).collect();
    let namespace = |(name, kernels): (String, _)| Namespace { names: split(&name), kernels: exported_once(kernels) };
    namespaces.into_iter().map(namespace).collect()
}

/// Leaves out kernels that another one equals but for its macro: of these stays the one in the library of the CPU, or else the first.
fn exported_once(kernels: IndexSet<Kernel>) -> IndexSet<Kernel> {
    let mut once: IndexMap<Kernel, String> = IndexMap::new();
    for mut kernel in kernels {
        let export = std::mem::take(&mut kernel.export);
        let known = once.entry(kernel).or_insert_with(|| export.clone());
        if export == EXPORT {
            *known = export;
        }
    }
    once.into_iter().map(|(kernel, export)| Kernel { export, ..kernel }).collect()
}

/// The namespace of the kernels for a key.
pub fn namespace(registry: &Registry, grouped: Grouped, key: &str) -> String {
    let main = match grouped {
        Grouped::Group(group) => group.out,
        Grouped::Single(id) => id,
    };
    let found = registry[main].kernel(key).map(|found| found.kernel.cpp_namespace());
    found.unwrap_or_else(|| NATIVE.to_owned())
}

/// The kernels for a key.
pub fn of_key(registry: &Registry, profile: &Profile, grouped: Grouped, key: &str) -> Vec<Kernel> {
    if let Grouped::Group(group) = grouped
        && let Some(found) = registry[group.out].kernel(key).filter(|found| found.is_structured)
    {
        return vec![structured(registry, profile, group, key, &found.kernel.name)];
    }
    grouped.functions().filter_map(|id| unstructured(profile, &registry[id], key)).collect()
}

fn structured(registry: &Registry, profile: &Profile, group: FunctionGroup, key: &str, name: &str) -> Kernel {
    Kernel {
        export: profile.export_macro_of_kernel(key, name, true).to_owned(),
        name: name.to_owned(),
        meta: Some(registry[group.functional].name().unambiguous()),
        returns: String::new(),
        parameters: joined(impl_arguments(&registry[group.out]).iter().map(Parameter::declared)),
    }
}

fn unstructured(profile: &Profile, function: &Function, key: &str) -> Option<Kernel> {
    let found = &function.kernel(key)?.kernel;
    if found.name.contains(LEGACY) {
        return None;
    }
    let signature = kernel(function, &found.name, found.takes_symint());
    Some(Kernel {
        export: profile.export_macro_of_kernel(key, &found.name, false).to_owned(),
        parameters: signature.declared(),
        name: signature.name,
        meta: None,
        returns: signature.returns,
    })
}
