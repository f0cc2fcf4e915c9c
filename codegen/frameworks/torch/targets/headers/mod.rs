//! The headers of `ATen`: those of each operator, and those of all.

pub(crate) mod direct;
pub(crate) mod kernels;
pub(crate) mod meta;
mod per_operator;
mod whole;

use indexmap::IndexMap;
use render::FilePlan;
use torch_profile::Profile;
use torch_registry::{Function, Grouped, Registry};

use crate::call::Calls;
use crate::frame::{File, in_aten};

/// The functions of an operator, by which headers are named.
#[derive(Debug, Default)]
struct Root<'a> {
    functions: Vec<&'a Function>,
    grouped: Vec<Grouped>,
}

impl Root<'_> {
    /// True if some forms have structured kernels, and with them a meta class.
    fn is_structured(&self, registry: &Registry) -> bool {
        self.grouped.iter().any(|grouped| meta::structured(registry, *grouped).is_some())
    }

    /// True if some forms have kernels for a dispatch key.
    fn has_kernel(&self, registry: &Registry, key: &str) -> bool {
        self.grouped.iter().any(|grouped| !direct::registered(registry, *grouped, key).1.is_empty())
    }
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let mut plans = match profile.has_header_per_operator() {
        true => per_operator::plan(registry, profile, &roots(registry)),
        false => whole::plan(registry, profile),
    };
    let functions: Vec<&Function> = registry.functions().map(|(_, function)| function).collect();
    plans.push(tensor_body(profile, &functions));
    let file = File::new(&in_aten(profile, "RedispatchFunctions.h"), "RedispatchFunctions.h");
    let calls = |function: &Function| Calls::new(function, false);
    plans.push(file.with_functions("function_redispatch_definitions", "torch/redispatch.j2", &functions, calls).plan());
    plans
}

/// The paths of the headers for single operators.
pub fn paths(registry: &Registry, profile: &Profile) -> Vec<String> {
    if !profile.has_header_per_operator() {
        return Vec::new();
    }
    per_operator::paths(registry, profile, &roots(registry))
}

fn tensor_body(profile: &Profile, functions: &[&Function]) -> FilePlan {
    let methods: Vec<&Function> = functions.iter().copied().filter(|function| function.entry.variants.method).collect();
    let calls = |function: &Function| Calls::new(function, true);
    File::new(&in_aten(profile, "core/TensorBody.h"), "TensorBody.h")
        .with_functions("tensor_method_declarations", "torch/method_declarations.j2", &methods, calls)
        .with_functions("tensor_method_definitions", "torch/method_definitions.j2", &methods, calls)
        .plan()
}

/// The operators in the order of the file.
fn roots(registry: &Registry) -> IndexMap<&str, Root<'_>> {
    let mut roots: IndexMap<&str, Root> = IndexMap::new();
    for (_, function) in registry.functions() {
        roots.entry(function.root_name()).or_default().functions.push(function);
    }
    for grouped in registry.grouped() {
        if let Some(root) = first(*grouped).and_then(|id| roots.get_mut(registry[id].root_name())) {
            root.grouped.push(*grouped);
        }
    }
    roots
}

fn first(grouped: Grouped) -> Option<torch_registry::FunctionId> {
    grouped.functions().next()
}

/// The two headers for a dispatch key: one includes the other, which has the declarations.
fn of_key(
    profile: &Profile,
    key: &str,
    includes: impl IntoIterator<Item = String>,
    declare: impl FnOnce(File) -> File,
) -> [FilePlan; 2] {
    let inner = format!("{key}Functions_inl.h");
    let outer = File::new(&in_aten(profile, &format!("{key}Functions.h")), "DispatchKeyFunctions.h")
        .with("dispatch_key", key)
        .with_includes("inline_headers", [inner.clone()]);
    let inner = File::new(&in_aten(profile, &inner), "DispatchKeyFunctions_inl.h")
        .with("dispatch_namespace", key.to_lowercase())
        .with_includes("DispatchKeyFunctions_inl_includes", includes);
    [outer.plan(), declare(inner).plan()]
}
