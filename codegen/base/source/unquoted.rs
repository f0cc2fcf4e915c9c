//! Finds text that is not YAML because it lacks quotes.

use std::ops::Range;

use super::byte_range::ByteRange;
use super::diagnostic::Diagnostic;
use super::file::{FileId, Span};
use super::fix::Help;
use crate::open_brackets::still_open;
use crate::{lines, rules};

/// Characters with which text without quotes cannot begin, apart from brackets and quotes.
const INDICATORS: &[char] = &['*', '&', '!', '|', '>', '%', '@', '`', ','];

/// Text that lacks quotes.
#[derive(Debug, PartialEq, Eq)]
pub struct Unquoted {
    /// On one line.
    range: Range<usize>,
    /// The character with which text cannot begin. `None` if the text contains brackets further on, or is a list of such texts.
    first: Option<char>,
}

impl Unquoted {
    /// The diagnostic, with a fix if the text contains nothing that quotes would change.
    pub fn problem(&self, file: FileId, text: &str) -> Diagnostic {
        let message = match self.first {
            Some(first) => format!("this is not YAML: text that begins with `{first}` needs quotes"),
            None if text[self.range.start..].starts_with('[') => {
                "this is not YAML: sizes that contain brackets need quotes around all of them".to_owned()
            }
            None => "this is not YAML: an item that contains brackets needs quotes".to_owned(),
        };
        let problem = Diagnostic::new(rules::SYNTAX, Span::new(file, self.range.start, self.range.end), message);
        let item = &text[self.range.clone()];
        match self.first {
            Some(',') => problem.help("remove the comma, or put the item in quotes"),
            _ if item.contains(['"', '\\', '\'']) => problem.help("put all of it in quotes"),
            _ => {
                let quoted = format!("\"{item}\"");
                problem.help(Help::instead(format!("write `{quoted}`"), quoted))
            }
        }
    }
}

/// The text around byte `at`, where the parser could not go on, if the reason is that it lacks quotes.
pub fn unquoted(text: &str, region: ByteRange, at: usize) -> Option<Unquoted> {
    let begins_with_indicator = |begin: &usize| {
        let first = text.get(*begin..).and_then(|text| text.chars().next());
        first.is_some_and(|first| INDICATORS.contains(&first)) && begins_value(&text[region.start..*begin])
    };
    // After an indicator for a block of text, the parser stops one character later.
    let before =
        at.checked_sub(1).filter(|before| *before >= region.start && !text[at..].starts_with(char::is_whitespace));
    let first = |begin: usize| text[begin..].chars().next();
    if let Some(begin) = [Some(at), before].into_iter().flatten().find(begins_with_indicator) {
        return Some(Unquoted { range: begin..end_of_value(text, region, begin)?, first: first(begin) });
    }
    if let Some(begin) = bracket_before(&text[region.start..at]).map(|begin| region.start + begin) {
        return Some(Unquoted { range: begin..end_of_value(text, region, begin)?, first: first(begin) });
    }
    let (list, item) = interrupted_item(&text[region.start..at], &text[at..region.end])?;
    let begin = region.start + if is_size(&text[at..region.end]) { list } else { item };
    let range = begin..end_of_value(text, region, begin)?;
    (!text[range.clone()].contains(['"', '\\', '\''])).then_some(Unquoted { range, first: None })
}

/// The text of an item that the parser took for the next line of the item before it, because the item cannot begin as it does.
/// `value` is the text of both.
pub fn swallowed_item(text: &str, value: Range<usize>) -> Option<Unquoted> {
    if !text[value.clone()].contains('\n') {
        return None;
    }
    let is_item = |line: &str| line.trim_start_matches(' ').starts_with("- ");
    let start = lines::start(text, value.start);
    let dash = start + text[start..].len() - text[start..].trim_start_matches(' ').len();
    if !is_item(&text[start..value.start]) {
        return None;
    }
    let line = text[value.clone()].match_indices('\n').map(|(newline, _)| value.start + newline + 1);
    let same_column = format!("{}- ", " ".repeat(dash - start));
    let next = line.into_iter().find(|line| text[*line..].starts_with(&same_column))?;
    let begin = next + same_column.len();
    let begin = begin + text[begin..].len() - text[begin..].trim_start_matches(' ').len();
    let end = text[begin..].find('\n').map_or(text.len(), |newline| begin + newline);
    Some(Unquoted { range: begin..begin + text[begin..end].trim_end().len(), first: text[begin..].chars().next() })
}

/// Whether a value begins after a text.
fn begins_value(before: &str) -> bool {
    let trimmed = before.trim_end_matches(' ');
    match is_in_brackets(before) {
        true => trimmed.ends_with([',', '[', ':']),
        false => trimmed.len() < before.len() && trimmed.ends_with([':', '-']),
    }
}

fn is_in_brackets(before: &str) -> bool {
    still_open(before).is_some_and(|open| open.is_open && before[open.at..].starts_with(['[', '{']))
}

/// The opening bracket of the brackets with which an item of a list begins, if a text ends after them: `[` in `[x, [a] `.
fn bracket_before(before: &str) -> Option<usize> {
    let end = before.trim_end_matches(' ');
    if !end.ends_with([']', '}']) {
        return None;
    }
    let mut depth = 0_usize;
    let begin = end.rfind(|c| {
        match c {
            ']' | '}' => depth += 1,
            '[' | '{' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })?;
    let list = still_open(&before[..begin]).filter(|open| open.is_open && before[open.at..].starts_with('['));
    (list.is_some() && begins_value(&before[..begin])).then_some(begin)
}

/// The starts of a list in brackets and of its item that a bracket interrupts, as in `[str[] names]`: one line of text without
/// quotes.
fn interrupted_item(before: &str, after: &str) -> Option<(usize, usize)> {
    let open = still_open(before).filter(|open| open.is_open && before[open.at..].starts_with('['))?;
    let first = before[open.at..].rfind([',', '[', '\n'])? + open.at + 1;
    let begin = first + before[first..].len() - before[first..].trim_start().len();
    (begin < before.len() && after.starts_with(['[', '{'])).then_some((open.at, begin))
}

/// True if the bracket after the name in an item makes the item a size, as in `[x[0], x[1] + 1]`: no name follows its index.
fn is_size(from_bracket: &str) -> bool {
    let index = from_bracket.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let is_name = |c: char| c.is_alphabetic() || c == '_';
    index.is_some_and(|(index, rest)| !index.trim().is_empty() && !rest.trim_start().starts_with(is_name))
}

/// The end of a value on one line: in brackets, the next comma or closing bracket. `None` if its own brackets are not closed.
fn end_of_value(text: &str, region: ByteRange, begin: usize) -> Option<usize> {
    let rest = &text[begin..region.end];
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    if !is_in_brackets(&text[region.start..begin]) {
        let comment = line.find(" #").unwrap_or(line.len());
        return Some(begin + line[..comment].trim_end().len());
    }
    let mut depth = 0_usize;
    let length = line.char_indices().skip(1).find(|&(at, c)| {
        if at == 1 && line.starts_with(['[', '{']) {
            depth = 1;
        }
        let ends = depth == 0 && matches!(c, ',' | ']' | '}');
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        ends
    });
    length.map(|(length, _)| begin + line[..length].trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, at: usize) -> Option<&str> {
        unquoted(text, ByteRange::whole(text), at).map(|unquoted| &text[unquoted.range])
    }

    #[test]
    fn items_with_brackets_are_found() {
        assert_eq!(found("a : [int b = 1, str[] c = {}]\n", 19), Some("str[] c = {}"));
        assert_eq!(found("a : [int[] b = {1, 2}, int c]\n", 8), Some("int[] b = {1, 2}"));
        assert_eq!(found("a : [x, [b] c]\n", 12), Some("[b] c"));
        assert_eq!(found("a : [int[2] b, c]\n", 8), Some("int[2] b"));
        assert_eq!(found("a : [3, x[0] + 1, y[1]]\n", 9), Some("[3, x[0] + 1, y[1]]"));
        assert_eq!(found("a : {b : [x[0], 3]}\n", 11), Some("[x[0], 3]"));
        assert_eq!(found("a : [b {c]\n", 7), None);
        assert_eq!(found("a : [\"b\" [c]]\n", 9), None);
        assert_eq!(found("a : b[]\n", 5), None);
        assert_eq!(found("a : [b] c\n", 8), None);
    }

    #[test]
    fn text_that_begins_with_an_indicator_is_found() {
        assert_eq!(found("a : [x, @b c]\n", 8), Some("@b c"));
        assert_eq!(found("a : {x : %b, c : d}\n", 9), Some("%b"));
        assert_eq!(found("a :\n  - `b` # c\n", 8), Some("`b`"));
        assert_eq!(found("a : |b\n", 5), Some("|b"));
        assert_eq!(found("a : x @b\n", 6), None);
        assert_eq!(found("a : |\n b", 5), None);
    }

    #[test]
    fn an_item_that_was_taken_for_a_line_is_found() {
        let found = |text: &str, value| swallowed_item(text, value).map(|unquoted| text[unquoted.range].to_owned());
        assert_eq!(found("a :\n  - x\n  - @b\n", 8..16), Some("@b".to_owned()));
        assert_eq!(found("a :\n  - x\n    - b\n", 8..17), None);
        assert_eq!(found("a : x\n  - b\n", 4..11), None);
    }
}
