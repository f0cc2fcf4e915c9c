//! The differences between two profiles, key by key.

use std::collections::BTreeMap;

use opgen::source::yaml::{Node, Value};
use opgen::source::{Sources, Span};

use super::profile_toml::{inline, path, place};

/// The values of a key that is not a table.
struct Values<'a> {
    is_list: bool,
    values: Vec<(String, Span)>,
    sources: &'a Sources,
}

impl Values<'_> {
    fn texts(&self) -> Vec<&str> {
        self.values.iter().map(|(text, _)| text.as_str()).collect()
    }
}

/// The keys whose values differ between two profiles. Below each are the values that only the old profile has, after `-`, and those
/// that only the new one has, after `+`, with the places where they are written.
pub fn differences((old, old_sources): (&Node, &Sources), (new, new_sources): (&Node, &Sources)) -> String {
    let mut keys: BTreeMap<String, [Option<Values>; 2]> = BTreeMap::new();
    for (side, (node, sources)) in [(old, old_sources), (new, new_sources)].into_iter().enumerate() {
        collect("", node, &mut |key, is_list, values| {
            keys.entry(key).or_default()[side] = Some(Values { is_list, values, sources });
        });
    }
    keys.iter()
        .filter_map(|(key, [old, new])| Some(format!("{key}\n{}", changes(old.as_ref(), new.as_ref())?)))
        .collect()
}

/// Calls `found` with the path of each key that is not a table, and its values.
fn collect(at: &str, node: &Node, found: &mut impl FnMut(String, bool, Vec<(String, Span)>)) {
    let value = |node: &Node| (inline(node), node.span);
    match &node.value {
        Value::Mapping(entries) if !entries.is_empty() => {
            for (name, value) in entries {
                collect(&path(at, &name.value), value, found);
            }
        }
        Value::Sequence(items) if !items.is_empty() => found(at.to_owned(), true, items.iter().map(value).collect()),
        _ => found(at.to_owned(), false, vec![value(node)]),
    }
}

/// The lines for a key; `None` if both profiles have the same values. A list with the same items in another order is shown whole.
fn changes(old: Option<&Values>, new: Option<&Values>) -> Option<String> {
    let [old_texts, new_texts] = [old, new].map(|side| side.map(Values::texts).unwrap_or_default());
    let is_list = |side: Option<&Values>| side.map(|side| side.is_list);
    if is_list(old) == is_list(new) && old_texts == new_texts {
        return None;
    }
    let items = lines("-", old, &new_texts) + &lines("+", new, &old_texts);
    Some(if items.is_empty() { lines("-", old, &[]) + &lines("+", new, &[]) } else { items })
}

/// The values of a profile that are not among `others`, a line each.
fn lines(sign: &str, side: Option<&Values>, others: &[&str]) -> String {
    let Some(Values { values, sources, .. }) = side else { return String::new() };
    let mut others = others.to_vec();
    let mut is_only_here = |(text, _): &(String, Span)| match others.iter().position(|other| other == text) {
        Some(at) => {
            others.swap_remove(at);
            false
        }
        None => true,
    };
    let shown = values.iter().filter(|value| is_only_here(value));
    shown.map(|(text, span)| format!("{sign} {text}  # {}\n", place(*span, sources))).collect()
}
