//! Target `python_c`: one function per operator that Python calls in eager mode, and the runtime they share.

mod cast;
mod function;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use cast::Cast;
pub use function::method_name;
use profile::{Group, Profile, PythonC};
use registry::{OpId, Registry};
use spec::Op;

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    settings: &'a PythonC,
    casts: &'a [Cast],
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.python_c else { return Vec::new() };
    let items: Vec<Item> = settings.groups.values().flat_map(|group| items_of(registry, group)).collect();
    let plan = FilesPlan { banner: BANNER, settings, casts: &cast::all() };
    let runtime = FilePlan::new(&settings.runtime, "python_c/runtime.h.j2", &plan);
    let header = FilePlan::new(&settings.header, "python_c/header.h.j2", &plan);
    let source = FilePlan::new(&settings.source, "python_c/source.cc.j2", &plan);
    let header = header.with_items("python_c/declaration.h.j2", items.clone());
    let source = source.with_part("methods", "python_c/method.cc.j2", items.clone());
    vec![runtime, header, source.with_items("python_c/function.cc.j2", items)]
}

/// The operators of a group that have functions.
pub fn ops_of<'a>(registry: &'a Registry, group: &'a Group) -> impl Iterator<Item = (OpId, &'a Op)> {
    registry.ops_of(&group.homes).filter(|(_, op)| op.is_in_dygraph())
}

fn items_of(registry: &Registry, group: &Group) -> Vec<Item> {
    let ops: Vec<_> = ops_of(registry, group).collect();
    items(&ops, |(_, op)| Item::new(&op.name.value, function::plan(op, group.namespace.as_deref())))
}
