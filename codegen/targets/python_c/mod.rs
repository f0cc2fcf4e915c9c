//! Target `python_c`: one function per operator that Python calls in eager mode, and the runtime they share.

mod cast;
mod function;

use minijinja::Value;
use rayon::prelude::*;
use serde::Serialize;

use super::{BANNER, FilePlan, value};
use crate::profile::{Group, Profile, PythonC};
use crate::registry::Registry;
use crate::spec::Op;
use cast::Cast;
use function::FunctionPlan;
pub use function::method_name;

/// The paths of all files of the target.
pub fn outputs(profile: &Profile) -> Vec<String> {
    let PythonC { runtime, header, source, .. } = &profile.python_c;
    [runtime, header, source].map(String::clone).to_vec()
}

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    settings: &'a PythonC,
    functions: &'a [Value],
    casts: &'a [Cast],
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let settings = &profile.python_c;
    let functions: Vec<FunctionPlan> =
        settings.groups.par_iter().flat_map_iter(|group| functions_of(registry, group)).collect();
    let values: Vec<Value> = functions.par_iter().map(value).collect();
    let plan = FilesPlan { banner: BANNER, settings, functions: &values, casts: &cast::all() };
    let runtime = FilePlan::new(&settings.runtime, "python_c/runtime.h.j2", &plan);
    let header = FilePlan::new(&settings.header, "python_c/header.h.j2", &plan);
    let source = FilePlan::new(&settings.source, "python_c/source.cc.j2", &plan);
    vec![runtime, header, source.with_items("python_c/function.cc.j2", values)]
}

/// The operators of a group that have functions.
pub fn ops_of<'a>(registry: &'a Registry, group: &'a Group) -> impl Iterator<Item = &'a Op> {
    registry.ops_of(&group.homes).map(|(_, op)| op).filter(|op| op.is_in_dygraph())
}

fn functions_of<'a>(registry: &Registry, group: &'a Group) -> Vec<FunctionPlan<'a>> {
    let namespace = group.namespace.as_deref();
    let mut functions: Vec<_> = ops_of(registry, group).flat_map(|op| function::plan(op, namespace)).collect();
    if let Some(first) = functions.first_mut() {
        first.opens = namespace;
    }
    if let Some(last) = functions.last_mut() {
        last.closes = namespace;
    }
    functions
}
