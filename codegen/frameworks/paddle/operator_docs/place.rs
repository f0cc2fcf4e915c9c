//! Positions in the YAML, and the text found there.

use project::Review;
use reference::place::{location, start_of};
use serde::Serialize;
use show::Location;
use source::Span;

/// The most text of an entry that a page shows, in bytes.
const LONGEST_ENTRY: usize = 16 * 1024;

/// The kind of entry that describes an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    Definition,
    Compat,
    Versions,
    Addition,
}

/// An entry as written in the YAML.
#[derive(Debug, Serialize)]
pub struct Source {
    pub says: EntryKind,
    /// The position of the operator's name.
    pub place: Location,
    /// The line numbers, separated by line breaks.
    pub numbers: String,
    pub text: String,
    /// Whether the end is left out.
    pub is_cut: bool,
}

/// The entry that contains a name, or only its line if the file is not a list of entries.
pub fn source(project: &Review, kind: EntryKind, name: Span) -> Source {
    let file = project.sources.file(name.file);
    let line = file.line_of(name.start);
    let range = match project.entry(name) {
        Some(entry) => entry.start as usize..entry.end as usize,
        None => file.lines(line, line),
    };
    let first = file.line_of(range.start as u32) + 1;
    let whole = file.text().get(range).unwrap_or_default();
    let text = start_of(whole, LONGEST_ENTRY);
    let numbers: Vec<String> = (first..).take(text.lines().count()).map(|number| number.to_string()).collect();
    Source {
        says: kind,
        place: location(project, name),
        numbers: numbers.join("\n"),
        text: text.trim_end().to_owned(),
        is_cut: text.len() < whole.len(),
    }
}
