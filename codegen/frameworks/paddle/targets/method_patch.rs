//! Target `method_patch`: wrappers in Python around functions of the module, and the places where users find them.

use serde::Serialize;
use spec::{Op, PythonApi};

use super::{BANNER, FilePlan};
use profile::Profile;
use registry::Registry;

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    /// The function that sets the methods and functions.
    function: &'a str,
    /// The functions that are wrapped.
    wrapped: Vec<&'a str>,
    maps: Vec<Map<'a>>,
}

/// Functions for the same owners.
#[derive(Serialize)]
struct Map<'a> {
    name: &'a str,
    owners: &'a [String],
    functions: Vec<&'a str>,
}

/// Plans the only file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(patch) = &profile.method_patch else { return Vec::new() };
    let named = named(registry);
    let maps = patch.maps.iter().map(|(name, map)| Map {
        name,
        owners: &map.owners,
        functions: functions(&named, &map.prefix),
    });
    let context = FileContext {
        banner: BANNER,
        function: &patch.function,
        wrapped: named.iter().map(|(name, _)| *name).collect(),
        maps: maps.collect(),
    };
    vec![FilePlan::new(&patch.file, "method_patch/file.py.j2", context)]
}

/// The functions whose names in Python are known: first those of operators that say so themselves.
fn named(registry: &Registry) -> Vec<(&str, &PythonApi)> {
    let entries = &registry.specs().python_apis;
    let is_listed = |op: &Op| entries.iter().any(|entry| entry.op == op.name);
    let own = registry.ops().map(|(_, op)| op).filter(|op| !is_listed(op));
    let own = own.filter_map(|op| Some((op.name.as_str(), op.python_api.as_ref()?)));
    own.chain(entries.iter().map(|entry| (entry.op.as_str(), &entry.api))).collect()
}

/// The functions with a name that begins like this. It ends with the name of the operator.
fn functions<'a>(named: &[(&'a str, &PythonApi)], prefix: &str) -> Vec<&'a str> {
    let is_here = |api: &PythonApi| {
        api.names.iter().any(|name| name.value.rsplit_once('.').is_some_and(|(before, _)| before == prefix))
    };
    named.iter().filter(|(_, api)| is_here(api)).map(|(name, _)| *name).collect()
}
