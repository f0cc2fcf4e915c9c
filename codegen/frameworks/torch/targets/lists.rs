//! The lists of generated files that PyTorch's build in CMake reads.

use std::collections::{BTreeMap, BTreeSet};

use render::FilePlan;
use serde::Serialize;
use torch_profile::Profile;
use torch_registry::Registry;

use crate::TARGETS;

/// The folder of the generated files that these lists contain.
const ATEN: &str = "build/aten/src/ATen/";
/// The template of a list.
const LIST: &str = "torch/lists/list.cmake.j2";
/// The target of this module.
const LISTS: &str = "lists";
/// Headers that the build compiles together with the sources.
const HEADERS_AMONG_SOURCES: [&str; 2] = ["FunctionalInverses.h", "ViewMetaClasses.h"];

/// The parts of the build that have lists of their own.
const PARTS: [&str; 5] = ["", "core_", "cpu_vec_", "cuda_", "ops_"];
/// The kinds of file that have lists of their own.
const KINDS: [&str; 3] = ["headers", "sources", "declarations_yaml"];

/// A list in a template.
#[derive(Serialize)]
struct List {
    variable: String,
    paths: BTreeSet<String>,
}

/// The files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let planned = TARGETS.iter().filter(|target| target.name != LISTS);
    let planned = planned.flat_map(|target| (target.plan)(registry, profile)).map(|plan| plan.path);
    let kernels = kernel_sources(registry, profile).into_iter().map(|name| format!("{ATEN}{name}"));
    let mut lists: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    for path in planned.chain(kernels) {
        if let Some(name) = path.strip_prefix(ATEN) {
            lists.entry((part(name), kind(name))).or_default().insert(path.clone());
        }
    }
    let list = |(part, kind): (&str, &str)| {
        let variable = format!("{part}generated_{kind}");
        let paths = lists.get(&(part, kind)).cloned().unwrap_or_default();
        FilePlan::new(&format!("{ATEN}{variable}.cmake"), LIST, List { variable, paths })
    };
    PARTS.iter().flat_map(|part| KINDS.iter().map(|kind| (*part, *kind))).map(list).collect()
}

/// The part of the build that a file belongs to.
fn part(name: &str) -> &'static str {
    match name {
        _ if name.starts_with("ops/") => "ops_",
        _ if name.starts_with("core/") => "core_",
        _ if name.starts_with("UfuncCPUKernel_") => "cpu_vec_",
        _ if name.contains("CUDA") => "cuda_",
        _ => "",
    }
}

fn kind(name: &str) -> &'static str {
    match name {
        _ if name.ends_with(".yaml") => "declarations_yaml",
        _ if name.ends_with(".h") && !HEADERS_AMONG_SOURCES.contains(&name) => "headers",
        _ => "sources",
    }
}

/// The sources that register kernels and make views functional.
fn kernel_sources(registry: &Registry, profile: &Profile) -> Vec<String> {
    let shards = |key: &str| profile.register_shards.get(key).copied().unwrap_or(1);
    let further = profile.register_shards.keys().map(String::as_str);
    let keys: BTreeSet<&str> = profile.generated_dispatch_keys().chain(further).collect();
    let registrations =
        keys.into_iter().flat_map(|key| (0..shards(key)).map(move |shard| format!("Register{key}_{shard}.cpp")));
    let universal = registry.functions().filter(|(_, function)| !function.entry.ufunc_loops.is_empty());
    let universal = universal.flat_map(|(_, function)| {
        let name = function.root_name();
        [format!("UfuncCPU_{name}.cpp"), format!("UfuncCPUKernel_{name}.cpp"), format!("UfuncCUDA_{name}.cu")]
    });
    registrations.chain(universal).chain(profile.names.functionalization_sources.iter().cloned()).collect()
}
