//! Compares extra attributes: those that `op_compat` lists under `extra` and the operator's own entry lacks.
//!
//! Programs may omit them. Their defaults come from `op_compat`, even if the op maker is written by hand.

use std::collections::{BTreeMap, BTreeSet};

use super::args::same_value;
use super::change::{Change, Class, Kind};
use super::delta::HAND_WRITTEN;
use super::entry::NewActions;
use super::program_args::is_converted;
use super::side::{Compared, Sides};
use forms::static_graph::program_form::InPrograms;
use profile::Profile;
use spec::{ActionKind, Attr, Compat};

/// All changes of an operator's extra attributes.
pub fn compare(op: &Compared, entries: [Option<&Compat>; 2], sides: Sides) -> Vec<Change> {
    let new_actions = NewActions::new(op);
    let form = op.head.programs.form(op.new_id);
    let arguments: BTreeSet<String> =
        form.form().iter().flat_map(|form| &form.attrs).map(|attr| attr.name.clone()).collect();
    let side = Head {
        profile: sides.profile(),
        is_recorded: &|name| new_actions.has(ActionKind::ModifyAttr, name),
        is_argument: &|name| arguments.contains(name),
        is_known: matches!(form, InPrograms::Known(_)),
    };
    changes(entries, &side)
}

/// Compares the extra attributes of an operator that no YAML file defines.
pub fn compare_undefined(entries: [Option<&Compat>; 2], profile: &Profile) -> Vec<Change> {
    changes(entries, &Head { profile, is_recorded: &|_| false, is_argument: &|_| false, is_known: false })
}

/// Facts about the operator in the head.
struct Head<'a> {
    profile: &'a Profile,
    /// Whether a new checkpoint records a changed default of the attribute with this name.
    is_recorded: &'a dyn Fn(&str) -> bool,
    /// Whether the operator's own entry now has an attribute with this name.
    is_argument: &'a dyn Fn(&str) -> bool,
    /// Whether the YAML tells the operator's form in programs.
    is_known: bool,
}

fn changes([old_attrs, new_attrs]: [Option<&Compat>; 2], head: &Head) -> Vec<Change> {
    let attrs = |entry: Option<&'_ Compat>| entry.map_or(Vec::new(), |entry| entry.extra.attrs.clone());
    let (old_attrs, new_attrs) = (attrs(old_attrs), attrs(new_attrs));
    // Of several with the same name, the first counts.
    let named = |list: &'_ [Attr]| -> BTreeMap<String, Attr> {
        list.iter().rev().map(|attr| (attr.name.value.clone(), attr.clone())).collect()
    };
    let [in_old, in_new] = [&old_attrs, &new_attrs].map(|list| named(list));
    let mut changes = Vec::new();
    for old in &old_attrs {
        match in_new.get(old.name.as_str()) {
            Some(new) => changes.extend(changed(old, new, head)),
            None if (head.is_argument)(&old.name.value) => {}
            None => changes.push(removed(old, head.is_known)),
        }
    }
    let added = new_attrs.iter().filter(|attr| !in_old.contains_key(attr.name.as_str()));
    changes.extend(added.map(|new| {
        let message = format!("the extra attribute `{}` is new; its default is {}", new.name.value, default(new));
        Change::new(Kind::ExtraAttribute, message).head(new.name.span)
    }));
    changes
}

fn changed(old: &Attr, new: &Attr, head: &Head) -> Option<Change> {
    let Attr { name, ty, default: now, optional: _, support_tensor: _ } = new;
    let change = |message| Change::new(Kind::ExtraAttribute, message).base(old.name.span).head(name.span);
    if *ty != old.ty {
        let message = format!("the type of the extra attribute `{}` changed from `{}` to `{ty}`", name.value, old.ty);
        let stored = |attr: &Attr| head.profile.cpp.types.get("stored")?.get(&attr.ty.to_string()).cloned();
        let is_read = stored(old).zip(stored(new)).is_some_and(|(from, to)| is_converted(head.profile, &from, &to));
        return Some(change(message).breaks_if(!is_read, Class::Model, format!("programs store it as `{}`", old.ty)));
    }
    let is_same = match (&old.default, now) {
        (Some(before), Some(now)) => same_value(&before.value, &now.value),
        (before, now) => before.is_none() && now.is_none(),
    };
    if is_same {
        return None;
    }
    let (before, now) = (default(old), default(new));
    let change = change(format!("the default of the extra attribute `{}` changed from {before} to {now}", name.value));
    Some(match (head.is_recorded)(&name.value) {
        true => change.note("a new checkpoint records it"),
        false => change.breaks(Class::Model, format!("programs without it ran with {before}")),
    })
}

fn removed(old: &Attr, is_known: bool) -> Change {
    let message = format!("the extra attribute `{}` was removed; its default was {}", old.name.value, default(old));
    let change = Change::new(Kind::ExtraAttribute, message).base(old.name.span);
    match is_known {
        true => change.breaks(Class::Model, "the value in programs that have it is ignored"),
        false => change.note(HAND_WRITTEN),
    }
}

/// The default as part of a message.
fn default(attr: &Attr) -> String {
    attr.default.as_ref().map_or("nothing".to_owned(), |default| format!("`{}`", default.value))
}
