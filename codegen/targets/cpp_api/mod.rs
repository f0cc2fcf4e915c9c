//! Target `cpp_api`: one C++ function per operator that chooses a kernel and calls it, and the runtime they share.

mod cpp_types;
pub mod distributed;
pub(super) mod function;
mod held;
mod infer_meta;
mod kernel_call;
mod key;
mod outputs;
pub(super) mod signature;

use indexmap::IndexMap;
use serde::Serialize;

use super::{BANNER, FilePlan, Item, items, readable};
use function::{FunctionPlan, Place};
pub use function::{KernelSignature, kernel_signatures as kernels};
use profile::{ApiFile, CppApi, Group, Profile};
use registry::Registry;
use spec::Op;

#[derive(Serialize)]
struct HeaderPlan<'a> {
    banner: &'a str,
    /// Of each group of functions.
    namespaces: &'a [Option<&'a str>],
}

#[derive(Serialize)]
struct SourcePlan<'a> {
    banner: &'a str,
    runtime: &'a str,
    header: &'a str,
    calls: &'a [String],
    infermeta: &'a [String],
    linked: &'a [String],
    linked_distributed: &'a [String],
}

#[derive(Serialize)]
struct RuntimePlan<'a> {
    banner: &'a str,
    runtime: &'a str,
    /// Whether tensors may be distributed.
    distributed: bool,
    /// Headers that an installed framework lacks.
    headers: &'a IndexMap<String, String>,
}

/// The declarations of the functions that an operator has for its callers, defaults included.
pub fn declarations(op: &Op, profile: &Profile) -> Vec<String> {
    let Some(settings) = &profile.cpp_api else { return Vec::new() };
    let files = settings.files.values().filter(|file| !file.intermediate);
    let mut groups = files.flat_map(|file| file.groups.values());
    let group = groups.find(|group| group.homes.iter().any(|home| home == op.home.key()));
    let Some(group) = group.filter(|_| op.is_in_dygraph()) else { return Vec::new() };
    let place = Place { namespace: group.namespace.as_deref(), intermediate: false };
    let shown = |plan: FunctionPlan| readable::api_function(&plan.signature, plan.namespace.as_deref(), &profile.cpp);
    function::plan(op, place, settings).into_iter().map(shown).collect()
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.cpp_api else { return Vec::new() };
    let mut plans: Vec<FilePlan> =
        settings.files.values().flat_map(|file| file_pair(registry, settings, file)).collect();
    plans.extend(runtimes(settings));
    plans.extend(infer_meta::plan(registry, settings));
    plans
}

fn file_pair(registry: &Registry, settings: &CppApi, file: &ApiFile) -> [FilePlan; 2] {
    let groups = file.groups.values();
    let items: Vec<Vec<Item>> = groups.clone().map(|group| functions_of(registry, settings, file, group)).collect();
    let namespaces: Vec<Option<&str>> = groups.map(|group| group.namespace.as_deref()).collect();
    let header = HeaderPlan { banner: BANNER, namespaces: &namespaces };
    let source = SourcePlan {
        banner: BANNER,
        runtime: runtime_of(registry, settings, file),
        header: &file.header,
        calls: &file.calls,
        infermeta: &file.infermeta,
        linked: &file.linked,
        linked_distributed: &file.linked_distributed,
    };
    [
        FilePlan::new(&file.header, "cpp_api/header.h.j2", header).with_parts(
            "declarations",
            "cpp_api/declaration.h.j2",
            items.clone(),
        ),
        FilePlan::new(&file.source, "cpp_api/source.cc.j2", source)
            .with_items("cpp_api/function.cc.j2", items.concat()),
    ]
}

/// The runtime header for the functions of a file.
fn runtime_of<'a>(registry: &Registry, settings: &'a CppApi, file: &ApiFile) -> &'a str {
    let homes = file.groups.values().flat_map(|group| &group.homes);
    let mut homes = homes.filter_map(|home| registry.profile().home(home));
    match settings.distributed.enabled && homes.any(|home| held::is_in_full(home.family())) {
        true => &settings.distributed.runtime,
        false => &settings.runtime,
    }
}

/// The functions of one namespace of a file.
fn functions_of(registry: &Registry, settings: &CppApi, file: &ApiFile, group: &Group) -> Vec<Item> {
    let is_there = |op: &Op| op.is_in_dygraph() && (!file.intermediate || op.has_intermediate());
    let ops: Vec<&Op> = registry.ops_of(&group.homes).map(|(_, op)| op).filter(|op| is_there(op)).collect();
    let place = Place { namespace: group.namespace.as_deref(), intermediate: file.intermediate };
    items(&ops, |op| {
        let includes = if function::asks_eager_mode(op) { vec![EAGER_MODE.to_owned()] } else { Vec::new() };
        Item { includes, ..Item::new(&op.name.value, function::plan(op, place, settings)) }
    })
}

/// Where functions find the state of the eager mode; an installed framework has no such header.
const EAGER_MODE: &str = "paddle/fluid/eager/api/utils/global_utils.h";

fn runtimes(settings: &CppApi) -> Vec<FilePlan> {
    let CppApi { runtime, distributed, internal_headers, .. } = settings;
    let plan = RuntimePlan { banner: BANNER, runtime, distributed: distributed.enabled, headers: internal_headers };
    let mut plans = vec![FilePlan::new(runtime, "cpp_api/runtime.h.j2", &plan)];
    if distributed.enabled {
        plans.push(FilePlan::new(&distributed.runtime, "cpp_api/distributed.h.j2", &plan));
    }
    plans
}
