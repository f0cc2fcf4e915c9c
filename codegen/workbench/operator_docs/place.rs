//! Positions in the YAML, and the text found there.

use project::Review;
use serde::Serialize;
use show::Location;
use source::Span;

/// The most text of an entry that a page shows, in bytes.
const LONGEST_ENTRY: usize = 16 * 1024;

/// The most text that a page shows on either side of the marked text, in bytes.
const LONGEST_SIDE: usize = 160;

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

/// A line of which a part is marked.
#[derive(Debug, Serialize)]
pub struct Excerpt {
    pub before: String,
    pub marked: String,
    pub after: String,
}

/// Where a span starts.
pub fn location(project: &Review, span: Span) -> Location {
    let region = project.sources.region(span);
    Location { file: project.sources.file(span.file).name().to_owned(), line: region.line, column: region.column }
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

/// The line in which a span starts, with the span marked. `None` if the line is empty.
pub fn excerpt(project: &Review, span: Span) -> Option<Excerpt> {
    let file = project.sources.file(span.file);
    let line = file.line_of(span.start);
    let lines = file.lines(line, line);
    let text = file.text().get(lines.clone())?.trim_end();
    if text.is_empty() {
        return None;
    }
    let from = (span.start as usize).saturating_sub(lines.start).min(text.len());
    let to = (span.end as usize).saturating_sub(lines.start).clamp(from, text.len());
    let (before, marked, after) = (text.get(..from)?, text.get(from..to)?, text.get(to..)?);
    Some(Excerpt {
        before: end_of(before.trim_start(), LONGEST_SIDE).to_owned(),
        marked: start_of(marked, LONGEST_SIDE).to_owned(),
        after: start_of(after, LONGEST_SIDE).to_owned(),
    })
}

fn start_of(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    &text[..end.unwrap_or(0)]
}

fn end_of(text: &str, most: usize) -> &str {
    let start = (text.len().saturating_sub(most)..text.len()).find(|&at| text.is_char_boundary(at));
    &text[start.unwrap_or(text.len())..]
}
