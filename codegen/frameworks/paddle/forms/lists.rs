//! Looks up names in the lists of a profile.

use profile::Group;
use registry::{OpId, Registry};
use spec::Op;

/// Whether a name is in a list, or has one of the endings.
pub fn is_listed(name: &str, names: &[String], endings: &[String]) -> bool {
    names.iter().any(|listed| listed == name) || endings.iter().any(|ending| name.ends_with(ending.as_str()))
}

/// The operators of a group that have functions in the dynamic graph.
pub fn ops_of<'a>(registry: &'a Registry, group: &'a Group) -> impl Iterator<Item = (OpId, &'a Op)> {
    registry.ops_of(&group.homes).filter(move |(_, op)| is_meant(op, group))
}

/// True if an operator is among those of [`ops_of`].
pub fn is_in(op: &Op, group: &Group) -> bool {
    group.homes.iter().any(|home| home == op.home.key()) && is_meant(op, group)
}

fn is_meant(op: &Op, group: &Group) -> bool {
    let is_left_out = || is_listed(op.name.as_str(), &group.without, &group.without_endings);
    let is_chosen = || group.only.as_ref().is_none_or(|only| only.contains(&op.name.value));
    op.is_in_dygraph() && is_chosen() && !is_left_out()
}

/// The functions that an operator has in a group: for each, whether it is the inplace one.
pub fn variants_in<'a>(op: &'a Op, group: &Group) -> impl Iterator<Item = bool> + use<'a> {
    let never_inplace = group.never_inplace;
    op.variants().filter(move |inplace| !(inplace & never_inplace))
}
