//! Target `signature`: maps an operator in a program to its kernel and the kernel's arguments.

use forms::static_graph::{OpGroup, StaticOp, argument_mapping};
use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use profile::{Profile, StaticGraph, StaticGroup};
use registry::Registry;

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    runtime: &'a str,
}

#[derive(Serialize)]
struct RuntimeContext<'a> {
    banner: &'a str,
    runtime: &'a str,
    runtime_source: &'a str,
    includes: &'a [String],
}

/// The registration of a type of operator.
#[derive(Serialize)]
struct Registration {
    /// The type in programs.
    op: String,
    /// The name under which kernels are registered, if it differs.
    kernel_name: Option<String>,
    /// The first part of the name of the function that maps arguments, if there is one.
    mapping: Option<String>,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(graph) = &profile.static_graph else { return Vec::new() };
    let mut plans: Vec<_> = graph.groups.values().map(|group| file(registry, graph, group)).collect();
    plans.extend(runtime(graph));
    plans
}

/// The files that do not depend on the operators.
fn runtime(graph: &StaticGraph) -> [FilePlan; 2] {
    let StaticGraph { signature_runtime: runtime, signature_runtime_source: runtime_source, includes, .. } = graph;
    let context = RuntimeContext { banner: BANNER, runtime, runtime_source, includes: &includes.signatures };
    [
        FilePlan::new(runtime, "signature/runtime.h.j2", &context),
        FilePlan::new(runtime_source, "signature/runtime.cc.j2", &context),
    ]
}

fn file(registry: &Registry, graph: &StaticGraph, group: &StaticGroup) -> FilePlan {
    let ops = OpGroup::new(registry, graph, group);
    let context = FileContext { banner: BANNER, runtime: &graph.signature_runtime };
    let mappings = items_of(&ops, |op| argument_mapping(op, group));
    FilePlan::new(&group.signatures, "signature/source.cc.j2", context)
        .with_items("signature/mapping.cc.j2", mappings)
        .with_part("registrations", "signature/registration.cc.j2", items_of(&ops, registration))
}

/// An item for each operator. A gradient has the key of its forward operator: it uses the same names of arguments, so the two
/// change together.
fn items_of<P: Serialize>(ops: &OpGroup, plan: impl Fn(&StaticOp) -> Option<P> + Sync) -> Vec<Item> {
    let ids: Vec<_> = ops.ids().collect();
    items(&ids, |&id| {
        let op = ops.op(id).filter(|op| !is_signed_by_hand(op));
        Item::new(ops.origin(id), op.and_then(&plan))
    })
}

fn is_signed_by_hand(op: &StaticOp) -> bool {
    op.compat.is_some_and(|compat| compat.has_manual_signature(op.op))
}

fn registration(op: &StaticOp) -> Option<Registration> {
    let kernel_name = (op.ty != op.name).then(|| op.name.clone());
    let mapping = op.has_kernel().then(|| op.class());
    let says_anything = kernel_name.is_some() || mapping.is_some();
    says_anything.then(|| Registration { op: op.ty.clone(), kernel_name, mapping })
}

#[cfg(test)]
mod tests {
    use profile::Profile;
    use spec::TensorKind;

    #[test]
    fn the_profile_has_a_test_for_every_kind_of_tensor() {
        let profile = Profile::default();
        let tests = &profile.cpp.functions["is_kind"];
        assert!(TensorKind::NAMES.iter().all(|kind| tests.contains_key(*kind)));
    }
}
