//! Target `cpp_api`: one C++ function per operator that chooses a kernel and calls it, and the runtime they share.

mod cpp_types;
pub(super) mod function;
mod infer_meta;
mod kernel_call;
mod key;

use minijinja::Value;
use rayon::prelude::*;
use serde::Serialize;

use super::{BANNER, FilePlan, value};
use crate::profile::{ApiFile, Profile};
use crate::registry::Registry;
use crate::spec::Op;
use function::FunctionPlan;

/// The paths of all files of the target.
pub fn outputs(profile: &Profile) -> Vec<String> {
    let api = &profile.cpp_api;
    let pairs = api.files.iter().flat_map(|file| [&file.header, &file.source]);
    let own = [&api.runtime, &api.infermeta_header, &api.infermeta_source];
    pairs.chain(own).cloned().collect()
}

#[derive(Serialize)]
struct HeaderPlan<'a> {
    banner: &'a str,
    functions: &'a [Value],
}

#[derive(Serialize)]
struct SourcePlan<'a> {
    banner: &'a str,
    runtime: &'a str,
    header: &'a str,
    calls: &'a [String],
    infermeta: &'a [String],
    /// Some function needs the state of the eager mode.
    asks_eager_mode: bool,
    linked: &'a [String],
    linked_distributed: &'a [String],
}

#[derive(Serialize)]
struct RuntimePlan<'a> {
    banner: &'a str,
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

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let mut plans: Vec<FilePlan> =
        profile.cpp_api.files.par_iter().flat_map(|file| file_pair(registry, profile, file)).collect();
    plans.push(runtime(profile));
    plans.extend(infer_meta::plan(registry, profile));
    plans
}

fn file_pair(registry: &Registry, profile: &Profile, file: &ApiFile) -> [FilePlan; 2] {
    let ops: Vec<&Op> = registry.ops_of(&file.homes).map(|(_, op)| op).filter(|op| op.is_in_dygraph()).collect();
    let functions: Vec<FunctionPlan> =
        ops.par_iter().flat_map_iter(|op| function::plan(op, &profile.cpp_api)).collect();
    let values: Vec<Value> = functions.par_iter().map(value).collect();
    let header = HeaderPlan { banner: BANNER, functions: &values };
    let source = SourcePlan {
        banner: BANNER,
        runtime: &profile.cpp_api.runtime,
        header: &file.header,
        calls: &file.calls,
        infermeta: &file.infermeta,
        asks_eager_mode: functions.iter().any(FunctionPlan::asks_eager_mode),
        linked: &file.linked,
        linked_distributed: &file.linked_distributed,
    };
    [
        FilePlan::new(&file.header, "cpp_api/header.h.j2", header),
        FilePlan::new(&file.source, "cpp_api/source.cc.j2", source).with_items("cpp_api/function.cc.j2", values),
    ]
}

fn runtime(profile: &Profile) -> FilePlan {
    let internal = &profile.cpp_api.internal_headers;
    let find = |name: &str| internal.iter().find(|header| header.ends_with(name)).map_or("", String::as_str);
    let headers = Headers {
        internal,
        kernel_dispatch: find("/kernel_dispatch.h"),
        data_transform: find("/data_transform.h"),
        api_gen_utils: find("/api_gen_utils.h"),
        api_custom_impl: find("/api_custom_impl.h"),
    };
    FilePlan::new(&profile.cpp_api.runtime, "cpp_api/runtime.h.j2", RuntimePlan { banner: BANNER, headers })
}
