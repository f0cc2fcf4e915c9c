//! Finds the operators that a change can affect, so that only these are generated to compare the outputs.

use std::collections::{BTreeMap, BTreeSet};

use crate::kin::{references, speaks_of};
use registry::{Registry, Specs};
use source::Spanned;
use spec::{Family, Op, stem};

/// The stems of all operators that are needed to generate what may differ. `None` if the order of operators changed,
/// because that may affect every operator's output.
pub fn names(base: &Registry, head: &Registry) -> Option<BTreeSet<String>> {
    let (old, new) = (by_name(base), by_name(head));
    let base_order = base.ops().map(|(_, op)| key(op)).filter(|key| new.contains_key(key));
    let head_order = head.ops().map(|(_, op)| key(op)).filter(|key| old.contains_key(key));
    if !base_order.eq(head_order) {
        return None;
    }
    let mut names = changed_ops(&old, &new);
    names.extend(changed_entries(base.specs(), head.specs()));
    let ops = || [base, head].into_iter().flat_map(Registry::ops).map(|(_, op)| op);
    // The output of an operator may change if it refers to something that changed.
    grow(&mut names, |names| {
        let reached = ops().filter(|op| references(op).iter().any(|name| names.contains(*name)));
        reached.map(|op| op.stem().to_owned()).collect()
    });
    // And all of these need the operators that they refer to.
    grow(&mut names, |names| {
        let reached = ops().filter(|op| names.contains(op.stem())).flat_map(references);
        reached.map(str::to_owned).collect()
    });
    Some(names)
}

/// The entries of these operators.
pub fn only(specs: &Specs, names: &BTreeSet<String>) -> Specs {
    let is_one = |name: &str| names.contains(stem(name));
    let listed = |list: &[Spanned<String>]| list.iter().filter(|name| is_one(&name.value)).cloned().collect();
    let Specs { ops, compat, versions, tensor_operants, prim_api } = specs;
    Specs {
        ops: ops.iter().filter(|op| is_one(&op.name.value)).cloned().collect(),
        compat: compat.iter().filter(|entry| speaks_of(entry).any(is_one)).cloned().collect(),
        versions: versions.iter().filter(|entry| is_one(&entry.op.value)).cloned().collect(),
        tensor_operants: listed(tensor_operants),
        prim_api: listed(prim_api),
    }
}

/// Adds names until no more are found.
fn grow(names: &mut BTreeSet<String>, more: impl Fn(&BTreeSet<String>) -> BTreeSet<String>) {
    loop {
        let before = names.len();
        names.extend(more(names));
        if names.len() == before {
            return;
        }
    }
}

type Key<'a> = (Family, &'a str);

fn key(op: &Op) -> Key<'_> {
    (op.home.family(), &op.name.value)
}

fn by_name(registry: &Registry) -> BTreeMap<Key<'_>, &Op> {
    registry.ops().map(|(_, op)| (key(op), op)).collect()
}

fn changed_ops(old: &BTreeMap<Key<'_>, &Op>, new: &BTreeMap<Key<'_>, &Op>) -> BTreeSet<String> {
    let differs = |key: &&Key| old.get(*key) != new.get(*key);
    old.keys().chain(new.keys()).filter(differs).map(|(_, name)| stem(name).to_owned()).collect()
}

/// Operators whose entries in the other files differ.
fn changed_entries(old: &Specs, new: &Specs) -> BTreeSet<String> {
    let compat = differing(&old.compat, &new.compat, |entry| &entry.op.name.value).into_iter().flat_map(speaks_of);
    let versions = differing(&old.versions, &new.versions, |entry| &entry.op.value);
    let versions = versions.into_iter().map(|entry| entry.op.as_str());
    let lists = [(&old.tensor_operants, &new.tensor_operants), (&old.prim_api, &new.prim_api)];
    let listed = lists.into_iter().flat_map(|(old, new)| differing(old, new, |name| &name.value));
    let listed = listed.map(|name| name.as_str());
    compat.chain(versions).chain(listed).map(|name| stem(name).to_owned()).collect()
}

/// The items that are in only one of two lists; all items if only the order differs. Equal items have equal names.
fn differing<'a, T: PartialEq>(old: &'a [T], new: &'a [T], name: impl Fn(&T) -> &str) -> Vec<&'a T> {
    if old == new {
        return Vec::new();
    }
    let alone = |list: &'a [T], other: &'a [T]| {
        let mut by_name: BTreeMap<&str, Vec<&T>> = BTreeMap::new();
        other.iter().for_each(|item| by_name.entry(name(item)).or_default().push(item));
        list.iter().filter(|item| by_name.get(name(item)).is_none_or(|same| !same.contains(item))).collect::<Vec<_>>()
    };
    let found: Vec<&T> = alone(old, new).into_iter().chain(alone(new, old)).collect();
    if found.is_empty() { old.iter().chain(new).collect() } else { found }
}
