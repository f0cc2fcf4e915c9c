//! Reads YAML into a tree in which every node has a span.
//!
//! Only a subset of YAML is accepted: one document, plain keys, no anchors, aliases, tags or merge keys. The reader
//! continues after every problem. If the text is not YAML at all, `recover` reads as much of it as it can.

use std::ops::Range;

use parallel::prelude::*;

use super::byte_range::ByteRange;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::events::{MOST_ITEMS, parse_region, too_many};
use super::file::{FileId, Span};
use super::list;
use super::recover;
use crate::rules;

pub use super::events::first_entries;
pub use super::node::{Entries, Node, Scalar, Value, note_lost};

/// Reads one file. If the result is `None`, the reason has been reported.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
    let mut root = match list::parse(file, text) {
        Some(root) => root,
        None => parse_connected(file, text, diagnostics)?,
    };
    // The items of the outermost list are read one by one.
    if let Value::Sequence(items) = &mut root.value
        && let Some(first) = items.get(MOST_ITEMS)
    {
        diagnostics.push(too_many(first.span));
        diagnostics.note_all_lost();
        items.truncate(MOST_ITEMS);
    }
    Some(root)
}

/// Reads a list in parts on all cores. A part is some items, with the comments before each; `read` also gets its index. `None` if the
/// text is not such a list, or `read` returns `None` for a part: [`parse`] must then read the text as a whole.
pub fn read_parts<T: Send>(text: &str, read: impl Fn(usize, Range<usize>) -> Option<T> + Sync) -> Option<Vec<T>> {
    let parts = list::parts(text, MOST_ITEMS)?;
    parts.par_iter().enumerate().map(|(index, part)| read(index, part.start..part.end)).collect()
}

/// Reads a part of a list without regard to the others. `None` if [`parse`] must read the text as a whole, which may have mistakes.
pub fn parse_part(file: FileId, text: &str, part: &Range<usize>) -> Option<Node> {
    let (span, items) = list::parse_part(file, text, ByteRange { start: part.start, end: part.end })?;
    Some(Node { span, value: Value::Sequence(items) })
}

/// Reads a text that is not a list of items without mistakes.
fn parse_connected(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
    if let Some(root) = crate::json::parse(file, text) {
        return Some(root);
    }
    let whole = ByteRange::whole(text);
    let reported_before = diagnostics.len();
    let root = match parse_region(file, text, whole, diagnostics) {
        Ok(root) => root,
        Err(problem) => {
            let root = recover::document(file, text, whole, diagnostics);
            if root.is_none() || diagnostics.len() == reported_before {
                diagnostics.push(*problem);
            }
            if root.is_none() {
                diagnostics.note_all_lost();
            }
            return root;
        }
    };
    if root.is_none() {
        if diagnostics.len() == reported_before {
            report_empty(file, &text[whole.start..], diagnostics);
        }
        diagnostics.note_all_lost();
    }
    root
}

/// Whether a file has only comments and blank lines.
pub fn is_blank(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}

fn report_empty(file: FileId, text: &str, diagnostics: &mut Diagnostics) {
    let empty = Diagnostic::new(rules::EMPTY_FILE, Span::start_of(file), "this file defines nothing");
    let help = match is_blank(text) {
        _ if text.is_empty() => "the file is empty; delete it, or write `[]`",
        true => "the file has only comments and blank lines; delete it, or write `[]`",
        false => "the file has no value",
    };
    diagnostics.push(empty.help(help));
}

#[cfg(test)]
mod tests {
    use super::super::file::{SourceFile, Sources};
    use super::*;

    /// Every scalar of a text with the slice its span covers.
    fn scalars(text: &str) -> Vec<(String, String)> {
        let mut sources = Sources::default();
        let id = sources.add(SourceFile::new("t".into(), text.into()));
        let mut diagnostics = Diagnostics::default();
        let root = parse(id, text, &mut diagnostics).expect("the text is YAML");
        let mut found = Vec::new();
        collect(&root, text, &mut found);
        found
    }

    fn collect(node: &Node, text: &str, found: &mut Vec<(String, String)>) {
        let slice = text[node.span.start as usize..node.span.end as usize].to_owned();
        match &node.value {
            Value::Scalar(scalar) => found.push((scalar.text.clone(), slice)),
            Value::Sequence(items) => items.iter().for_each(|item| collect(item, text, found)),
            Value::Mapping(entries) => entries.iter().for_each(|(_, value)| collect(value, text, found)),
            Value::Rejected => {}
        }
    }

    #[test]
    fn spans_cover_exactly_what_was_written() {
        let found = scalars("a: (Tensor x)\nb: \"q\"\nc: one\n   two\nd:\n  - é\n");
        let expected = [("(Tensor x)", "(Tensor x)"), ("q", "\"q\""), ("one two", "one\n   two"), ("é", "é")];
        let found: Vec<_> = found.iter().map(|(value, slice)| (value.as_str(), slice.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_byte_order_mark_shifts_nothing() {
        assert_eq!(scalars("\u{feff}a: b\n"), [("b".to_owned(), "b".to_owned())]);
    }
}
