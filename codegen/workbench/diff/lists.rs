//! Compares the files that do not define operators: `op_compat`, `op_version`, additions and lists of names.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::change::{Change, Class, Kind};
use super::extra;
use registry::{Registry, Specs};
use source::{Spanned, count};
use spec::{Addition, Checkpoint, Compat, OpVersion, stem};

/// Compares the compat entries of an operator. Their effect on programs is compared in the saved form.
pub fn compat([old, new]: [Option<&Compat>; 2]) -> Option<Change> {
    let change = match (old, new) {
        (Some(old), Some(new)) => {
            let keys = differing_keys(old, new);
            if keys.is_empty() {
                return None;
            }
            let keys: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
            Change::new(Kind::Compat, format!("its compat entry has changed in {}", keys.join(", ")))
        }
        (Some(_), None) => Change::new(Kind::Compat, "it no longer has a compat entry"),
        (None, Some(_)) => Change::new(Kind::Compat, "it now has a compat entry"),
        (None, None) => return None,
    };
    let span = |entry: Option<&Compat>| entry.map(|entry| entry.op.name.span);
    Some(Change { base: span(old), head: span(new), ..change })
}

fn differing_keys(old: &Compat, new: &Compat) -> Vec<&'static str> {
    let Compat {
        op,
        backward,
        inputs,
        outputs,
        attrs,
        extra,
        scalar,
        int_array,
        manual_signature,
        complex_promote,
        drop_empty_grad,
        get_expected_kernel_type,
        keys: _,
    } = new;
    let differs = [
        ("op", *op != old.op),
        ("backward", *backward != old.backward),
        ("inputs", *inputs != old.inputs),
        ("outputs", *outputs != old.outputs),
        ("attrs", *attrs != old.attrs),
        ("extra", *extra != old.extra),
        ("scalar", *scalar != old.scalar),
        ("int_array", *int_array != old.int_array),
        ("manual_signature", *manual_signature != old.manual_signature),
        ("complex_promote", *complex_promote != old.complex_promote),
        ("drop_empty_grad", *drop_empty_grad != old.drop_empty_grad),
        ("get_expected_kernel_type", *get_expected_kernel_type != old.get_expected_kernel_type),
    ];
    differs.into_iter().filter(|(_, differs)| *differs).map(|(key, _)| key).collect()
}

/// Compares checkpoints. A program records how many checkpoints its operators had, so there must never be fewer.
pub fn version([old, new]: [Option<&OpVersion>; 2]) -> Option<Change> {
    let checkpoints = |version: Option<&OpVersion>| version.map_or(0, |version| version.checkpoints.len());
    let (before, after) = (checkpoints(old), checkpoints(new));
    let change = match after.cmp(&before) {
        std::cmp::Ordering::Greater => {
            Change::new(Kind::Version, format!("it now has {}, up from {before}", count(after, "checkpoint")))
        }
        std::cmp::Ordering::Less => {
            let message = format!("it now has {}, down from {before}", count(after, "checkpoint"));
            Change::new(Kind::Version, message).breaks(Class::Model, format!("programs record that it has {before}"))
        }
        std::cmp::Ordering::Equal => changed_checkpoint(old?, new?)?,
    };
    let span = |version: Option<&OpVersion>| version.map(|version| version.op.span);
    Some(Change { base: change.base.or(span(old)), head: change.head.or(span(new)), ..change })
}

fn changed_checkpoint(old: &OpVersion, new: &OpVersion) -> Option<Change> {
    let OpVersion { op: _, checkpoints } = new;
    let changed = |(old, new): &(&Checkpoint, &Checkpoint)| old != new;
    let (old, new) = old.checkpoints.iter().zip(checkpoints).find(changed)?;
    let Checkpoint { note, actions } = new;
    let what = if *actions == old.actions { "has a different note" } else { "has different actions" };
    let change = Change::new(Kind::Version, format!("an older checkpoint {what}"));
    Some(change.base(old.note.span).head(note.span))
}

/// Changes that belong to no operator: entries for operators that the YAML does not define, additions and lists of names.
pub fn compare(base: &Registry, head: &Registry) -> Vec<Change> {
    let is_known = |name: &str| [base, head].iter().any(|side| is_operator(side, name));
    let Specs {
        ops: _,
        compat: new_compat,
        versions: new_versions,
        additions,
        python_apis: _,
        lists: _,
        registered: _,
    } = head.specs();
    let old = base.specs();
    let mut changes = Vec::new();
    let by_name = |entries| -> BTreeMap<&str, &Compat> {
        let entries: &[Arc<Compat>] = entries;
        entries
            .iter()
            .map(|entry| (entry.op.name.as_str(), entry.as_ref()))
            .filter(|(name, _)| !is_known(name))
            .collect()
    };
    for (name, old, new) in pair_by_name(&by_name(&old.compat), &by_name(new_compat)) {
        changes.extend(compat([old, new]).map(|change| named(name, change)));
        changes
            .extend(extra::compare_undefined([old, new], head.profile()).into_iter().map(|change| named(name, change)));
    }
    let by_name = |entries| -> BTreeMap<&str, &OpVersion> {
        let entries: &[OpVersion] = entries;
        entries.iter().map(|entry| (entry.op.as_str(), entry)).filter(|(name, _)| !is_known(name)).collect()
    };
    for (name, old, new) in pair_by_name(&by_name(&old.versions), &by_name(new_versions)) {
        changes.extend(version([old, new]).map(|change| named(name, without_effect(change))));
    }
    changes.extend(self::additions(&old.additions, additions));
    let profile = head.profile();
    let (methods, primitive) = (profile.operants.as_ref(), profile.prim.as_ref());
    for list in profile.lists() {
        let (old, new) = (old.list(list), head.specs().list(list));
        if methods.is_some_and(|section| section.list == list) {
            changes.extend(listed("a method of `Tensor`", old, new, true));
        } else if primitive.is_some_and(|section| section.list == list) {
            changes.extend(listed("a primitive operator", old, new, false));
        }
    }
    changes
}

/// Compares what devices such as oneDNN add to operators.
fn additions(old: &[Addition], new: &[Addition]) -> Vec<Change> {
    let by_name = |additions| -> BTreeMap<&str, &Addition> {
        let additions: &[Addition] = additions;
        additions.iter().map(|addition| (addition.op.as_str(), addition)).collect()
    };
    let changed = |(name, old, new): (&str, Option<&Addition>, Option<&Addition>)| {
        let what = match (old, new) {
            (Some(old), Some(new)) if old == new => return None,
            (Some(_), Some(_)) => "changed",
            (Some(_), None) => "was removed",
            (None, _) => "is new",
        };
        let change = Change::new(Kind::Addition, format!("the addition to `{name}` {what}"));
        let span = |addition: Option<&Addition>| addition.map(|addition| addition.op.span);
        Some(Change { base: span(old), head: span(new), ..change })
    };
    pair_by_name(&by_name(old), &by_name(new)).into_iter().filter_map(changed).collect()
}

fn is_operator(registry: &Registry, name: &str) -> bool {
    registry.profile().families.iter().copied().any(|family| registry.find(family, stem(name)).is_some())
}

/// A change of checkpoints that belong to no operator. The framework ignores these, so no program records them.
fn without_effect(change: Change) -> Change {
    Change { breaks: BTreeMap::new(), ..change }.note("the framework ignores checkpoints that match no operator")
}

/// Adds the name of an operator that the YAML does not define to the message.
fn named(name: &str, change: Change) -> Change {
    Change { message: format!("`{name}`, which no file defines: {}", change.message), ..change }
}

/// The entries of both sides, paired by name and sorted.
fn pair_by_name<'a, T>(
    old: &BTreeMap<&'a str, &'a T>,
    new: &BTreeMap<&'a str, &'a T>,
) -> Vec<(&'a str, Option<&'a T>, Option<&'a T>)> {
    let mut names: Vec<&str> = old.keys().chain(new.keys()).copied().collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| (name, old.get(name).copied(), new.get(name).copied())).collect()
}

fn listed(what: &str, old: &[Spanned<String>], new: &[Spanned<String>], callers: bool) -> Vec<Change> {
    let removed = old.iter().filter(|name| !new.contains(name)).map(|name| {
        let change = Change::new(Kind::Listed, format!("`{}` is no longer {what}", name.value)).base(name.span);
        change.breaks_if(callers, Class::Api, "callers use the method")
    });
    let added = new
        .iter()
        .filter(|name| !old.contains(name))
        .map(|name| Change::new(Kind::Listed, format!("`{}` is now {what}", name.value)).head(name.span));
    removed.chain(added).collect()
}
