//! Merges a profile into the one that it extends: tables are joined, and any other value replaces the old one.
//!
//! `{ add = [...], remove = [...] }` changes a list in part. `{section.key}` in a text stands for the text under that key, so
//! that a path or a namespace is written once. An item of a list that consists of such a reference stands for the items of the
//! list under that key. A table with `extends = "{section.key}"` also has the keys of the table there.

use std::collections::BTreeMap;

use parallel::prelude::*;
use source::yaml::{Entries, Node, Scalar, Value};
use source::{Diagnostic, Diagnostics, Span, Spanned, rules, suggest};

const ADD: &str = "add";
const REMOVE: &str = "remove";

/// The tables of `base` with those of `over` laid over them.
pub fn merge(base: Node, over: Node, diagnostics: &mut Diagnostics) -> Node {
    match (base.value, over.value) {
        (Value::Mapping(mut entries), Value::Mapping(news)) => {
            let places = (news.len() > FEW).then(|| places(&entries));
            for (key, new) in news {
                let place = match &places {
                    Some(places) => places.get(&key.value).copied(),
                    None => entries.iter().position(|(known, _)| known.value == key.value),
                };
                match place {
                    Some(at) => {
                        let (old_key, old) = &mut entries[at];
                        // The key of a value that takes the place of another is where that value is written.
                        if !matches!(new.value, Value::Mapping(_)) {
                            *old_key = key;
                        }
                        let taken = Node { value: Value::Rejected, span: old.span };
                        *old = merge(std::mem::replace(old, taken), new, diagnostics);
                    }
                    None => entries.push((key, new)),
                }
            }
            Node { value: Value::Mapping(entries), span: base.span }
        }
        (Value::Sequence(items), Value::Mapping(changes)) => {
            Node { value: Value::Sequence(changed(items, changes, diagnostics)), span: over.span }
        }
        (_, value) => Node { value, span: over.span },
    }
}

/// The number of keys up to which each is looked for in the table without an index.
const FEW: usize = 32;

/// The places of the keys of a table.
fn places(entries: &Entries) -> BTreeMap<String, usize> {
    entries.iter().enumerate().map(|(at, (key, _))| (key.value.clone(), at)).collect()
}

/// The key of the reference to the table that a table extends.
const EXTENDS: &str = "extends";

/// A list with some items added, and others removed.
fn changed(mut items: Vec<Node>, changes: Entries, diagnostics: &mut Diagnostics) -> Vec<Node> {
    for (key, node) in changes {
        let Value::Sequence(listed) = node.value else {
            let message = format!("`{}` must be a list", key.value);
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message));
            continue;
        };
        match key.value.as_str() {
            ADD => items.extend(listed),
            REMOVE => listed.iter().for_each(|gone| remove(&mut items, gone, diagnostics)),
            other => {
                let problem =
                    Diagnostic::new(rules::UNKNOWN_KEY, key.span, format!("`{other}` does not change a list"));
                diagnostics.push(problem.help("write a new list, or `{ add = [...], remove = [...] }`"));
            }
        }
    }
    items
}

fn remove(items: &mut Vec<Node>, gone: &Node, diagnostics: &mut Diagnostics) {
    if taken(items, gone) {
        return items.push(noted(REMOVED, gone));
    }
    if items.iter().any(refers) {
        return items.push(noted(TO_REMOVE, gone));
    }
    report_absent(items, gone, diagnostics);
}

fn report_absent(items: &[Node], gone: &Node, diagnostics: &mut Diagnostics) {
    let text = scalar(gone).unwrap_or("this item");
    let problem = Diagnostic::new(rules::WRONG_NODE, gone.span, format!("`{text}` is not in the list"));
    diagnostics.push(problem.maybe_help(suggest::help(text, items.iter().filter_map(scalar))));
}

/// Whether an item contains a reference.
fn refers(item: &Node) -> bool {
    match &item.value {
        Value::Scalar(scalar) => first_reference(&scalar.text).is_some(),
        Value::Sequence(items) => items.iter().any(refers),
        Value::Mapping(entries) => entries.iter().any(|(_, value)| refers(value)),
        Value::Rejected => false,
    }
}

/// Removes an item from a list. Returns whether the list had it.
fn taken(items: &mut Vec<Node>, gone: &Node) -> bool {
    let count = items.len();
    items.retain(|item| !means(gone, item));
    items.len() < count
}

/// The key of a note among the items of a list. The item under it may be part of another list that a reference stands
/// for, so it is removed after references have been resolved.
const TO_REMOVE: &str = "{remove}";

/// The key of a note that an item was removed. A list that refers to this one may remove the item, too.
const REMOVED: &str = "{removed}";

fn noted(key: &str, gone: &Node) -> Node {
    let key = Spanned::new(key.to_owned(), gone.span);
    Node { value: Value::Mapping(vec![(key, gone.clone())]), span: gone.span }
}

/// Removes the items that notes say, each from the items before the note.
fn remove_noted(items: &mut Vec<Node>, diagnostics: &mut Diagnostics) {
    let mut left = Vec::with_capacity(items.len());
    let mut removed: Vec<Node> = Vec::new();
    for item in items.drain(..) {
        if let Some(gone) = entry(&item, REMOVED) {
            removed.push(gone.clone());
        } else if let Some(gone) = entry(&item, TO_REMOVE) {
            if !taken(&mut left, gone) && !removed.iter().any(|before| means(gone, before)) {
                report_absent(&left, gone, diagnostics);
            }
        } else {
            left.push(item);
        }
    }
    *items = left;
}

/// Whether an item is the one that is meant: some keys of a table are enough to identify it.
fn means(written: &Node, item: &Node) -> bool {
    match (&written.value, &item.value) {
        (Value::Scalar(one), Value::Scalar(other)) => one.text == other.text,
        (Value::Sequence(one), Value::Sequence(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| means(one, other))
        }
        (Value::Mapping(keys), Value::Mapping(_)) => {
            let has =
                |(key, value): &(Spanned<String>, Node)| entry(item, &key.value).is_some_and(|is| means(value, is));
            !keys.is_empty() && keys.iter().all(has)
        }
        _ => false,
    }
}

/// The text of a scalar.
pub fn scalar(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Scalar(scalar) => Some(&scalar.text),
        _ => None,
    }
}

fn sequence(node: &Node) -> Option<&[Node]> {
    match &node.value {
        Value::Sequence(items) => Some(items),
        _ => None,
    }
}

/// Replaces every `{section.key}` in the tables of a profile by the text under that key. `dropped` are profiles before parts of them
/// were removed: references to removed parts keep their old value.
pub fn resolve(root: &mut Node, dropped: &[Node], diagnostics: &mut Diagnostics) {
    let whole = root.clone();
    let known: Vec<&Node> = [&whole].into_iter().chain(dropped.iter().rev()).collect();
    let Value::Mapping(entries) = &mut root.value else { return };
    let resolved = |(key, mut value): (Spanned<String>, Node)| {
        let mut found = Diagnostics::default();
        resolve_below(&mut value, &known, MOST_STEPS, &mut found);
        ((key, value), found)
    };
    let resolved: Vec<_> = std::mem::take(entries).into_par_iter().map(resolved).collect();
    for (entry, found) in resolved {
        entries.push(entry);
        diagnostics.append(found);
    }
}

/// Replaces the references in a node. A table extends at most `steps` others, one through the other.
fn resolve_below(node: &mut Node, known: &[&Node], steps: usize, diagnostics: &mut Diagnostics) {
    if let Some(extended) = extended(node, known, diagnostics).filter(|_| steps > 0) {
        *node = extended;
        return resolve_below(node, known, steps - 1, diagnostics);
    }
    match &mut node.value {
        Value::Scalar(scalar) if first_reference(&scalar.text).is_none() => {}
        Value::Scalar(scalar) => match resolved(&scalar.text, known, MOST_STEPS) {
            Ok(text) => *scalar = Scalar::new(text, false, None),
            Err(path) => {
                let message = format!("the profile has no text under `{path}`");
                diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message));
            }
        },
        Value::Sequence(items) => {
            splice(items, known, MOST_STEPS);
            for item in &mut *items {
                resolve_below(item, known, steps, diagnostics);
            }
            remove_noted(items, diagnostics);
        }
        Value::Mapping(entries) => {
            for (_, value) in entries {
                resolve_below(value, known, steps, diagnostics);
            }
        }
        Value::Rejected => {}
    }
}

/// A table that extends another, with the keys of both. If the other does not exist, this is reported.
fn extended(node: &Node, known: &[&Node], diagnostics: &mut Diagnostics) -> Option<Node> {
    let Value::Mapping(entries) = &node.value else { return None };
    let reference = entry(node, EXTENDS)?;
    let path = only_reference(scalar(reference)?)?;
    let own = entries.iter().filter(|(key, _)| key.value != EXTENDS).cloned().collect();
    let own = Node { value: Value::Mapping(own), span: node.span };
    let is_table = |found: &&Node| matches!(found.value, Value::Mapping(_));
    match known.iter().find_map(|root| at(root, path).filter(is_table)) {
        Some(table) => Some(Node { span: node.span, ..merge(table.clone(), own, diagnostics) }),
        None => {
            let message = format!("the profile has no table under `{path}`");
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, reference.span, message));
            Some(own)
        }
    }
}

/// Replaces items that refer to a list by the items of that list.
fn splice(items: &mut Vec<Node>, known: &[&Node], steps: usize) {
    let meant = |item: &Node| {
        let path = only_reference(scalar(item)?)?;
        known.iter().find_map(|root| at(root, path).and_then(sequence))
    };
    if steps == 0 || items.iter().all(|item| meant(item).is_none()) {
        return;
    }
    let spliced = items.iter().flat_map(|item| {
        let mut listed = meant(item).map_or_else(|| vec![item.clone()], <[Node]>::to_vec);
        splice(&mut listed, known, steps - 1);
        listed
    });
    *items = spliced.collect();
}

/// The maximal length of a chain of references. A longer chain can only be a circle.
const MOST_STEPS: usize = 8;

/// A text whose references are replaced, or the path of a reference that leads to no text.
fn resolved(text: &str, known: &[&Node], steps: usize) -> Result<String, String> {
    let mut done = String::new();
    let mut rest = text;
    while let Some((before, path, after)) = first_reference(rest) {
        let meant = known.iter().find_map(|root| at(root, path).and_then(scalar)).filter(|_| steps > 0);
        done += before;
        done += &resolved(meant.ok_or(path)?, known, steps - 1)?;
        rest = after;
    }
    Ok(done + rest)
}

/// The path in the first `{section.key}` of a text, with the text before and after it.
fn first_reference(text: &str) -> Option<(&str, &str, &str)> {
    let is_path =
        |path: &str| path.contains('.') && path.chars().all(|c| c.is_ascii_alphanumeric() || "_.".contains(c));
    text.match_indices('{').find_map(|(at, _)| {
        let (path, after) = text[at + 1..].split_once('}')?;
        is_path(path).then_some((&text[..at], path, after))
    })
}

/// The path, if a text consists of one reference.
fn only_reference(text: &str) -> Option<&str> {
    match first_reference(text)? {
        ("", path, "") => Some(path),
        _ => None,
    }
}

/// The node under a path of keys.
fn at<'a>(node: &'a Node, path: &str) -> Option<&'a Node> {
    path.split('.').try_fold(node, entry)
}

/// The value under a key of a table.
pub fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let Value::Mapping(entries) = &node.value else { return None };
    entries.iter().find(|(name, _)| name.value == key).map(|(_, node)| node)
}

/// A profile without some of its tables and keys. A name such as `cpp_api.files.strings` refers to a table inside
/// another.
pub fn stripped(mut base: Node, without: &[Spanned<String>], diagnostics: &mut Diagnostics) -> Node {
    let (Some(first), Some(last)) = (without.first(), without.last()) else { return base };
    let all = Span::new(first.span.file, first.span.start as usize, last.span.end as usize);
    for name in without {
        if let Err(known) = strip(&mut base, &name.value, all) {
            let message = format!("the profile that this one extends has no `{}`", name.value);
            let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
            let last = name.value.rsplit('.').next().unwrap_or_default();
            diagnostics.push(problem.maybe_help(suggest::help(last, known.iter().map(String::as_str))));
        }
    }
    base
}

/// Removes the node under a path, or returns the keys that exist instead. The remaining table gets the span `at` of the
/// list of removed parts, because that is where to look if it lacks something.
fn strip(node: &mut Node, path: &str, at: Span) -> Result<(), Vec<String>> {
    let Value::Mapping(entries) = &mut node.value else { return Err(Vec::new()) };
    let key = path.split('.').next().unwrap_or_default();
    let Some(place) = entries.iter().position(|(known, _)| known.value == key) else {
        return Err(entries.iter().map(|(known, _)| known.value.clone()).collect());
    };
    match path.split_once('.') {
        Some((_, below)) => strip(&mut entries[place].1, below, at),
        None => {
            entries.remove(place);
            node.span = at;
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests;
