//! Compares the extra attributes of operators: those that `op_compat` has and the operators' entries do not.
//!
//! A program need not have them. It gets their defaults from `op_compat`, whoever writes the op maker.

use super::args::same_value;
use super::change::{Change, Class, Kind};
use super::delta::BY_HAND;
use super::entry::Declared;
use super::program_args::is_converted;
use super::side::{Compared, Sides};
use forms::static_graph::program_form::InPrograms;
use profile::Profile;
use spec::{ActionKind, Attr, Compat};

/// All changes of an operator's extra attributes.
pub fn compare(op: &Compared, entries: [Option<&Compat>; 2], sides: Sides) -> Vec<Change> {
    let declared = Declared::new(op);
    let form = op.head.programs.form(op.new_id);
    let side = Head {
        profile: sides.profile(),
        is_recorded: &|name| declared.has(ActionKind::ModifyAttr, name),
        is_argument: &|name| form.form().is_some_and(|form| form.attrs.iter().any(|attr| attr.name == name)),
        is_known: matches!(form, InPrograms::Known(_)),
    };
    changes(entries, &side)
}

/// The same for an operator that no file defines.
pub fn of_undefined(entries: [Option<&Compat>; 2], profile: &Profile) -> Vec<Change> {
    changes(entries, &Head { profile, is_recorded: &|_| false, is_argument: &|_| false, is_known: false })
}

/// What the head says of an operator.
struct Head<'a> {
    profile: &'a Profile,
    /// Whether a new checkpoint records the default of an attribute.
    is_recorded: &'a dyn Fn(&str) -> bool,
    /// Whether the operator itself has an attribute.
    is_argument: &'a dyn Fn(&str) -> bool,
    /// Whether the form in programs is known.
    is_known: bool,
}

fn changes([old, new]: [Option<&Compat>; 2], head: &Head) -> Vec<Change> {
    let attrs = |entry: Option<&'_ Compat>| entry.map_or(Vec::new(), |entry| entry.extra.attrs.clone());
    let (old, new) = (attrs(old), attrs(new));
    let named = |list: &[Attr], attr: &Attr| list.iter().find(|other| other.name == attr.name).cloned();
    let mut changes = Vec::new();
    for was in &old {
        match named(&new, was) {
            Some(is) => changes.extend(changed(was, &is, head)),
            None if (head.is_argument)(&was.name.value) => {}
            None => changes.push(removed(was, head.is_known)),
        }
    }
    let added = new.iter().filter(|attr| named(&old, attr).is_none());
    changes.extend(added.map(|is| {
        let message = format!("the extra attribute `{}` is new; its default is {}", is.name.value, default(is));
        Change::new(Kind::ExtraAttribute, message).head(is.name.span)
    }));
    changes
}

fn changed(was: &Attr, is: &Attr, head: &Head) -> Option<Change> {
    let Attr { name, ty, default: now, optional: _, support_tensor: _ } = is;
    let change = |message| Change::new(Kind::ExtraAttribute, message).base(was.name.span).head(name.span);
    if *ty != was.ty {
        let message = format!("the type of the extra attribute `{}` changed from `{}` to `{ty}`", name.value, was.ty);
        let stored = |attr: &Attr| head.profile.cpp.types.get("stored")?.get(&attr.ty.to_string()).cloned();
        let is_read = stored(was).zip(stored(is)).is_some_and(|(from, to)| is_converted(head.profile, &from, &to));
        return Some(change(message).breaks_if(!is_read, Class::Model, format!("programs store it as `{}`", was.ty)));
    }
    let is_same = match (&was.default, now) {
        (Some(before), Some(now)) => same_value(&before.value, &now.value),
        (before, now) => before.is_none() && now.is_none(),
    };
    if is_same {
        return None;
    }
    let (before, now) = (default(was), default(is));
    let change = change(format!("the default of the extra attribute `{}` changed from {before} to {now}", name.value));
    Some(match (head.is_recorded)(&name.value) {
        true => change.note("a new checkpoint records it"),
        false => change.breaks(Class::Model, format!("programs without it ran with {before}")),
    })
}

fn removed(was: &Attr, is_known: bool) -> Change {
    let message = format!("the extra attribute `{}` was removed; its default was {}", was.name.value, default(was));
    let change = Change::new(Kind::ExtraAttribute, message).base(was.name.span);
    match is_known {
        true => change.breaks(Class::Model, "the value in programs that have it is ignored"),
        false => change.note(BY_HAND),
    }
}

/// The default, for messages.
fn default(attr: &Attr) -> String {
    attr.default.as_ref().map_or("nothing".to_owned(), |default| format!("`{}`", default.value))
}
