//! Pairs the operators of the base with those of the head.

use std::collections::{BTreeMap, BTreeSet};

use super::side::Side;
use registry::{OpId, Registry};
use spec::{Family, Op};

#[derive(Debug, Clone, Copy)]
pub enum OpPair {
    Added(OpId),
    Removed(OpId),
    Both(OpId, OpId),
}

/// Pairs operators by name and family; then, among the rest, those of which only the family or only the name changed.
pub fn pairs(base: &Side, head: &Side) -> Vec<OpPair> {
    let old = by_name(base.registry);
    let mut found: BTreeMap<OpId, OpId> = BTreeMap::new();
    for (key, new) in by_name(head.registry) {
        if let Some(&old) = old.get(&key) {
            found.insert(new, old);
        }
    }
    for same in [same_name, renamed] {
        let taken: BTreeSet<OpId> = found.values().copied().collect();
        let mut left: Vec<OpId> = old.values().copied().filter(|id| !taken.contains(id)).collect();
        for (new, _) in head.registry.ops() {
            if found.contains_key(&new) {
                continue;
            }
            if let Some(at) = left.iter().position(|&old| same((base, old), (head, new))) {
                found.insert(new, left.remove(at));
            }
        }
    }
    pair_gradients(base.registry, head.registry, &mut found);
    let taken: BTreeSet<OpId> = found.values().copied().collect();
    let in_head =
        head.registry.ops().map(|(new, _)| found.get(&new).map_or(OpPair::Added(new), |&old| OpPair::Both(old, new)));
    let removed = base.registry.ops().filter(|(old, _)| !taken.contains(old)).map(|(old, _)| OpPair::Removed(old));
    in_head.chain(removed).collect()
}

/// Pairs the gradients of paired operators if they have the same parts under another name. What they call may be renamed with them,
/// so the rest of their entries can differ.
fn pair_gradients(base: &Registry, head: &Registry, found: &mut BTreeMap<OpId, OpId>) {
    let mut taken: BTreeSet<OpId> = found.values().copied().collect();
    let mut forward: Vec<(OpId, OpId)> = found.iter().map(|(&new, &old)| (new, old)).collect();
    while let Some((new, old)) = forward.pop() {
        let (Some(new), Some(old)) = (head.links(new).backward, base.links(old).backward) else { continue };
        let are_free = !found.contains_key(&new) && !taken.contains(&old);
        if are_free && base.op(old).signature == head.op(new).signature {
            found.insert(new, old);
            taken.insert(old);
            forward.push((new, old));
        }
    }
}

fn by_name(registry: &Registry) -> BTreeMap<(Family, &str), OpId> {
    registry.ops().map(|(id, op)| ((op.home.family(), op.name.as_str()), id)).collect()
}

/// Whether an operator moved to another family. Definitions for the static graph are only paired with each other, because
/// they exist beside those for the dynamic graph.
fn same_name((base, old): (&Side, OpId), (head, new): (&Side, OpId)) -> bool {
    let (old, new) = (base.registry.op(old), head.registry.op(new));
    let is_static = |op: &Op| op.home.family().is_only_in_programs();
    old.name == new.name && old.is_backward() == new.is_backward() && is_static(old) == is_static(new)
}

/// Whether an operator was renamed: its name in programs is the same, or the rest of its entry is.
fn renamed((base, old_id): (&Side, OpId), (head, new_id): (&Side, OpId)) -> bool {
    let (old, new) = (base.registry.op(old_id), head.registry.op(new_id));
    if old.home.family() != new.home.family() || old.is_backward() != new.is_backward() {
        return false;
    }
    let legacy = |side: &Side, id| side.programs.form(id).form().map(|form| form.op.clone());
    let same_legacy = legacy(base, old_id).is_some_and(|name| legacy(head, new_id) == Some(name));
    same_legacy || with_names_of(old, new) == *new
}

/// An operator with the names of another one, and with those of its gradient and of its forward operator. They are usually renamed
/// together.
fn with_names_of(op: &Op, other: &Op) -> Op {
    let mut renamed = Op { name: other.name.clone(), home: other.home, ..op.clone() };
    if let (Some(backward), Some(name)) = (&mut renamed.backward, &other.backward) {
        backward.clone_from(name);
    }
    if let (Some(forward), Some(other)) = (&mut renamed.forward, &other.forward) {
        forward.name.clone_from(&other.name);
    }
    renamed
}
