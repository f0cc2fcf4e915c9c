//! Compares operators in saved programs: finds programs that no longer load, and entries that `op_version` lacks.
//!
//! If an op maker is written by hand, its names and attributes are only in C++, so nothing is said about such programs.

use std::cell::OnceCell;

use super::align::Alignment;
use super::args::Matched;
use super::change::{Change, Class, Kind};
use super::changed_part::ChangedPart;
use super::delta::{Delta, Effect, programs};
use super::entry::{self, MissingEntry, WantedAction};
use super::outputs;
use super::program_args::{Comparison, Role};
use super::side::{Compared, Side, Sides};
use forms::static_graph::program_form::{InPrograms, ProgramForm, has_entries};
use profile::Graph;
use registry::OpId;
use spec::{ActionKind, Compat};

/// The note on a changed default that is recorded.
const RECORDED: &str = "programs without it are loaded with the new default, as the new checkpoint records";

/// The result of comparing an operator in programs.
#[derive(Debug, Default)]
pub struct SavedChanges {
    pub deltas: Vec<Delta>,
    /// Set if a hand-written op maker is now generated, or the other way round.
    pub op_maker: Option<Change>,
    /// The entry that `op_version` lacks.
    pub missing: Option<MissingEntry>,
}

/// Compares the two versions of an operator. If the head defines the operator separately for the static graph, that
/// definition is compared.
pub fn compare(op: &Compared, matched: &Matched, outputs: &Alignment, sides: Sides) -> SavedChanges {
    match op.head.programs.static_definition(op.new_id) {
        None => compare_definitions(op, matched, outputs, sides),
        Some(id) => compare_with(op, id, sides),
    }
}

/// Compares the operator with a definition in the head other than the one it is paired with.
fn compare_with(op: &Compared, new_id: OpId, sides: Sides) -> SavedChanges {
    let new = op.head.registry.op(new_id);
    let op = Compared { new, new_id, ..*op };
    let matched = Matched::new(op.old, new);
    let outputs = outputs::align(op.old, new);
    compare_definitions(&op, &matched, &outputs, sides)
}

fn compare_definitions(op: &Compared, matched: &Matched, outputs: &Alignment, sides: Sides) -> SavedChanges {
    use InPrograms::{Absent, Known, WrittenByHand};
    match (op.base.programs.form(op.old_id), op.head.programs.form(op.new_id)) {
        (Absent, Known(_)) if is_left_to_cpp(op.base, op.old_id) => op_maker_changed(op, "left to C++", "generated"),
        (Absent, _) | (WrittenByHand(_), Absent) => SavedChanges::default(),
        (Known(old), Absent) => {
            let why = format!("{} contain `{}`, which the static graph no longer has", programs(op.new), old.op);
            SavedChanges {
                deltas: vec![Delta::new(ChangedPart::Operator, Effect::Breaks(why))],
                ..SavedChanges::default()
            }
        }
        (WrittenByHand(_), Known(_)) => op_maker_changed(op, "written by hand", "generated"),
        (Known(_), WrittenByHand(_)) => op_maker_changed(op, "generated", "written by hand"),
        (WrittenByHand(old), WrittenByHand(new)) => {
            let comparison = Comparison { op, matched, outputs, sides, by_hand: true, forward_attrs: OnceCell::new() };
            SavedChanges { deltas: differences(&comparison, &old, &new), ..SavedChanges::default() }
        }
        (Known(old), Known(new)) => {
            let comparison = Comparison { op, matched, outputs, sides, by_hand: false, forward_attrs: OnceCell::new() };
            apply_checkpoints(&comparison, differences(&comparison, &old, &new))
        }
    }
}

/// Whether only C++ can declare the operator for the static graph: the YAML defines it for PIR alone.
fn is_left_to_cpp(side: &Side, id: OpId) -> bool {
    side.registry.op(id).home.family().graph() == Graph::Pir && side.programs.op(id).is_none()
}

fn op_maker_changed(op: &Compared, before: &str, now: &str) -> SavedChanges {
    let maker = if op.new.is_backward() { "grad op maker" } else { "op maker" };
    let change = Change::new(Kind::OpMaker, format!("its {maker} was {before} and is now {now}"))
        .base(op.old.name.span)
        .head(op.new.name.span)
        .note(format!("{} follow the old one: compare the two", programs(op.new)));
    SavedChanges { op_maker: Some(change), ..SavedChanges::default() }
}

fn differences(comparison: &Comparison, old: &ProgramForm, new: &ProgramForm) -> Vec<Delta> {
    let op = comparison.op;
    let mut deltas = Vec::new();
    if old.op != new.op && op.old.name == op.new.name {
        let why = format!("{} call it `{}`, but it is now `{}`", programs(op.new), old.op, new.op);
        deltas.push(Delta::new(ChangedPart::Operator, comparison.breaks(why)));
    }
    comparison.tensors(Role::Input, &old.inputs, &new.inputs, &mut deltas);
    comparison.tensors(Role::Output, &old.outputs, &new.outputs, &mut deltas);
    comparison.attrs(old, new, &mut deltas);
    deltas
}

/// Takes the new checkpoints of the head into account, and collects the actions that they lack.
fn apply_checkpoints(comparison: &Comparison, mut deltas: Vec<Delta>) -> SavedChanges {
    let op = comparison.op;
    let new_actions = entry::NewActions::new(op);
    // The framework loads programs in the same way with and without a checkpoint. But a recorded change of a default is intended.
    let is_intended = |wanted: &WantedAction| wanted.kind == ActionKind::ModifyAttr;
    for delta in &mut deltas {
        if let Some(wanted) = delta.wanted.take_if(|wanted| new_actions.contains(wanted))
            && is_intended(&wanted)
        {
            delta.effect = Effect::Harmless;
            delta.note = Some(RECORDED.to_owned());
        }
    }
    let required = deltas.iter().any(|delta| delta.wanted.as_ref().is_some_and(is_intended));
    let wanted: Vec<WantedAction> = deltas.iter_mut().filter_map(|delta| delta.wanted.take()).collect();
    let missing =
        (has_entries(op.new) && !wanted.is_empty()).then(|| entry::missing(op, comparison.sides, &wanted, required));
    SavedChanges { deltas, op_maker: None, missing }
}

/// Reports a new operator that C++ declared before, as far as the YAML shows.
pub fn added(base: &Side, head: &Side, id: OpId) -> Option<Change> {
    let op = head.registry.op(id);
    let InPrograms::Known(form) = head.programs.form(id) else { return None };
    let name = &op.name.value;
    let is_in_yaml = |id: OpId| base.registry.op(id).name.value == *name && !is_left_to_cpp(base, id);
    let is_generated = |id: OpId| matches!(base.programs.form(id), InPrograms::Known(_));
    if base.registry.named_like(name).any(is_in_yaml) || base.programs.of_type(&form.op).is_some_and(is_generated) {
        return None;
    }
    let (what, note) = if was_in_cpp(base, name, &form.op) {
        ("it used to be declared in C++ only", "follow that declaration: compare it with the entry")
    } else if has_entries(op) && head.registry.compat(id).is_some_and(has_old_names) {
        (
            "it may have been declared in C++ only",
            "may follow such a declaration: `op_compat` has other names for it or its parts",
        )
    } else {
        return None;
    };
    let change = Change::new(Kind::OpMaker, what).head(op.name.span);
    Some(change.note(format!("{} {note}", programs(op))))
}

/// Whether the base knows an operator that it does not declare for programs.
fn was_in_cpp(base: &Side, name: &str, ty: &str) -> bool {
    let in_pir = |id: OpId| base.registry.op(id).name.value == *name && is_left_to_cpp(base, id);
    base.registry.compat_of(name).is_some()
        || base.registry.is_hand_written(ty)
        || base.registry.named_like(name).any(in_pir)
        || base.programs.of_type(ty).is_some()
}

/// Whether `op_compat` has other names for the operator or its parts. A new operator needs none.
fn has_old_names(compat: &Compat) -> bool {
    let tables = [&compat.inputs, &compat.outputs, &compat.attrs];
    compat.op.legacy.is_some() || tables.into_iter().flatten().any(|(name, old)| *name != old.value)
}

/// Adds to `change` how the removal of an operator affects programs. Returns all changes, and the entry that `op_version`
/// lacks.
pub fn removed<'a>(
    base: &Side<'a>,
    head: &Side<'a>,
    old_id: OpId,
    change: Change,
    sides: Sides,
) -> (Vec<Change>, Option<MissingEntry>) {
    let old = base.registry.op(old_id);
    let form = match base.programs.form(old_id) {
        InPrograms::Absent => return (vec![change], None),
        InPrograms::WrittenByHand(_) => {
            let note = "its op maker is written by hand, and programs only break if that was removed";
            return (vec![change.note(note)], None);
        }
        InPrograms::Known(form) => form,
    };
    let Some(new_id) = head.programs.of_type(&form.op) else {
        let change = match head.registry.is_hand_written(&form.op) {
            true => change.note(format!("C++ implements `{}` by hand", form.op)),
            false => change.breaks(Class::Model, format!("{} contain `{}`", programs(old), form.op)),
        };
        return (vec![change], None);
    };
    let new = head.registry.op(new_id);
    let found = compare_with(&Compared { base, head, old, new, old_id, new_id }, new_id, sides);
    let place = format!("programs now use `{}` of `{}`", new.name.value, new.home.key());
    let notes = found.deltas.iter().filter_map(|delta| delta.note.clone());
    let change = notes.fold(change.note(place), Change::note);
    let reasons = reasons(&found.deltas);
    let change = change.breaks_if(!reasons.is_empty(), Class::Model, reasons);
    ([change].into_iter().chain(found.op_maker).collect(), found.missing)
}

fn reasons(deltas: &[Delta]) -> Vec<&str> {
    deltas.iter().filter_map(Delta::reason).collect()
}

/// A change that reports the differences for which no other change is the cause.
pub fn as_change(op: &Compared, deltas: &[Delta]) -> Option<Change> {
    let reasons = reasons(deltas);
    if reasons.is_empty() {
        return None;
    }
    let change = Change::new(Kind::SavedForm, "its saved form changed").breaks(Class::Model, reasons);
    let place = |side: &Side, id: OpId| {
        let compat = side.programs.op(id).and_then(|op| op.compat);
        compat.map_or(side.registry.op(id).name.span, |entry| entry.op.name.span)
    };
    Some(change.base(place(op.base, op.old_id)).head(place(op.head, op.new_id)))
}
