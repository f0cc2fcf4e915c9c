//! Blank lines between entries.

use crate::pieces::Around;

/// The lines between two entries: paragraphs of comments with one blank line between them, and one blank line between
/// entries that have keys. `None` if they have anything else, such as the start of a document.
pub fn formatted(gap: &str, around: Around) -> Option<String> {
    let lines: Vec<&str> = gap.lines().map(str::trim_end).collect();
    if lines.iter().any(|line| !line.is_empty() && !line.trim_start().starts_with('#')) {
        return None;
    }
    let mut new = String::new();
    let is_apart = |line: Option<&&str>| line.is_some_and(|line| line.is_empty());
    let has_comments = lines.iter().any(|line| !line.is_empty());
    let begins_apart = is_apart(lines.first()) || around.has_keys;
    if begins_apart && !around.is_first && (has_comments || !around.is_last) {
        new.push('\n');
    }
    let paragraphs = lines.split(|line| line.is_empty()).filter(|paragraph| !paragraph.is_empty());
    let paragraphs: Vec<String> =
        paragraphs.map(|paragraph| paragraph.iter().map(|line| format!("{line}\n")).collect()).collect();
    new.push_str(&paragraphs.join("\n"));
    if has_comments && is_apart(lines.last()) && !around.is_last {
        new.push('\n');
    }
    Some(new)
}
