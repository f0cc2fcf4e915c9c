//! The layout of YAML files that are lists of entries: indentation, spaces around colons, blank lines, the order of keys.
//!
//! Formatting keeps every comment and never changes a value. An entry that is not YAML is left as it is. This room does
//! not know what an entry means: the caller passes the keys that come first.

#![deny(missing_docs)]

mod blanks;
mod colons;
mod entry;
mod order;
mod pieces;
mod same;
mod sort;

use std::ops::Range;

use pieces::{Piece, Pieces};

pub use sort::sorted;

/// A change of a text: the bytes to replace, and what replaces them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The bytes to replace.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

/// The replacements that format a text, in order. `leading` are the keys that begin an entry, in their order.
pub fn replacements(text: &str, leading: &[&str]) -> Vec<Replacement> {
    let Some(pieces) = Pieces::of(text) else { return Vec::new() };
    let colons = colons::of_file(&pieces);
    let mut found = Vec::new();
    for (at, piece) in pieces.list.iter().enumerate() {
        let formatted = match piece {
            Piece::Gap(range) => blanks::formatted(&text[range.clone()], pieces.around(at)),
            Piece::Entry(entry) => entry::formatted(entry, pieces.column, colons, leading),
        };
        let range = piece.range();
        let formatted = formatted.map(|lines| lines.replace('\n', pieces.newline));
        found.extend(formatted.and_then(|new| smallest(text, range, &new)));
    }
    found
}

/// A text after replacements.
pub fn applied(text: &str, replacements: &[Replacement]) -> String {
    let mut text = text.to_owned();
    for Replacement { range, text: new } in replacements.iter().rev() {
        text.replace_range(range.clone(), new);
    }
    text
}

/// A formatted text.
pub fn formatted(text: &str, leading: &[&str]) -> String {
    applied(text, &replacements(text, leading))
}

/// The replacement of a range without the lines at its start and end that stay the same. `None` if all of them do.
fn smallest(text: &str, range: Range<usize>, new: &str) -> Option<Replacement> {
    let old = &text[range.clone()];
    if old == new {
        return None;
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    let common = old.split_inclusive('\n').zip(new.split_inclusive('\n')).take_while(|(one, other)| one == other);
    let start: usize = common.map(|(line, _)| line.len()).sum();
    let (old, new) = (&old[start..], &new[start..]);
    let mut end = 0;
    for (one, other) in lines(old).into_iter().rev().zip(lines(new).into_iter().rev()) {
        if one != other || old[old.len() - end - one..] != new[new.len() - end - other..] {
            break;
        }
        end += one;
    }
    let range = range.start + start..range.end - end;
    Some(Replacement { range, text: new[..new.len() - end].to_owned() })
}

#[cfg(test)]
mod tests;
