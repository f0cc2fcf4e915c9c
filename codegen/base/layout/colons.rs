//! Whether a file writes `key : value` or `key: value`.

use source::yaml::{Node, Value};

use crate::pieces::{Entry, Pieces};

/// How the keys of a file are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colons {
    /// `key : value`
    Spaced,
    /// `key: value`
    Tight,
    /// The entries differ, so each key stays as it is.
    Mixed,
}

/// The share of entries, in percent, that must be alike in a file that has a way of its own.
const ALIKE: usize = 90;

/// The way in which most entries of a file write all of their keys.
pub fn of_file(pieces: &Pieces) -> Colons {
    let (mut spaced, mut tight, mut all) = (0, 0, 0);
    for entry in pieces.entries() {
        let mut keys = Vec::new();
        if let Some(item) = &entry.item {
            collect(entry, item, &mut keys);
        }
        if !keys.is_empty() {
            all += 1;
            spaced += usize::from(keys.iter().all(|is_spaced| *is_spaced));
            tight += usize::from(keys.iter().all(|is_spaced| !is_spaced));
        }
    }
    match all * ALIKE {
        0 => Colons::Mixed,
        least if spaced * 100 >= least => Colons::Spaced,
        least if tight * 100 >= least => Colons::Tight,
        _ => Colons::Mixed,
    }
}

/// For each key that is not in braces: whether there is a space before its colon.
fn collect(entry: &Entry, node: &Node, keys: &mut Vec<bool>) {
    if is_flow(&entry.text, node) {
        return;
    }
    match &node.value {
        Value::Mapping(entries) => {
            for (key, value) in entries {
                keys.push(entry.text[key.span.end as usize..].starts_with([' ', '\t']));
                collect(entry, value, keys);
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| collect(entry, item, keys)),
        Value::Scalar(_) | Value::Rejected => {}
    }
}

/// Whether a value is a list or a mapping in brackets.
pub fn is_flow(text: &str, node: &Node) -> bool {
    let is_collection = matches!(node.value, Value::Sequence(_) | Value::Mapping(_));
    is_collection && text[node.span.start as usize..].starts_with(['{', '['])
}
