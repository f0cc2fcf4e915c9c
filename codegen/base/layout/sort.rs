//! The order of entries.

use crate::pieces::{Entry, Piece, Pieces};

/// The share of entries, in percent, that must be in order in a file that is meant to be sorted.
const IN_ORDER: usize = 90;

/// The text of a formatted file with the entries that are out of order at their places. `None` if there are none, if fewer
/// than nine in ten entries are in order, or if comments divide the file into sections.
pub fn sorted(text: &str) -> Option<String> {
    let pieces = Pieces::of(text)?;
    let [Piece::Gap(head), rest @ .., Piece::Gap(tail)] = pieces.list.as_slice() else { return None };
    let comments = above(&text[head.clone()]);
    let head = head.start..head.end - comments;
    let mut blocks: Vec<(&str, String)> = Vec::new();
    let mut comments = &text[head.end..head.end + comments];
    for piece in rest {
        match piece {
            Piece::Gap(range) => {
                let gap = &text[range.clone()];
                comments = &gap[gap.len() - above(gap)..];
                if !gap[..gap.len() - comments.len()].trim().is_empty() {
                    return None;
                }
            }
            Piece::Entry(entry) => blocks.push((entry.name()?, format!("{comments}{}", lines(text, entry)))),
        }
    }
    let names: Vec<&str> = blocks.iter().map(|(name, _)| *name).collect();
    let mut kept = longest_in_order(&names);
    if kept.len() == names.len() || kept.len() * 100 < names.len() * IN_ORDER {
        return None;
    }
    for at in (0..names.len()).filter(|at| kept.binary_search(at).is_err()).collect::<Vec<_>>() {
        let place = kept.partition_point(|&other| names[other] <= names[at]);
        kept.insert(place, at);
    }
    let is_apart =
        rest.iter().any(|piece| matches!(piece, Piece::Gap(range) if text[range.clone()].starts_with(['\n', '\r'])));
    let between = if is_apart { pieces.newline } else { "" };
    let blocks: Vec<&str> = kept.iter().map(|&at| blocks[at].1.as_str()).collect();
    Some(format!("{}{}{}", &text[..head.end], blocks.join(between), &text[tail.clone()]))
}

fn lines<'a>(text: &'a str, entry: &Entry) -> &'a str {
    &text[entry.range.clone()]
}

/// The length of the comments at the end of a gap, directly above an entry.
fn above(gap: &str) -> usize {
    gap.split_inclusive('\n').rev().take_while(|line| line.trim_start().starts_with('#')).map(str::len).sum()
}

/// The indices of a longest subsequence that is in order.
fn longest_in_order(names: &[&str]) -> Vec<usize> {
    // For each length, the subsequence of that length whose last name is least.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let length = ends.partition_point(|&end| names[end] <= *name);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut found = Vec::new();
    let mut at = ends.last().copied();
    while let Some(index) = at {
        found.push(index);
        at = before[index];
    }
    found.reverse();
    found
}
