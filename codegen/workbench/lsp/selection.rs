//! Selection ranges: from the word at a cursor outwards to the file.

use std::cmp::Reverse;
use std::ops::Range;

use lsp_types::{Position, SelectionRange};
use source::yaml::{self, Node, Value};
use source::{Diagnostics, FileId, Span, Spanned, lines};

use crate::cursor;
use crate::settings_file;
use crate::view::View;

/// The number of ranges around a position. They are nested in the answer, and a hostile file could nest them too deeply.
const MOST_LEVELS: usize = 32;

/// The ranges around each position, the smallest first.
pub fn ranges(view: &View, file: FileId, positions: &[Position]) -> Vec<SelectionRange> {
    let text = view.text(file);
    let is_yaml = !settings_file::is_it(view, file);
    let root = is_yaml.then(|| yaml::parse(file, text, &mut Diagnostics::default())).flatten();
    let at = |position: &Position| {
        let bytes = around(text, root.as_ref(), view.offset(file, *position));
        let outermost = SelectionRange { range: view.range_of_bytes(file, 0..text.len()), parent: None };
        bytes.into_iter().fold(outermost, |parent, bytes| {
            let range = view.range_of_bytes(file, bytes);
            SelectionRange { range, parent: Some(Box::new(parent)) }
        })
    };
    positions.iter().map(at).collect()
}

/// The ranges around an offset, the largest first. Each is within the one before it, and smaller.
fn around(text: &str, root: Option<&Node>, offset: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if let Some(root) = root {
        nodes(text, root, offset, &mut found);
    }
    let line = lines::start(text, offset)..lines::next(text, offset);
    let scalar = found.last().cloned().unwrap_or(line.clone());
    found.extend(brackets(text, scalar, offset));
    found.extend([trimmed(text, line), cursor::word(text, offset)]);
    found.sort_by_key(|range| Reverse(range.len()));
    let mut nested: Vec<Range<usize>> = Vec::new();
    for range in found.into_iter().filter(|range| !range.is_empty() && range.start <= offset && offset <= range.end) {
        let outer = nested.last().cloned().unwrap_or(0..text.len());
        if outer != range && outer.start <= range.start && range.end <= outer.end {
            nested.push(range);
        }
    }
    nested.split_off(nested.len().saturating_sub(MOST_LEVELS))
}

/// The values and keys around an offset, the outermost first.
fn nodes(text: &str, node: &Node, offset: usize, found: &mut Vec<Range<usize>>) {
    let mut add = |span: Span| {
        let range = trimmed(text, span.start as usize..span.end as usize);
        let is_around = range.start <= offset && offset <= range.end;
        if is_around {
            found.push(range);
        }
        is_around
    };
    if !add(node.span) {
        return;
    }
    match &node.value {
        Value::Mapping(entries) => {
            let whole =
                |(key, value): &(Spanned<String>, Node)| Span { end: value.span.end.max(key.span.end), ..key.span };
            if let Some(entry) = entries.iter().find(|entry| add(whole(entry))) {
                nodes(text, &entry.1, offset, found);
            }
        }
        Value::Sequence(items) => {
            let is_around = |item: &&Node| item.span.start as usize <= offset && offset <= item.span.end as usize;
            if let Some(item) = items.iter().find(is_around) {
                nodes(text, item, offset, found);
            }
        }
        Value::Scalar(_) | Value::Rejected => {}
    }
}

/// The brackets around an offset, their contents, and the items between commas, the outermost first.
fn brackets(text: &str, within: Range<usize>, offset: usize) -> Vec<Range<usize>> {
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut found = Vec::new();
    for (at, letter) in text[within.clone()].char_indices().map(|(at, letter)| (within.start + at, letter)) {
        match letter {
            '(' | '[' | '{' => open.push((at, Vec::new())),
            ',' => {
                if let Some((_, commas)) = open.last_mut() {
                    commas.push(at);
                }
            }
            ')' | ']' | '}' => {
                let Some((start, commas)) = open.pop() else { continue };
                if start < offset && offset <= at {
                    let before =
                        commas.iter().rev().find(|comma| **comma < offset).map_or(start + 1, |comma| comma + 1);
                    let end = commas.iter().find(|comma| **comma >= offset).copied().unwrap_or(at);
                    found.extend([trimmed(text, before..end), trimmed(text, start + 1..at), start..at + 1]);
                }
            }
            _ => {}
        }
    }
    found.reverse();
    found
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let Some(inner) = text.get(range.clone()) else { return range };
    let start = range.start + inner.len() - inner.trim_start().len();
    start..(range.start + inner.trim_end().len()).max(start)
}
