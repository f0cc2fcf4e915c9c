//! Compares operators in saved programs: which programs no longer load, and which entries `op_version` needs.
//!
//! Only what the YAML knows of programs can break: if an op maker is written by hand, its names and attributes stand in C++.

use super::about::About;
use super::align::Alignment;
use super::args::Matched;
use super::change::{Change, Class, Kind};
use super::delta::{Delta, Effect, programs};
use super::entry::{self, MissingEntry, Wanted};
use super::program_args::{Comparison, Role};
use super::side::{Compared, Side, Sides};
use forms::static_graph::program_form::{InPrograms, ProgramForm, has_entries};
use registry::OpId;
use spec::ActionKind;

/// Everything that a comparison of programs finds.
#[derive(Debug, Default)]
pub struct Found {
    pub deltas: Vec<Delta>,
    /// That another sort of op maker declares the operator now.
    pub op_maker: Option<Change>,
    /// The entry that `op_version` lacks.
    pub missing: Option<MissingEntry>,
}

/// All differences between two versions of an operator. If the static graph has its own definition in the head, that one is
/// compared.
pub fn compare(op: &Compared, matched: &Matched, outputs: &Alignment, sides: Sides) -> Found {
    match op.head.programs.static_definition(op.new_id) {
        None => compare_definitions(op, matched, outputs, sides),
        Some(id) => compare_with(op, id, sides),
    }
}

/// Compares with another definition in the head than the one that the operator is paired with.
fn compare_with(op: &Compared, new_id: OpId, sides: Sides) -> Found {
    let new = op.head.registry.op(new_id);
    let op = Compared { new, new_id, ..*op };
    let matched = Matched::new(&op.old.signature, &new.signature);
    let outputs = Alignment::of(&op.old.signature.outputs, &new.signature.outputs);
    compare_definitions(&op, &matched, &outputs, sides)
}

fn compare_definitions(op: &Compared, matched: &Matched, outputs: &Alignment, sides: Sides) -> Found {
    use InPrograms::{Absent, Known, WrittenByHand};
    match (op.base.programs.form(op.old_id), op.head.programs.form(op.new_id)) {
        (Absent, _) | (WrittenByHand(_), Absent) => Found::default(),
        (Known(old), Absent) => {
            let why = format!("{} contain `{}`, which the static graph no longer has", programs(op.new), old.op);
            Found { deltas: vec![Delta::new(About::Operator, Effect::Breaks(why))], ..Found::default() }
        }
        (WrittenByHand(_), Known(_)) => other_maker(op, "written by hand", "generated"),
        (Known(_), WrittenByHand(_)) => other_maker(op, "generated", "written by hand"),
        (WrittenByHand(old), WrittenByHand(new)) => {
            let comparison = Comparison { op, matched, outputs, sides, by_hand: true };
            Found { deltas: differences(&comparison, &old, &new), ..Found::default() }
        }
        (Known(old), Known(new)) => {
            let comparison = Comparison { op, matched, outputs, sides, by_hand: false };
            recorded(&comparison, differences(&comparison, &old, &new))
        }
    }
}

fn other_maker(op: &Compared, before: &str, now: &str) -> Found {
    let maker = if op.new.is_backward() { "grad op maker" } else { "op maker" };
    let change = Change::new(Kind::OpMaker, format!("its {maker} was {before} and is now {now}"))
        .base(op.old.name.span)
        .head(op.new.name.span)
        .note(format!("{} have what the old one declares: compare it with the new one", programs(op.new)));
    Found { op_maker: Some(change), ..Found::default() }
}

fn differences(comparison: &Comparison, old: &ProgramForm, new: &ProgramForm) -> Vec<Delta> {
    let op = comparison.op;
    let mut deltas = Vec::new();
    if old.op != new.op && op.old.name == op.new.name {
        let why = format!("{} call it `{}`, but it is now `{}`", programs(op.new), old.op, new.op);
        deltas.push(Delta::new(About::Operator, comparison.breaks(why)));
    }
    comparison.tensors(Role::Input, &old.inputs, &new.inputs, &mut deltas);
    comparison.tensors(Role::Output, &old.outputs, &new.outputs, &mut deltas);
    comparison.attrs(old, new, &mut deltas);
    deltas
}

/// Takes the head's new checkpoints into account, and collects what they lack.
fn recorded(comparison: &Comparison, mut deltas: Vec<Delta>) -> Found {
    let op = comparison.op;
    let declared = entry::Declared::new(op);
    // A checkpoint can give the default for older programs, but it cannot restore what was removed.
    let restores = |wanted: &Wanted| wanted.kind == ActionKind::ModifyAttr;
    for delta in &mut deltas {
        if let Some(wanted) = delta.wanted.take_if(|wanted| declared.says(wanted))
            && restores(&wanted)
        {
            delta.effect = Effect::Harmless;
        }
    }
    let required = deltas.iter().any(|delta| delta.wanted.as_ref().is_some_and(restores));
    let wanted: Vec<Wanted> = deltas.iter_mut().filter_map(|delta| delta.wanted.take()).collect();
    let missing =
        (has_entries(op.new) && !wanted.is_empty()).then(|| entry::missing(op, comparison.sides, wanted, required));
    Found { deltas, op_maker: None, missing }
}

/// Says of a new operator that C++ alone declared it before, which only its compat entry shows.
pub fn added(base: &Side, head: &Side, id: OpId) -> Option<Change> {
    let op = head.registry.op(id);
    let InPrograms::Known(form) = head.programs.form(id) else { return None };
    let was_in_cpp = base.registry.compat_of(&op.name.value).is_some() || base.registry.is_hand_written(&form.op);
    if !was_in_cpp || base.registry.named(&op.name.value).is_some() {
        return None;
    }
    let change = Change::new(Kind::OpMaker, "C++ alone declared it before").head(op.name.span);
    Some(change.note(format!("{} have what C++ declared: compare it with the entry", programs(op))))
}

/// Says on `change` what becomes of programs that contain a removed operator. Returns all changes, and the entry that
/// `op_version` lacks.
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
    let change = change.breaks_if(!reasons.is_empty(), Class::Model, reasons.join("; "));
    ([change].into_iter().chain(found.op_maker).collect(), found.missing)
}

fn reasons(deltas: &[Delta]) -> Vec<&str> {
    deltas.iter().filter_map(Delta::reason).collect()
}

/// The change for differences that no other change explains.
pub fn as_change(op: &Compared, deltas: &[Delta]) -> Option<Change> {
    let reasons = reasons(deltas);
    if reasons.is_empty() {
        return None;
    }
    let change = Change::new(Kind::SavedForm, "its saved form changed").breaks(Class::Model, reasons.join("; "));
    let place = |side: &Side, id: OpId| {
        let compat = side.programs.op(id).and_then(|op| op.compat);
        compat.map_or(side.registry.op(id).name.span, |entry| entry.op.name.span)
    };
    Some(change.base(place(op.base, op.old_id)).head(place(op.head, op.new_id)))
}
