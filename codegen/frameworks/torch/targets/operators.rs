//! Calls of the dispatcher, and sources of the tree that need nothing.

use std::collections::BTreeMap;

use render::torchgen_shards::shard_of;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::Profile;
use torch_registry::{Function, Registry};

use crate::frame::{File, headers_of, in_aten, items};
use crate::operator::Operator;
use crate::runtime;
use crate::static_dispatch::{self, StaticCall};

/// The sources into which calls are divided.
const SHARDS: usize = 5;

const INCLUDES: &str = "torch/includes.j2";
const OPERATOR_HEADERS: &str = "operator_headers";
const STATIC_HEADERS: &str = "static_dispatch_extra_headers";

/// The definition of an operator's calls.
#[derive(Debug, Serialize)]
struct Definition {
    #[serde(flatten)]
    operator: Operator,
    /// The call of a kernel without the dispatcher.
    static_call: Option<StaticCall>,
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let mut shards: Vec<Vec<&Function>> = vec![Vec::new(); SHARDS];
    for (_, function) in registry.functions() {
        // PyTorch's build lists the files, so each operator must be in the one that it expects. Names are ASCII.
        shards[shard_of(function.root_name(), SHARDS).unwrap_or_default()].push(function);
    }
    let shards = shards.iter().enumerate().map(|(index, functions)| shard(profile, index, functions));
    let whole = [("Functions.cpp", "Functions.cpp"), ("core/TensorMethods.cpp", "TensorMethods.cpp")];
    let whole = whole.into_iter().map(|(file, frame)| File::new(&in_aten(profile, file), frame).plan());
    shards.chain(whole).chain(runtime::calls(registry, profile)).collect()
}

fn shard(profile: &Profile, index: usize, functions: &[&Function]) -> FilePlan {
    let backend = profile.static_dispatch_key();
    let definition = |function: &Function| Definition {
        operator: Operator::new(function),
        static_call: backend.and_then(|backend| StaticCall::new(function, backend, profile)),
    };
    let of_keys = backend.into_iter().flat_map(static_dispatch::keys).map(|key| format!("{key}Functions.h"));
    let includes = |name: &str, headers| Item::new(name, [headers]);
    let context = BTreeMap::from([("has_runtime", index == 0)]);
    FilePlan::new(&in_aten(profile, &format!("Operators_{index}.cpp")), "torch/operators.cpp.j2", context)
        .with_whole(OPERATOR_HEADERS, INCLUDES, vec![includes(OPERATOR_HEADERS, headers_of(functions, "_ops"))])
        .with_whole(
            STATIC_HEADERS,
            INCLUDES,
            vec![includes(STATIC_HEADERS, BTreeMap::from([("headers", of_keys.collect())]))],
        )
        .with_whole("definitions", "torch/operator_definition.j2", items(functions, definition))
}
