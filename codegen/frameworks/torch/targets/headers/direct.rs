//! Functions that call the kernel for a dispatch key without the dispatcher.

use serde::Serialize;
use torch_cpp::Signatures;
use torch_registry::dispatch_keys::COMPOSITE_EXPLICIT_NON_FUNCTIONAL;
use torch_registry::{Function, Grouped, Registry};
use torch_schema::SchemaKind;

/// A function that calls a kernel.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Direct {
    /// The macro that exports it.
    pub export: String,
    /// The type of the result.
    pub returns: String,
    /// The name.
    pub name: String,
    /// The parameters.
    pub parameters: String,
}

const META: &str = "Meta";

/// The functions for a dispatch key.
pub fn functions(registry: &Registry, grouped: Grouped, key: &str) -> Vec<Direct> {
    let export = registry.profile().export_macro(key);
    registered(registry, grouped, key).1.into_iter().flat_map(|function| direct(function, export)).collect()
}

/// The functions that have kernels for a dispatch key, and whether these are structured.
pub fn registered<'a>(registry: &'a Registry, grouped: Grouped, key: &str) -> (bool, Vec<&'a Function>) {
    let is_structured = match grouped {
        Grouped::Group(group) => {
            let out = &registry[group.out];
            let is_made = [META, COMPOSITE_EXPLICIT_NON_FUNCTIONAL].contains(&key);
            out.entry.structured && (is_made || out.kernel(key).is_some_and(|kernel| kernel.is_structured))
        }
        Grouped::Single(_) => false,
    };
    let exists = |function: &&Function| match is_structured {
        true => key != COMPOSITE_EXPLICIT_NON_FUNCTIONAL || function.kind != SchemaKind::Out,
        false => has_kernel(function, key),
    };
    (is_structured, grouped.functions().map(|id| &registry[id]).filter(exists).collect())
}

/// True if an unstructured function is registered for a key. Inplace functions without a kernel are checked by `Meta`.
fn has_kernel(function: &Function, key: &str) -> bool {
    let is_checked = || {
        key == META
            && function.kind == SchemaKind::Inplace
            && !function.is_composite()
            && function.entry.func.returns.len() == 1
    };
    (function.kernel(key).is_some() || is_checked()) && !function.entry.manual_kernel_registration
}

fn direct(function: &Function, export: &str) -> Vec<Direct> {
    let apis = Signatures { method: false, generated_name: false }.of(function);
    let direct = |api: torch_cpp::Api| Direct {
        export: export.to_owned(),
        parameters: api.signature.declared(),
        returns: api.signature.returns,
        name: api.signature.name,
    };
    apis.into_iter().map(direct).collect()
}
