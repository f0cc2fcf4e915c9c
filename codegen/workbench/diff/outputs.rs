//! Compares outputs: the results that callers get, and the inputs that these share memory with.

use std::collections::BTreeSet;

use super::align::{Alignment, Named};
use super::args::Matched;
use super::change::{Change, Class, Kind};
use super::changed_part::{ChangedPart, SignatureChange};
use super::gradient::ForwardParts;
use super::side::Compared;
use super::users;
use spec::{Mapping, Op, Output};

impl Named for Output {
    fn name(&self) -> &str {
        self.name.as_str()
    }

    fn could_become(&self, other: &Self) -> bool {
        self.ty == other.ty && self.intermediate == other.intermediate
    }
}

/// The outputs of two versions of an operator, matched with each other.
pub fn align(old: &Op, new: &Op) -> Alignment {
    let parts = ForwardParts::new(old, new);
    let may_be_same = |old: &Output, new: &Output| {
        parts.as_ref().is_none_or(|parts| parts.may_be_same(old.name.as_str(), new.name.as_str()))
    };
    Alignment::new(&old.signature.outputs, &new.signature.outputs, may_be_same)
}

/// All changes of an operator's outputs.
pub fn compare(aligned: &Alignment, matched: &Matched, callers: bool) -> Vec<SignatureChange> {
    let (base, head) = (&matched.base.outputs, &matched.head.outputs);
    let returned = |output: &Output| callers && !output.intermediate;
    let mut parts = Vec::new();
    for &i in &aligned.removed {
        let old = &base[i];
        let change = Change::new(kind(old), format!("the output `{}` was removed", old.name.value)).base(old.name.span);
        parts.push(output(Some(old), None).with(change.breaks_if(returned(old), Class::Api, "callers use it")));
    }
    for &(old, new) in &aligned.both {
        compare_output(&base[old], &head[new], matched, callers, &mut parts);
    }
    for &i in &aligned.moved {
        let new = &head[i];
        let message = format!("the output `{}` moved to another position", new.name.value);
        let change = Change::new(kind(new), message).head(new.name.span);
        parts.push(output(None, Some(new)).with(change.breaks_if(
            returned(new),
            Class::Api,
            "callers use results by position",
        )));
    }
    for &i in &aligned.added {
        let new = &head[i];
        let change = Change::new(kind(new), format!("the output `{}` is new", new.name.value)).head(new.name.span);
        let why = "callers get one more result";
        parts.push(output(None, Some(new)).with(change.breaks_if(returned(new), Class::Api, why)));
    }
    parts
}

/// Intermediate outputs are kept for the gradient and are not returned.
fn kind(output: &Output) -> Kind {
    if output.intermediate { Kind::OutputChanged } else { Kind::ReturnChanged }
}

fn output(base: Option<&Output>, head: Option<&Output>) -> ChangedPart {
    let name = |output: &Output| output.name.value.clone();
    ChangedPart::Output { base: base.map(name), head: head.map(name) }
}

fn compare_output(old: &Output, new: &Output, matched: &Matched, callers: bool, parts: &mut Vec<SignatureChange>) {
    let Output { name, ty, class, size, optional, intermediate } = new;
    let shown = name.as_str();
    let returned = callers && !(old.intermediate && *intermediate);
    let mut push = |kind, message: String, api: Option<&str>| {
        let change = Change::new(kind, message).base(old.name.span).head(name.span);
        let change = change.breaks_if(returned && api.is_some(), Class::Api, api.unwrap_or_default());
        parts.push(output(Some(old), Some(new)).with(change));
    };
    if *name != old.name {
        push(Kind::OutputChanged, format!("the output `{}` was renamed to `{shown}`", old.name.value), None);
    }
    if *ty != old.ty {
        let message = format!("the type of the output `{shown}` changed from `{}` to `{ty}`", old.ty);
        push(kind(new), message, Some("callers get a different type"));
    }
    if *class != old.class {
        let message = format!("the class of the output `{shown}` changed");
        push(kind(new), message, Some("callers get a different class of tensor"));
    }
    if size.as_ref().map(|size| with_new_names(size.as_str(), &Matched::same(matched.head)))
        != old.size.as_ref().map(|size| with_new_names(size.as_str(), matched))
    {
        let of =
            |output: &Output| output.size.as_ref().map_or("unspecified".to_owned(), |size| format!("`{}`", size.value));
        let message = format!("the length of `{shown}` changed from {} to {}", of(old), of(new));
        push(kind(new), message, Some("callers may get a different number of tensors"));
    }
    if *optional != old.optional {
        let now = if *optional { "is now optional" } else { "is no longer optional" };
        push(Kind::OutputChanged, format!("the output `{shown}` {now}"), None);
    }
    if *intermediate != old.intermediate {
        let (now, why) = match *intermediate {
            true => ("is now intermediate", "callers no longer get it"),
            false => ("is no longer intermediate", "callers get one more result"),
        };
        push(Kind::ReturnChanged, format!("the output `{shown}` {now}"), Some(why));
    }
}

/// An expression with the arguments under their names in the head, and without white space.
fn with_new_names(text: &str, matched: &Matched) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_name(c) != is_name(first)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        match is_name(first) {
            true => result.push_str(matched.head_name(word).unwrap_or(word)),
            false => result.extend(word.chars().filter(|c| !c.is_whitespace())),
        }
        rest = behind;
    }
    result
}

/// Mappings of the base, under the names that the head uses.
fn with_head_names(
    mappings: &[Mapping],
    op: &Compared,
    outputs: &Alignment,
    matched: &Matched,
) -> Vec<(String, String)> {
    let base = &op.old.signature.outputs;
    let output = |name: &str| {
        let at = base.position_of(name)?;
        Some(op.new.signature.outputs[outputs.head_of(at)?].name.value.clone())
    };
    let pair = |mapping: &Mapping| {
        let input = matched.head_name(&mapping.input.value).unwrap_or(&mapping.input.value).to_owned();
        (input, output(&mapping.output.value).unwrap_or_else(|| mapping.output.value.clone()))
    };
    mappings.iter().map(pair).collect()
}

/// Compares `inplace` and `view`.
pub fn compare_mappings(op: &Compared, outputs: &Alignment, matched: &Matched, callers: bool) -> Vec<Change> {
    let mut changes = Vec::new();
    for (kind, what, old, new) in [
        (Kind::InplaceChanged, "written in place of", &op.old.inplace, &op.new.inplace),
        (Kind::ViewChanged, "a view of", &op.old.view, &op.new.view),
    ] {
        let before = with_head_names(old, op, outputs, matched);
        let after: Vec<_> =
            new.iter().map(|mapping| (mapping.input.value.clone(), mapping.output.value.clone())).collect();
        let [known_before, known_after] = [&before, &after].map(|pairs| pairs.iter().collect::<BTreeSet<_>>());
        for (mapping, (input, output)) in old.iter().zip(&before).filter(|(_, pair)| !known_after.contains(pair)) {
            let change =
                Change::new(kind, format!("`{output}` is no longer {what} `{input}`")).base(mapping.output.span);
            changes.push(add_effect(change, kind, op, callers, false));
        }
        for (mapping, (input, output)) in new.iter().zip(&after).filter(|(_, pair)| !known_before.contains(pair)) {
            let change = Change::new(kind, format!("`{output}` is now {what} `{input}`")).head(mapping.output.span);
            changes.push(add_effect(change, kind, op, callers, true));
        }
    }
    changes
}

/// Adds the effect on callers. The first `inplace` mapping adds a function; each further one changes its signature.
fn add_effect(change: Change, kind: Kind, op: &Compared, callers: bool, added: bool) -> Change {
    let inplace = |op: &Op| op.function_name(true);
    match (kind, added) {
        (Kind::InplaceChanged, _) if op.head.has_users_of(op.new) => users::overwritten(change, added),
        (Kind::ViewChanged, true) => change.breaks_if(callers, Class::Api, "callers may rely on separate memory"),
        (Kind::ViewChanged, false) => change.breaks_if(callers, Class::Api, "callers may rely on shared memory"),
        (_, true) if op.old.inplace.is_empty() => change.note(format!("`{}` is a new function", inplace(op.new))),
        (_, false) if op.new.inplace.is_empty() => {
            change.breaks_if(callers, Class::Api, format!("the function `{}` is removed", inplace(op.old)))
        }
        _ => change.breaks_if(
            callers,
            Class::Api,
            format!("`{}` takes and returns different references", inplace(op.new)),
        ),
    }
}
