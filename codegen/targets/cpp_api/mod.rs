//! Target `cpp_api`: one C++ function per operator that chooses a kernel and calls it, and the runtime they share.

mod cpp_types;
pub mod distributed;
pub(super) mod function;
mod held;
mod infer_meta;
mod kernel_call;
mod key;
mod outputs;

use serde::Serialize;

use super::{BANNER, FilePlan, Item};
use function::{FunctionPlan, Place};
pub use function::{KernelSignature, kernel_signatures as kernels};
use profile::{ApiFile, CppApi, Group, Profile};
use registry::{OpId, Registry};
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
    headers: Headers<'a>,
}

#[derive(Serialize)]
struct Headers<'a> {
    internal: &'a [String],
    kernel_dispatch: &'a str,
    data_transform: &'a str,
    api_gen_utils: &'a str,
    api_custom_impl: &'a str,
}

/// The declarations of the functions that an operator has for its callers, defaults included.
pub fn declarations(op: &Op, settings: &CppApi) -> Vec<String> {
    let files = settings.files.iter().filter(|file| !file.intermediate);
    let group = files.flat_map(|file| &file.groups).find(|group| group.homes.contains(&op.home));
    let Some(group) = group.filter(|_| op.is_in_dygraph()) else { return Vec::new() };
    let place = Place { namespace: group.namespace.as_deref(), intermediate: false };
    let shown = |plan: FunctionPlan| format!("{} {}{}({})", plan.returns, plan.scope, plan.name, plan.declared);
    function::plan(op, place, settings).into_iter().map(shown).collect()
}

/// Plans every file of the target.
pub fn plan<'a>(registry: &'a Registry, profile: &'a Profile) -> Vec<FilePlan<'a>> {
    let mut plans: Vec<FilePlan> =
        profile.cpp_api.files.iter().flat_map(|file| file_pair(registry, profile, file)).collect();
    plans.extend(runtimes(profile));
    plans.extend(infer_meta::plan(registry, profile));
    plans
}

fn file_pair<'a>(registry: &'a Registry, profile: &'a Profile, file: &'a ApiFile) -> [FilePlan<'a>; 2] {
    let items: Vec<Vec<Item>> = file.groups.iter().map(|group| functions_of(registry, profile, file, group)).collect();
    let namespaces: Vec<Option<&str>> = file.groups.iter().map(|group| group.namespace.as_deref()).collect();
    let header = HeaderPlan { banner: BANNER, namespaces: &namespaces };
    let source = SourcePlan {
        banner: BANNER,
        runtime: runtime_of(&profile.cpp_api, file),
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
fn runtime_of<'a>(settings: &'a CppApi, file: &ApiFile) -> &'a str {
    let mut homes = file.groups.iter().flat_map(|group| &group.homes);
    match settings.distributed.enabled && homes.any(|home| held::is_in_full(home.family())) {
        true => &settings.distributed.runtime,
        false => &settings.runtime,
    }
}

/// The functions of one namespace of a file.
fn functions_of<'a>(registry: &'a Registry, profile: &'a Profile, file: &ApiFile, group: &'a Group) -> Vec<Item<'a>> {
    let is_there = |op: &Op| op.is_in_dygraph() && (!file.intermediate || op.has_intermediate());
    let ops = registry.ops_of(&group.homes).filter(|(_, op)| is_there(op));
    let place = Place { namespace: group.namespace.as_deref(), intermediate: file.intermediate };
    let item = |(id, op): (OpId, &'a Op)| {
        let includes = if function::asks_eager_mode(op) { EAGER_MODE } else { &[] };
        Item { includes, ..Item::new(id, &op.name.value, move || function::plan(op, place, &profile.cpp_api)) }
    };
    ops.map(item).collect()
}

/// Where functions find the state of the eager mode; an installed framework has no such header.
const EAGER_MODE: &[&str] = &["paddle/fluid/eager/api/utils/global_utils.h"];

fn runtimes<'a>(profile: &Profile) -> Vec<FilePlan<'a>> {
    let internal = &profile.cpp_api.internal_headers;
    let find = |name: &str| internal.iter().find(|header| header.ends_with(name)).map_or("", String::as_str);
    let headers = Headers {
        internal,
        kernel_dispatch: find("/kernel_dispatch.h"),
        data_transform: find("/data_transform.h"),
        api_gen_utils: find("/api_gen_utils.h"),
        api_custom_impl: find("/api_custom_impl.h"),
    };
    let CppApi { runtime, distributed, .. } = &profile.cpp_api;
    let plan = RuntimePlan { banner: BANNER, runtime, distributed: distributed.enabled, headers };
    let mut plans = vec![FilePlan::new(runtime, "cpp_api/runtime.h.j2", &plan)];
    if distributed.enabled {
        plans.push(FilePlan::new(&distributed.runtime, "cpp_api/distributed.h.j2", &plan));
    }
    plans
}
