//! One operator compared with itself: every part of it, and all of that merged into a list of changes.

use super::align::Alignment;
use super::args::{self, Matched};
use super::change::{Change, Class, Kind};
use super::entry::MissingEntry;
use super::saved::{self, Delta};
use super::{Compared, Sides, has_callers, kernel, lists, outputs};
use source::Spanned;
use spec::{Op, Signature};
use targets::static_graph::program_form::has_entries;

/// What a change is about, under its names on both sides.
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
    pub fn part(self, change: Change) -> Part {
        Part { about: self, change }
    }

    /// Whether both speak of one argument or output.
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
pub struct Part {
    pub about: About,
    pub change: Change,
}

/// Everything that changed about an operator, and what `op_version` should say of it.
pub fn compare(op: &Compared, sides: Sides) -> (Vec<Change>, Option<MissingEntry>) {
    // What stands in none of these is no part of an operator's meaning.
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
        let change = Change::new(Kind::ForwardChanged, "the forward signature follows its operator");
        changes.push(Change { base: span(op.old), head: span(op.new), ..change });
    }
    for (what, old, new) in [("traits", &op.old.traits, traits), ("interfaces", &op.old.interfaces, interfaces)] {
        changes.extend(names_changed(what, old, new));
    }
    changes.extend(saved::as_change(op, left));
    // What these say of a gradient is said of its operator; what they say of an operator that the static graph defines
    // for itself is said there.
    if has_entries(op.new) && op.head.programs.static_definition(op.new_id).is_none() {
        changes.extend(lists::compat(op.base.registry.compat(op.old_id), op.head.registry.compat(op.new_id)));
        changes.extend(lists::version(op.base.registry.version(op.old_id), op.head.registry.version(op.new_id)));
    }
    (changes, missing)
}

/// Gives each reason of the saved form to the change that caused it; returns what none did.
fn merge(parts: &mut [Part], deltas: Vec<Delta>) -> Vec<Delta> {
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
    let change =
        Change::new(Kind::OperatorRenamed, format!("it is called `{}` now, and was `{}`", new.value, old.value))
            .base(old.span)
            .head(new.span)
            .breaks_if(callers, Class::Api, format!("the functions of `{}` are gone", old.value));
    match (op.base.programs.form(op.old_id), op.head.programs.form(op.new_id)) {
        (None, _) => change,
        (Some(before), Some(after)) if before.op == after.op => {
            change.note(format!("programs know it as `{}`, as before", after.op))
        }
        (Some(before), _) => change.breaks(Class::Model, format!("programs know it as `{}`", before.op)),
    }
}

/// Whether callers keep their functions where the kind of file is another one, or asks for no functions any more.
fn moved(op: &Compared) -> Option<Change> {
    let (old, new) = (op.old, op.new);
    let change = match (old.home == new.home, old.support_dygraph_mode, new.support_dygraph_mode) {
        (true, before, after) if before == after => return None,
        (true, _, after) => {
            let message =
                if after { "it has functions for callers now" } else { "it has no functions for callers any more" };
            Change::new(Kind::DygraphMode, message)
        }
        (false, ..) => {
            let message = format!("it is defined in `{}` now, and was in `{}`", new.home.key(), old.home.key());
            Change::new(Kind::OperatorMoved, message)
        }
    };
    let change = change.base(old.name.span).head(new.name.span);
    let lost = has_callers(old) && (!has_callers(new) || old.home.family() != new.home.family());
    let why = match has_callers(new) {
        true => "its functions are in another namespace or file",
        false => "its functions are gone",
    };
    Some(change.breaks_if(lost, Class::Api, why))
}

fn backward_changed(old: Option<&Spanned<String>>, new: Option<&Spanned<String>>, callers: bool) -> Option<Change> {
    let change = match (old, new) {
        (None, Some(new)) => {
            Change::new(Kind::BackwardAdded, format!("it has a gradient now: `{}`", new.value)).head(new.span)
        }
        (Some(old), None) => {
            Change::new(Kind::BackwardRemoved, format!("it has no gradient any more; it was `{}`", old.value))
                .base(old.span)
                .breaks_if(callers, Class::Api, "callers who train get no gradient through it")
        }
        (Some(old), Some(new)) if old != new => {
            let message = format!("its gradient is `{}` now, and was `{}`", new.value, old.value);
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
        [] => "nothing".to_owned(),
        names => format!("`{}`", names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ")),
    };
    let change = Change::new(Kind::StaticGraph, format!("`{what}` is {} now, and was {}", shown(new), shown(old)));
    Some(Change { base: old.first().map(|name| name.span), head: new.first().map(|name| name.span), ..change })
}
