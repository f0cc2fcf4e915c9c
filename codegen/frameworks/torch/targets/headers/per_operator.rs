//! Headers for each operator, and those that include all of them.

use indexmap::IndexMap;
use parallel::prelude::*;
use render::FilePlan;
use torch_profile::Profile;
use torch_registry::Registry;

use super::{Root, direct, kernels, meta};
use crate::call::Calls;
use crate::frame::{File, in_aten};
use crate::operator::Operator;
use crate::static_dispatch;

/// The headers that include those of all operators, with what the names of these end in.
const ALL: [(&str, &str, &str, &str); 4] = [
    ("Functions.h", "", "Functions_includes", "Functions_declarations"),
    ("Operators.h", "_ops", "Operators_includes", "Operators_declarations"),
    ("NativeMetaFunctions.h", "_meta", "NativeMetaFunctions_includes", "NativeMetaFunctions_declarations"),
    ("NativeFunctions.h", "_native", "NativeFunctions_includes", "NativeFunctions_declarations"),
];

/// The headers.
pub fn plan(registry: &Registry, profile: &Profile, roots: &IndexMap<&str, Root>) -> Vec<FilePlan> {
    let all: Vec<(&str, &Root)> = roots.iter().map(|(name, root)| (*name, root)).collect();
    let of_root = |(name, root): &(&str, &Root)| of_operator(registry, profile, name, root);
    let files: Vec<Vec<FilePlan>> = all.par_iter().map(of_root).collect();
    let mut plans: Vec<FilePlan> = files.into_iter().flatten().collect();
    let names = sorted(roots.keys().copied());
    for (file, suffix, includes, declarations) in ALL {
        let file = File::new(&in_aten(profile, file), file);
        plans.push(file.with_includes(includes, headers(&names, suffix)).without(declarations).plan());
    }
    let keys: Vec<&str> = profile.callable_dispatch_keys().collect();
    let of_keys: Vec<Vec<FilePlan>> = keys.par_iter().map(|key| of_key(registry, profile, roots, key)).collect();
    plans.extend(of_keys.into_iter().flatten());
    plans.push(method_operators(profile, roots));
    plans
}

/// The paths of the headers for single operators.
pub fn paths(registry: &Registry, profile: &Profile, roots: &IndexMap<&str, Root>) -> Vec<String> {
    let of_root = |(name, root): (&&str, &Root)| {
        let meta = root.is_structured(registry).then_some("_meta");
        OF_OPERATOR.into_iter().chain(meta).map(|suffix| path(profile, name, suffix)).collect::<Vec<_>>()
    };
    let of_key = |key: &str| {
        let suffix = suffix_of_key(key);
        let named = roots.iter().filter(|(_, root)| root.has_kernel(registry, key));
        named.map(|(name, _)| path(profile, name, &suffix)).collect::<Vec<_>>()
    };
    roots.iter().flat_map(of_root).chain(profile.callable_dispatch_keys().flat_map(of_key)).collect()
}

/// What the names of the headers that every operator has end in.
const OF_OPERATOR: [&str; 3] = ["_ops", "", "_native"];

/// The path of a header for an operator.
fn path(profile: &Profile, name: &str, suffix: &str) -> String {
    in_aten(profile, &format!("ops/{name}{suffix}.h"))
}

/// What the names of headers for a dispatch key end in.
fn suffix_of_key(key: &str) -> String {
    format!("_{}_dispatch", key.to_lowercase())
}

/// The headers of operators.
fn headers(names: &[&str], suffix: &str) -> Vec<String> {
    names.iter().map(|name| format!("ops/{name}{suffix}.h")).collect()
}

fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}

fn method_operators(profile: &Profile, roots: &IndexMap<&str, Root>) -> FilePlan {
    let has_method = |root: &Root| root.functions.iter().any(|function| function.entry.variants.method);
    let names: Vec<&str> = roots.iter().filter(|(_, root)| has_method(root)).map(|(name, _)| *name).collect();
    let mut includes = headers(&names, "_ops");
    includes.sort_unstable();
    File::new(&in_aten(profile, "MethodOperators.h"), "MethodOperators.h")
        .with_includes("MethodOperators_includes", includes)
        .without("MethodOperators_declarations")
        .plan()
}

fn of_operator(registry: &Registry, profile: &Profile, name: &str, root: &Root) -> Vec<FilePlan> {
    let [operator, function, native] = OF_OPERATOR.map(|suffix| path(profile, name, suffix));
    let is_structured = root.is_structured(registry);
    let include = if is_structured { headers(&[name], "_meta") } else { Vec::new() };
    let namespaces = kernels::namespaces(registry, profile, &root.grouped);
    let mut plans = vec![
        File::new(&operator, "Operator.h")
            .with_functions("declarations", "torch/operator_declaration.j2", &root.functions, Operator::new)
            .plan(),
        File::new(&function, "Function.h")
            .with_includes("static_dispatch_ops_headers", of_kernels(profile, name, root))
            .with_includes("operator_includes", headers(&[name], "_ops"))
            .with_functions("function_definitions", "torch/function.j2", &root.functions, |function| {
                Calls::new(function, false)
            })
            .plan(),
        File::new(&native, "NativeFunction.h")
            .with_includes("extra_includes", include)
            .with_texts("native_function_declarations", "torch/kernels.j2", name, namespaces)
            .plan(),
    ];
    if is_structured {
        let classes = meta::classes(registry, &root.grouped);
        let file = File::new(&path(profile, name, "_meta"), "NativeMetaFunction.h");
        plans.push(file.with_texts("meta_function_declarations", "torch/meta.j2", name, classes).plan());
    }
    plans
}

/// The headers of the kernels that functions call without the dispatcher.
fn of_kernels(profile: &Profile, name: &str, root: &Root) -> Vec<String> {
    let Some(backend) = profile.static_dispatch_key() else { return Vec::new() };
    let keys = root.functions.iter().filter_map(|function| static_dispatch::key(function, backend, profile));
    keys.map(|key| format!("ops/{name}_{}_dispatch.h", key.to_lowercase())).collect()
}

/// The headers for a dispatch key.
fn of_key(registry: &Registry, profile: &Profile, roots: &IndexMap<&str, Root>, key: &str) -> Vec<FilePlan> {
    let (namespace, suffix) = (key.to_lowercase(), suffix_of_key(key));
    let mut names = Vec::new();
    let mut plans = Vec::new();
    for (name, root) in roots.iter().filter(|(_, root)| root.has_kernel(registry, key)) {
        let functions: Vec<_> =
            root.grouped.iter().flat_map(|grouped| direct::functions(registry, *grouped, key)).collect();
        names.push(*name);
        let file = File::new(&path(profile, name, &suffix), "DispatchKeyFunction.h");
        let file = file.with("dispatch_namespace", namespace.as_str());
        plans.push(file.with_texts("dispatch_namespaced_declarations", "torch/direct.j2", name, functions).plan());
    }
    let includes = headers(&sorted(names.into_iter()), &suffix);
    plans.extend(super::of_key(profile, key, includes, |file| file.without("dispatch_namespaced_declarations")));
    plans
}
