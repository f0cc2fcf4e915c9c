//! What an operator has only because of its name: places in lists of the profile, and what the profile lets its classes in PIR
//! inherit. A rename loses them, and nothing else in the YAML shows it.

use std::collections::{BTreeMap, BTreeSet};

use forms::pir::form::OperationForm;
use forms::pir::listed;
use spec::Op;

use super::change::{Change, Kind};
use super::side::Compared;

/// What an operator has lost. Sides of different versions of the framework have different lists, so they are not compared.
pub fn compare(op: &Compared) -> Vec<Change> {
    let [old, new] = [op.base, op.head].map(|side| &side.registry.profile().name);
    if old != new {
        return Vec::new();
    }
    lists(op).into_iter().chain(inheritance(op)).collect()
}

fn lists(op: &Compared) -> Option<Change> {
    let [old, new] = [op.base, op.head].map(|side| &side.registry.profile().op_lists);
    let mut lost = Vec::new();
    for list in old {
        // A list that no longer exists is a change of the profile.
        let Some(now) = new.iter().find(|now| now.path == list.path) else { continue };
        let names = list.names.iter().map(|listed| listed.name.as_str());
        let mut of_op = names.filter_map(|name| listed::renamed(name, op.old.stem(), op.new.stem()));
        if of_op.any(|name| !now.has(&name)) {
            lost.push(format!("`{}`", list.path));
        }
    }
    (!lost.is_empty())
        .then(|| at(op, Change::new(Kind::ProfileList, format!("no longer listed in {}", lost.join(", ")))))
}

/// A name with the stem of the new operator in place of that of the old one.
fn with_stem(name: &str, old: &Op, new: &Op) -> String {
    name.replacen(old.stem(), new.stem(), 1)
}

fn inheritance(op: &Compared) -> Vec<Change> {
    let mut new: BTreeMap<&str, &OperationForm> = BTreeMap::new();
    for form in op.head.operations.of(op.new_id) {
        new.entry(&form.operation).or_insert(form);
    }
    let lost = op.base.operations.of(op.old_id).filter_map(|old| {
        let name = with_stem(&old.operation, op.old, op.new);
        let new = new.get(name.as_str())?;
        let lost = lost_parents(op, old, new);
        (!lost.is_empty()).then(|| format!("`{name}` no longer inherits {}", lost.join(", ")))
    });
    lost.map(|message| at(op, Change::new(Kind::Inheritance, message))).collect()
}

/// The interfaces and traits that a class has lost, except those that the entry itself has lost.
fn lost_parents(op: &Compared, old: &OperationForm, new: &OperationForm) -> Vec<String> {
    let written = op.old.traits.iter().chain(&op.old.interfaces);
    let of_entry: BTreeSet<_> = written.map(|written| written.value.rsplit("::").next()).collect();
    let kept: BTreeSet<&String> = new.interfaces.iter().chain(&new.traits).collect();
    let lost = old.interfaces.iter().chain(&old.traits).filter(|name| !kept.contains(name));
    lost.filter(|name| !of_entry.contains(&name.rsplit("::").next())).map(|name| format!("`{name}`")).collect()
}

fn at(op: &Compared, change: Change) -> Change {
    change.base(op.old.name.span).head(op.new.name.span)
}
