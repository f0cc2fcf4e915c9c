//! Compares both versions of one operator, part by part, and merges the results into a list of changes.

use super::align::Alignment;
use super::args::{self, Matched};
use super::change::{Change, Class, Kind};
use super::entry::MissingEntry;
use super::saved::{self, Delta};
use super::{Compared, Sides, has_callers, kernel, lists, outputs};
use source::Spanned;
use spec::{Op, Signature};
use targets::static_graph::program_form::has_entries;

/// What a change is about, with the names on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// The operator as a whole.
    Operator,
    Argument {
        base: Option<String>,
        head: Option<String>,
    },
    Output {
        base: Option<String>,
        head: Option<String>,
    },
}

impl About {
    pub fn part(self, change: Change) -> SignatureChange {
        SignatureChange { about: self, change }
    }

    /// Whether both are about the same argument or output.
    fn meets(&self, other: &About) -> bool {
        let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        match (self, other) {
            (About::Argument { base, head }, About::Argument { base: old, head: new })
            | (About::Output { base, head }, About::Output { base: old, head: new }) => {
                same(base, old) || same(head, new)
            }
            _ => false,
        }
    }
}

/// A change of an argument or an output.
#[derive(Debug)]
pub struct SignatureChange {
    pub about: About,
    pub change: Change,
}

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
        extra: _,
        poisoned: _,
    } = op.new;
    let Signature { inputs: _, attrs: _, outputs: _ } = signature;
    let callers = has_callers(op.old);
    let matched = Matched::new(&op.old.signature, signature);
    let aligned = Alignment::of(&op.old.signature.outputs, &signature.outputs);
    let mut changes = Vec::new();
    changes.extend((*name != op.old.name).then(|| renamed(op, callers)));
    changes.extend(moved(op));
    let mut parts = args::compare(&matched, callers);
    parts.extend(outputs::compare(op, &aligned, &matched, callers));
    let (deltas, missing) = saved::compare(op, &matched, &aligned, sides);
    let left = merge(&mut parts, deltas);
    changes.extend(parts.into_iter().map(|part| part.change));
    changes.extend(outputs::compare_mappings(op, &aligned, &matched, callers));
    changes.extend(kernel::compare(op, &matched, sides));
    changes.extend(backward_changed(op.old.backward.as_ref(), backward.as_ref(), callers));
    if op.old.forward != *forward {
        let span = |op: &Op| op.forward.as_ref().map(|forward| forward.name.span);
        let change = Change::new(Kind::ForwardChanged, "the forward signature changed with its operator");
        changes.push(Change { base: span(op.old), head: span(op.new), ..change });
    }
    for (what, old, new) in [("traits", &op.old.traits, traits), ("interfaces", &op.old.interfaces, interfaces)] {
        changes.extend(names_changed(what, old, new));
    }
    changes.extend(saved::as_change(op, left));
    // Entries for a gradient are reported with its forward operator. Entries for an operator that has its own definition
    // in the static graph are reported with that definition.
    if has_entries(op.new) && op.head.programs.static_definition(op.new_id).is_none() {
        changes.extend(lists::compat(op.base.registry.compat(op.old_id), op.head.registry.compat(op.new_id)));
        changes.extend(lists::version(op.base.registry.version(op.old_id), op.head.registry.version(op.new_id)));
    }
    (changes, missing)
}

/// Adds each difference of the saved form to the change that caused it. Returns those that no change caused.
fn merge(parts: &mut [SignatureChange], deltas: Vec<Delta>) -> Vec<Delta> {
    let mut left = Vec::new();
    for delta in deltas {
        let Some(why) = delta.breaks.clone() else { continue };
        match parts.iter_mut().find(|part| part.about.meets(&delta.about)) {
            Some(part) => {
                let change = part.change.clone();
                part.change = change.breaks(Class::Model, why);
            }
            None => left.push(delta),
        }
    }
    left
}

fn renamed(op: &Compared, callers: bool) -> Change {
    let (old, new) = (&op.old.name, &op.new.name);
    let change = Change::new(Kind::OperatorRenamed, format!("renamed from `{}` to `{}`", old.value, new.value))
        .base(old.span)
        .head(new.span)
        .breaks_if(callers, Class::Api, format!("the functions of `{}` are removed", old.value));
    match (op.base.programs.form(op.old_id), op.head.programs.form(op.new_id)) {
        (None, _) => change,
        (Some(before), Some(after)) if before.op == after.op => {
            change.note(format!("programs still call it `{}`", after.op))
        }
        (Some(before), _) => change.breaks(Class::Model, format!("programs call it `{}`", before.op)),
    }
}

/// Reports an operator that moved to another kind of file, or whose entry now does or does not ask for functions.
fn moved(op: &Compared) -> Option<Change> {
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
    let lost = has_callers(old) && (!has_callers(new) || old.home.family() != new.home.family());
    let why = match has_callers(new) {
        true => "its functions are in another namespace or file",
        false => "its functions are removed",
    };
    Some(change.breaks_if(lost, Class::Api, why))
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
