//! Pairs the operators of the base with those of the head.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::side::Side;
use registry::{OpId, Registry};
use serde_json::Value;
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
    for keys in [name_apart_from_family, names_apart_from_own] {
        let taken: BTreeSet<OpId> = found.values().copied().collect();
        let left: Vec<OpId> = old.values().copied().filter(|id| !taken.contains(id)).collect();
        pair_by((base, &left), head, keys, &mut found);
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

/// The keys of an operator. Two operators are the same if they have one in common.
type Keys = fn(&Side, OpId) -> Vec<String>;

/// Pairs each operator of the head that has none yet with the first of those that are left and have a key in common with it.
fn pair_by((base, left): (&Side, &[OpId]), head: &Side, keys: Keys, found: &mut BTreeMap<OpId, OpId>) {
    let mut places: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
    for (place, &old) in left.iter().enumerate() {
        keys(base, old).into_iter().for_each(|key| places.entry(key).or_default().push_back(place));
    }
    let mut taken = BTreeSet::new();
    if places.is_empty() {
        return;
    }
    let rest: Vec<OpId> = head.registry.ops().map(|(new, _)| new).filter(|new| !found.contains_key(new)).collect();
    for new in rest {
        let mut first: Option<usize> = None;
        for key in keys(head, new) {
            let Some(queue) = places.get_mut(&key) else { continue };
            while queue.front().is_some_and(|place| taken.contains(place)) {
                queue.pop_front();
            }
            first = first.into_iter().chain(queue.front().copied()).min();
        }
        if let Some(place) = first {
            taken.insert(place);
            found.insert(new, left[place]);
        }
    }
}

/// The key of an operator that may have moved to another family. Definitions for the static graph are only paired with each other,
/// because they exist beside those for the dynamic graph.
fn name_apart_from_family(side: &Side, id: OpId) -> Vec<String> {
    let op = side.registry.op(id);
    vec![format!("{} {} {}", op.name.value, op.is_backward(), op.home.family().is_only_in_programs())]
}

/// The keys of an operator that may have been renamed: its name in programs, and its entry without names.
fn names_apart_from_own(side: &Side, id: OpId) -> Vec<String> {
    let op = side.registry.op(id);
    let legacy = side.programs.form(id).form().map(|form| format!("name {}", form.op));
    let content = without_names(op).map(|content| format!("content {content}"));
    let kind = format!("{} {}", op.home.family().key(), op.is_backward());
    legacy.into_iter().chain(content).map(|key| format!("{kind} {key}")).collect()
}

/// The content of an operator without its name, and without those of its gradient and of its forward operator. They are usually renamed
/// together.
fn without_names(op: &Op) -> Option<String> {
    let mut content = serde_json::to_value(op).ok()?;
    let fields = content.as_object_mut()?;
    fields.retain(|field, _| !["name", "home"].contains(&field.as_str()));
    if let Some(backward) = fields.get_mut("backward") {
        *backward = Value::Null;
    }
    if let Some(name) = fields.get_mut("forward").and_then(|forward| forward.get_mut("name")) {
        *name = Value::Null;
    }
    Some(format!("{content} {}", op.poisoned))
}
