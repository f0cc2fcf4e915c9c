//! Compares the two versions of an operator part by part, and merges the results into one list of changes.

use std::collections::{BTreeMap, BTreeSet};

use super::args::{self, Callers, Matched};
use super::change::{Change, Class, Kind};
use super::changed_part::{PartName, SignatureChange};
use super::delta::{Delta, Effect, HAND_WRITTEN};
use super::entry::MissingEntry;
use super::program_functions::{self, GONE};
use super::saved_form::{self, SavedChanges};
use super::side::{Compared, Sides};
use super::{extra, kernel, lists, outputs, python_api, users};
use forms::cpp_api;
use forms::static_graph::program_form::{InPrograms, has_entries};
use source::Spanned;
use spec::{Op, Signature};

/// All changes of an operator, and the entry that `op_version` needs for them.
pub fn compare(op: &Compared, sides: Sides) -> (Vec<Change>, Option<MissingEntry>) {
    // All fields are listed, so that a new field does not compile until it is handled.
    let Op {
        name,
        home: _,
        signature,
        infer_meta: _,
        kernel: _,
        invoke: _,
        composite: _,
        inplace: _,
        view: _,
        forward,
        backward,
        support_dygraph_mode: _,
        traits,
        interfaces,
        // Compared function by function.
        python_api: _,
        extra: _,
        poisoned: _,
        listed: _,
        // Its framework compares it.
        package: _,
    } = op.new;
    let Signature { inputs: _, attrs: _, outputs: _ } = signature;
    let callable = op.base.callable(op.old_id);
    let callers = callable.any();
    let matched = Matched::new(op.old, op.new);
    let aligned = outputs::align(op.old, op.new);
    let mut changes = Vec::new();
    changes.extend((*name != op.old.name).then(|| renamed(op, callers)));
    changes.extend(moved(op, sides));
    changes.extend(program_functions::moved(op));
    let mut parts = args::compare(
        &matched,
        Callers {
            exist: callers,
            in_python: callable.python,
            pass_everything: !python_api::has_keywords(op),
            profile: sides.profile(),
            pass_defaults_last: sides.users.is_some(),
        },
    );
    parts.extend(outputs::compare(&aligned, &matched, callers));
    let SavedChanges { deltas, op_maker, missing } = saved_form::compare(op, &matched, &aligned, sides);
    let unexplained = merge(&mut parts, deltas);
    let [before, after] = op.versions();
    if let Some(users) = op.head.users.filter(|_| !op.new.is_backward()) {
        users.judge(before, after, parts.iter_mut().map(|part| &mut part.change).collect());
    }
    changes.extend(python_api::compare(op));
    changes.extend(op_maker);
    changes.extend(parts.into_iter().map(|part| part.change));
    changes.extend(outputs::compare_mappings(op, &aligned, &matched, callers));
    changes.extend(kernel::compare(op, &matched, &aligned));
    changes.extend(op.head.users.into_iter().flat_map(|users| users.changes(before, after)));
    changes.extend(backward_changed(op.old.backward.as_ref(), backward.as_ref(), callers));
    if op.old.forward != *forward {
        let span = |op: &Op| op.forward.as_ref().map(|forward| forward.name.span);
        let change = Change::new(Kind::ForwardChanged, "the forward signature changed with its operator");
        changes.push(Change { base: span(op.old), head: span(op.new), ..change });
    }
    for (what, old, new) in [("traits", &op.old.traits, traits), ("interfaces", &op.old.interfaces, interfaces)] {
        changes.extend(names_changed(what, old, new));
    }
    // If older programs can contain the operator, this is compared in its saved form.
    if op.head.programs.form(op.new_id).form().is_none() {
        let [old, new] = [op.old, op.new].map(attributes_as_tensors);
        changes.extend(names_changed("support_tensor", &old, &new));
    }
    changes.extend(saved_form::as_change(op, &unexplained));
    changes.extend(entries_changed(op, sides));
    (changes, missing)
}

/// Compares the entries in `op_compat` and `op_version`. They are reported once: for a gradient with its forward operator,
/// and for an operator that the static graph defines separately with that definition.
fn entries_changed(op: &Compared, sides: Sides) -> Vec<Change> {
    if !has_entries(op.new) || op.head.programs.static_definition(op.new_id).is_some() {
        return Vec::new();
    }
    let compat = [op.base.registry.compat(op.old_id), op.head.registry.compat(op.new_id)];
    let version = [op.base.registry.version(op.old_id), op.head.registry.version(op.new_id)];
    let is_by_hand = matches!(op.head.programs.form(op.new_id), InPrograms::WrittenByHand(_));
    let mut changes = Vec::new();
    changes.extend(lists::compat(compat).map(|change| if is_by_hand { change.note(HAND_WRITTEN) } else { change }));
    changes.extend(extra::compare(op, compat, sides));
    changes.extend(lists::version(version));
    changes
}

/// Adds each difference in the saved form to the change that caused it. Returns the differences without such a change.
fn merge(parts: &mut [SignatureChange], deltas: Vec<Delta>) -> Vec<Delta> {
    let mut places: BTreeMap<PartName, Vec<usize>> = BTreeMap::new();
    for (place, part) in parts.iter().enumerate() {
        part.part.names().for_each(|name| places.entry(name).or_default().push(place));
    }
    let mut unexplained = Vec::new();
    for delta in deltas {
        let of_argument: BTreeSet<usize> =
            delta.part.names().filter_map(|name| places.get(&name)).flatten().copied().collect();
        let of_kind = of_argument.iter().find(|place| Some(parts[**place].change.kind) == delta.kind);
        let Some(part) = of_kind.or(of_argument.first()).map(|place| &mut parts[*place]) else {
            unexplained.push(delta);
            continue;
        };
        let change = part.change.clone();
        let change = match delta.effect {
            Effect::Harmless => change,
            Effect::DependsOnCpp if change.notes.iter().any(|note| note == HAND_WRITTEN) => change,
            Effect::DependsOnCpp => change.note(HAND_WRITTEN),
            Effect::Breaks(why) => change.also_breaks(Class::Model, &why),
        };
        part.change = delta.note.into_iter().fold(change, Change::note);
    }
    unexplained
}

fn renamed(op: &Compared, callers: bool) -> Change {
    let (old, new) = (&op.old.name, &op.new.name);
    let change = Change::new(Kind::OperatorRenamed, format!("renamed from `{}` to `{}`", old.value, new.value))
        .base(old.span)
        .head(new.span)
        .breaks_if(callers, Class::Api, format!("callers of `{}` no longer {}", old.value, op.base.callers_verb()));
    let change = if op.base.has_users_of(op.old) { users::gone(change) } else { change };
    let (before, after) = (op.base.programs.form(op.old_id), op.head.programs.form(op.new_id));
    let by_hand = matches!(before, InPrograms::WrittenByHand(_));
    match (before.form(), after.form()) {
        (None, _) => change,
        (Some(before), Some(after)) if before.op == after.op => {
            change.note(format!("programs still call it `{}`", after.op))
        }
        _ if by_hand => change.note(HAND_WRITTEN),
        (Some(before), _) => change.breaks(Class::Model, format!("programs call it `{}`", before.op)),
    }
}

/// Reports an operator that moved to another kind of file, or whose `support_dygraph_mode` changed.
fn moved(op: &Compared, sides: Sides) -> Option<Change> {
    let (old, new) = (op.old, op.new);
    let change = match (old.home == new.home, old.support_dygraph_mode, new.support_dygraph_mode) {
        (true, before, after) if before == after => return None,
        (true, _, after) => {
            let message =
                if after { "it now has dynamic-graph functions" } else { "it no longer has dynamic-graph functions" };
            Change::new(Kind::DygraphMode, message)
        }
        (false, ..) => {
            let message = format!("moved from `{}` to `{}`", old.home.key(), new.home.key());
            Change::new(Kind::OperatorMoved, message)
        }
    };
    let change = change.base(old.name.span).head(new.name.span);
    let [base, head] = sides.profiles();
    let has_other_namespace = cpp_api::namespace(old, base) != cpp_api::namespace(new, head);
    Some(match (op.base.callable(op.old_id).dygraph, op.head.callable(op.new_id).dygraph) {
        (true, false) => change.breaks(Class::Api, GONE),
        (true, true) if has_other_namespace => change.breaks(Class::Api, "its functions are in another namespace"),
        (true, true) if old.home.family() != new.home.family() => change.note("another header declares its functions"),
        _ => change,
    })
}

fn backward_changed(old: Option<&Spanned<String>>, new: Option<&Spanned<String>>, callers: bool) -> Option<Change> {
    let change = match (old, new) {
        (None, Some(new)) => {
            Change::new(Kind::BackwardAdded, format!("it now has the gradient `{}`", new.value)).head(new.span)
        }
        (Some(old), None) => {
            Change::new(Kind::BackwardRemoved, format!("it no longer has a gradient; it was `{}`", old.value))
                .base(old.span)
                .breaks_if(callers, Class::Api, "callers that train get no gradient through it")
        }
        (Some(old), Some(new)) if old != new => {
            let message = format!("its gradient changed from `{}` to `{}`", old.value, new.value);
            Change::new(Kind::BackwardChanged, message).base(old.span).head(new.span)
        }
        _ => return None,
    };
    Some(change)
}

fn attributes_as_tensors(op: &Op) -> Vec<Spanned<String>> {
    op.signature.attrs.iter().filter(|attr| attr.support_tensor).map(|attr| attr.name.clone()).collect()
}

fn names_changed(what: &str, old: &[Spanned<String>], new: &[Spanned<String>]) -> Option<Change> {
    if old == new {
        return None;
    }
    let shown = |names: &[Spanned<String>]| match names {
        [] => "none".to_owned(),
        names => format!("`{}`", names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ")),
    };
    let change = Change::new(Kind::StaticGraph, format!("`{what}` changed from {} to {}", shown(old), shown(new)));
    Some(Change { base: old.first().map(|name| name.span), head: new.first().map(|name| name.span), ..change })
}
