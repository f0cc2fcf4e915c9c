//! Selective builds: the operators that a caller asks for, with all that they need, and nothing else.
//!
//! It narrows a registry after the check of all operators, so no target knows that there were more.

mod closure;
mod names;
mod registered;

use std::collections::BTreeSet;

use names::{Names, Resolved};
use project::Project;
use registry::{OpId, Registry, Specs};
use source::Spanned;
use spec::registered::Registered;
use spec::{Compat, stem};

/// Leaves only the operators in a project that its caller wants, and those that these need. Names that mean no operator are
/// reported; then all operators remain. `targets` are the names of those that are generated.
///
/// Returns the types of operators in saved programs that no file defines.
pub fn narrow(project: &mut Project, targets: &BTreeSet<&str>) -> BTreeSet<String> {
    let Some(wanted) = &project.wanted else { return BTreeSet::new() };
    let names = Names::new(&project.registry);
    let resolved = names::resolve(&project.registry, &names, wanted, &mut project.diagnostics);
    let Resolved { ops, without_yaml, unknown_types } = resolved;
    if !project.diagnostics.has_errors() {
        let kept = closure::of(&project.registry, ops, wanted.gradients, targets);
        let registered = registered::rest(&project.registry, &names, &kept, &without_yaml, wanted.gradients);
        project.registry = narrowed(&project.registry, &kept, registered, wanted.gradients);
    }
    unknown_types
}

/// A registry of some of the operators, and of what files say about these, or about none that a file defines.
fn narrowed(registry: &Registry, kept: &BTreeSet<OpId>, registered: Option<Registered>, gradients: bool) -> Registry {
    let Specs { ops: _, compat, versions, additions, lists, registered: _ } = registry.specs();
    let dropped = Dropped::new(registry, kept);
    let ops = kept.iter().map(|&id| {
        let mut op = registry.op(id).clone();
        let gradient = registry.links(id).backward;
        // A gradient that is written by hand has no id.
        if !gradient.map_or(gradients, |gradient| kept.contains(&gradient)) {
            op.backward = None;
        }
        op
    });
    let specs = Specs {
        ops: ops.collect(),
        compat: compat.iter().filter_map(|entry| dropped.rest_of_compat(entry)).collect(),
        versions: versions.iter().filter(|entry| !dropped.has(entry.op.as_str())).cloned().collect(),
        additions: additions.iter().filter(|entry| !dropped.has(entry.op.as_str())).cloned().collect(),
        lists: lists.iter().map(|(kind, names)| (kind.clone(), dropped.rest_of_list(names))).collect(),
        registered,
    };
    Registry::new(specs, registry.profile()).with_hand_written(registry.hand_written_in_project().to_vec())
}

/// The operators that files define and that are not kept, by their names without the underscore of inplace functions.
struct Dropped<'a>(BTreeSet<&'a str>);

impl<'a> Dropped<'a> {
    fn new(registry: &'a Registry, kept: &BTreeSet<OpId>) -> Self {
        let stems =
            |is_kept: bool| registry.ops().filter(move |(id, _)| kept.contains(id) == is_kept).map(|(_, op)| op.stem());
        let kept: BTreeSet<&str> = stems(true).collect();
        Dropped(stems(false).filter(|name| !kept.contains(name)).collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(stem(name))
    }

    /// What an entry says of operators that remain.
    fn rest_of_compat(&self, entry: &Compat) -> Option<Compat> {
        let mut backward = entry.backward.clone();
        backward.retain(|pair| !self.has(pair.name.as_str()));
        let remains = !self.has(entry.op.name.as_str()) || !backward.is_empty();
        remains.then(|| Compat { backward, ..entry.clone() })
    }

    fn rest_of_list(&self, names: &[Spanned<String>]) -> Vec<Spanned<String>> {
        names.iter().filter(|name| !self.has(name.as_str())).cloned().collect()
    }
}
