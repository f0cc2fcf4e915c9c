//! Selective builds: keeps the operators that a caller asks for and their dependencies, and drops all others.
//!
//! It replaces the registry after all operators have been checked, so targets never see the dropped ones.

#![deny(missing_docs)]

mod closure;
mod names;
mod reason;
mod registered;

use std::collections::BTreeSet;
use std::sync::Arc;

use names::{Names, Resolved};
use project::NotFound;
use registry::{OpId, Project, Registry, Specs};
use source::{Diagnostics, Spanned};
use spec::registered::Registered;
use spec::{Compat, stem};

/// Reduces a project to the operators that its caller wants and their dependencies. Unknown names are reported; then all
/// operators remain. `targets` are the names of the generated targets.
///
/// Returns the types of operators in the caller's saved programs that nothing defines.
pub fn narrow(project: &mut Project, targets: &BTreeSet<&str>) -> BTreeSet<String> {
    let Some(wanted) = &project.wanted else { return BTreeSet::new() };
    let names = Names::new(&project.registry);
    let resolved = names::resolve(&project.registry, &names, wanted, &mut project.review.diagnostics);
    let Resolved { ops, without_yaml, unknown_types } = resolved;
    if !project.diagnostics.has_errors() {
        let kept = closure::of(&project.registry, ops, wanted.gradients, targets);
        project.review.selected = Some(reason::summary(&project.registry, &kept));
        let kept: BTreeSet<OpId> = kept.into_keys().collect();
        let registered = registered::select(&project.registry, &names, &kept, &without_yaml, wanted.gradients);
        project.registry = select(&project.registry, &kept, registered, wanted.gradients);
    }
    unknown_types
}

/// Why a selective build generates the operators of a name: a line for each step from there to what the caller wants. The project
/// must not be narrowed yet. `targets` are the names of the generated targets.
///
/// # Errors
/// If no operator has that name.
pub fn why(project: &Project, targets: &BTreeSet<&str>, name: &str) -> Result<String, NotFound> {
    let registry = &project.registry;
    let names = Names::new(registry);
    let asked = names.named(name);
    if asked.is_empty() {
        return Err(NotFound { near: names.nearest(name).map(str::to_owned) });
    }
    let Some(wanted) = &project.wanted else {
        return Ok(format!("`{name}` is generated, like all operators: neither `--ops` nor `--programs` is given\n"));
    };
    let Resolved { ops, .. } = names::resolve(registry, &names, wanted, &mut Diagnostics::default());
    let kept = closure::of(registry, ops, wanted.gradients, targets);
    let chains: Vec<String> = asked.iter().map(|&id| reason::chain(registry, &kept, id).concat()).collect();
    let chains: Vec<String> = chains.into_iter().filter(|chain| !chain.is_empty()).collect();
    Ok(match chains.is_empty() {
        true => format!("`{name}` is not generated: nothing that was asked for needs it\n"),
        false => chains.join("\n"),
    })
}

/// A registry of the kept operators. Other entries stay if they refer to a kept operator, or to one that no file defines.
fn select(registry: &Registry, kept: &BTreeSet<OpId>, registered: Option<Registered>, gradients: bool) -> Registry {
    let Specs { ops: _, compat, versions, additions, python_apis, lists, registered: _ } = registry.specs();
    let dropped = Dropped::new(registry, kept);
    let ops = kept.iter().map(|&id| {
        let mut op = registry.op(id).clone();
        let gradient = registry.links(id).backward;
        // A hand-written gradient has no id.
        if !gradient.map_or(gradients, |gradient| kept.contains(&gradient)) {
            op.backward = None;
        }
        op
    });
    let specs = Specs {
        ops: ops.map(Arc::new).collect(),
        compat: compat.iter().filter_map(|entry| dropped.compat_without(entry)).map(Arc::new).collect(),
        versions: versions.iter().filter(|entry| !dropped.has(entry.op.as_str())).cloned().collect(),
        additions: additions.iter().filter(|entry| !dropped.has(entry.op.as_str())).cloned().collect(),
        python_apis: python_apis.iter().filter(|entry| !dropped.has(entry.op.as_str())).cloned().collect(),
        lists: lists.iter().map(|(kind, names)| (kind.clone(), dropped.list_without(names))).collect(),
        registered,
    };
    Registry::new(specs, registry.profile()).with_hand_written(registry.hand_written_in_project().to_vec())
}

/// The names of operators that files define and that are not kept, without the underscore of inplace functions.
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

    /// The entry without dropped operators. `None` if nothing remains.
    fn compat_without(&self, entry: &Compat) -> Option<Compat> {
        let mut backward = entry.backward.clone();
        backward.retain(|pair| !self.has(pair.name.as_str()));
        let remains = !self.has(entry.op.name.as_str()) || !backward.is_empty();
        remains.then(|| Compat { backward, ..entry.clone() })
    }

    fn list_without(&self, names: &[Spanned<String>]) -> Vec<Spanned<String>> {
        names.iter().filter(|name| !self.has(name.as_str())).cloned().collect()
    }
}
