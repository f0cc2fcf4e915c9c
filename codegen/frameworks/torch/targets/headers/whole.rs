//! Headers with all operators.

use indexmap::{IndexMap, IndexSet};
use render::FilePlan;
use serde::Serialize;
use torch_profile::Profile;
use torch_registry::{Function, Registry};

use super::direct::{self, Direct};
use super::{kernels, meta};
use crate::call::Calls;
use crate::frame::{File, in_aten};
use crate::operator::Operator;
use crate::static_dispatch;

/// The functions of a namespace.
#[derive(Debug, Serialize)]
struct Namespace {
    names: Vec<String>,
    functions: IndexSet<Direct>,
}

/// The headers.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let functions: Vec<&Function> = registry.functions().map(|(_, function)| function).collect();
    let (methods, others): (Vec<&Function>, Vec<&Function>) =
        functions.iter().partition(|function| function.entry.variants.method);
    let file = |name: &str| File::new(&in_aten(profile, name), name);
    let of_keys = profile.static_dispatch_key().into_iter().flat_map(static_dispatch::keys);
    let of_keys = of_keys.map(|key| format!("{key}Functions.h"));
    let mut plans = vec![
        file("NativeMetaFunctions.h")
            .without("NativeMetaFunctions_includes")
            .with_texts(
                "NativeMetaFunctions_declarations",
                "torch/meta.j2",
                "all",
                meta::classes(registry, registry.grouped()),
            )
            .plan(),
        file("MethodOperators.h")
            .without("MethodOperators_includes")
            .with_functions("MethodOperators_declarations", "torch/operator_declaration.j2", &methods, Operator::new)
            .plan(),
        file("Operators.h")
            .with_includes("Operators_includes", ["MethodOperators.h".to_owned()])
            .with_functions("Operators_declarations", "torch/operator_declaration.j2", &others, Operator::new)
            .plan(),
        file("Functions.h")
            .with_includes("static_dispatch_extra_headers", of_keys)
            .with_includes("Functions_includes", ["Operators.h".to_owned()])
            .with_functions("Functions_declarations", "torch/function.j2", &functions, |function| {
                Calls::new(function, false)
            })
            .plan(),
        file("NativeFunctions.h")
            .with_includes("NativeFunctions_includes", ["NativeMetaFunctions.h".to_owned()])
            .with_texts(
                "NativeFunctions_declarations",
                "torch/kernels.j2",
                "all",
                kernels::namespaces(registry, profile, registry.grouped()),
            )
            .plan(),
    ];
    for key in profile.callable_dispatch_keys() {
        let namespaces = namespaces(registry, key);
        plans.extend(super::of_key(profile, key, Vec::new(), |file| {
            file.with_texts("dispatch_namespaced_declarations", "torch/direct_namespaces.j2", key, namespaces)
        }));
    }
    plans
}

fn namespaces(registry: &Registry, key: &str) -> Vec<Namespace> {
    let mut namespaces: IndexMap<String, IndexSet<Direct>> = IndexMap::new();
    for grouped in registry.grouped() {
        let namespace = kernels::namespace(registry, *grouped, key).replace("native", &key.to_lowercase());
        namespaces.entry(namespace).or_default().extend(direct::functions(registry, *grouped, key));
    }
    namespaces.retain(|_, functions| !functions.is_empty());
    let split = |namespace: &str| namespace.split("::").map(str::to_owned).collect();
    namespaces.into_iter().map(|(name, functions)| Namespace { names: split(&name), functions }).collect()
}
