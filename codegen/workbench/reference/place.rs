//! Positions in files, and the text found there.

use describe::Location;
use project::Review;
use serde::Serialize;
use source::Span;

/// The most text that a page shows on either side of the marked text, in bytes.
const LONGEST_SIDE: usize = 160;

/// A line of which a part is marked.
#[derive(Debug, Serialize)]
pub struct Excerpt {
    /// The text before it.
    pub before: String,
    /// The marked text.
    pub marked: String,
    /// The text behind it.
    pub after: String,
}

/// Where a span starts.
pub fn location(project: &Review, span: Span) -> Location {
    let region = project.sources.region(span);
    Location { file: project.sources.file(span.file).name().to_owned(), line: region.line, column: region.column }
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

/// The beginning of a text, of so many bytes at most.
pub fn start_of(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    &text[..end.unwrap_or(0)]
}

fn end_of(text: &str, most: usize) -> &str {
    let start = (text.len().saturating_sub(most)..text.len()).find(|&at| text.is_char_boundary(at));
    &text[start.unwrap_or(text.len())..]
}
