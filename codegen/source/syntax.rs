//! Explains errors of the YAML parser, and finds the likely position of the mistake.

use std::ops::Range;

use granit_parser::{ErrorKind, ScanError};

use super::byte_range::ByteRange;
use super::diagnostic::Diagnostic;
use super::file::{FileId, Span};
use super::fix::Help;
use crate::{lines, rules};

/// Explains why the parser cannot read a region of text beyond byte `at`.
pub fn error(file: FileId, text: &str, region: ByteRange, at: usize, error: &ScanError) -> Diagnostic {
    let diagnostic = |start: usize, length: usize, message: String| {
        Diagnostic::new(rules::SYNTAX, Span::new(file, start, start + length), message)
    };
    if let Some(tab) = tab_in_indentation(text, at, error.kind()) {
        return self::tab(file, tab);
    }
    if let Some(item) = unquoted_item(text, region, at) {
        let message = "this is not YAML: an item that contains brackets needs quotes";
        let quoted = format!("\"{}\"", &text[item.clone()]);
        let problem = diagnostic(item.start, item.len(), message.to_owned());
        return problem.help(Help::instead(format!("write `{quoted}`"), quoted));
    }
    let length = text[at..].chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
    let diagnostic = match error.kind() {
        ErrorKind::RecursionLimitExceeded => diagnostic(at, length, "this is nested too deeply".to_owned()),
        ErrorKind::DirectiveDisallowed => {
            diagnostic(at, length, "directives are not allowed".to_owned()).help("remove the line")
        }
        _ => {
            let problem = diagnostic(at, length, format!("this is not YAML: {}", error.info()));
            let in_value = error.info().starts_with("mapping values are not allowed");
            if in_value { problem.help("put a value that contains `: ` in quotes") } else { problem }
        }
    };
    let on_earlier_line = |open: &usize| text.as_bytes()[*open..].iter().take(at + 1 - open).any(|&byte| byte == b'\n');
    let within = |open: Open| Open { at: region.start + open.at, ..open };
    match still_open(&text[region.start..at]).map(within) {
        Some(Open { at: open, is_open: true }) if text[at..region.end].trim().is_empty() => {
            let message = format!("this is not YAML: this `{}` is never closed", &text[open..=open]);
            Diagnostic::new(rules::SYNTAX, Span::new(file, open, open + 1), message)
        }
        Some(Open { at: open, is_open }) if on_earlier_line(&open) => {
            let label = if is_open { "opened here and not closed" } else { "the string begins here" };
            diagnostic.label(Span::new(file, open, open + 1), label)
        }
        _ => diagnostic,
    }
}

/// The item of a flow list that a bracket at `at` interrupts, as in `[str[] names]`: one line of text without quotes.
fn unquoted_item(text: &str, region: ByteRange, at: usize) -> Option<Range<usize>> {
    let (before, after) = (&text[region.start..at], &text[at..region.end]);
    let open = still_open(before).filter(|open| open.is_open && before[open.at..].starts_with('['))?;
    let first = before[open.at..].rfind([',', '[', '\n'])? + open.at + 1;
    let begin = region.start + first + before[first..].len() - before[first..].trim_start().len();
    let mut depth = 0_usize;
    let length = after.find(|c| {
        let ends = depth == 0 && matches!(c, ',' | ']' | '}') || c == '\n';
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        ends
    })?;
    let item = text[begin..at + length].trim_end();
    let is_interrupted = begin < at && after.starts_with(['[', '{']);
    let is_whole = depth == 0 && !after[length..].starts_with('\n');
    let can_be_quoted = !item.contains(['"', '\\', '\'']);
    (is_interrupted && is_whole && can_be_quoted).then(|| begin..begin + item.len())
}

/// The diagnostic for a line that is indented with a tab.
pub fn tab(file: FileId, at: usize) -> Diagnostic {
    let message = "this is not YAML: a line is indented with a tab";
    let problem = Diagnostic::new(rules::SYNTAX, Span::new(file, at, at + 1), message);
    problem.help(
        Help::instead("indent YAML with spaces, not with tabs", "  ").titled("replace the tab by spaces").certain(true),
    )
}

/// The bracket or quote at the start of a value.
struct Open {
    at: usize,
    /// False if it is the opening quote of the string at the end of the text, which is closed.
    is_open: bool,
}

/// The tab in the indentation of the line at `at`. If the parser complained about a tab, it may have stopped one line
/// early, so the next line counts, too.
fn tab_in_indentation(text: &str, at: usize, kind: &ErrorKind) -> Option<usize> {
    let tab = |start: usize| {
        let blanks = text[start..].len() - text[start..].trim_start_matches(' ').len();
        text[start + blanks..].starts_with('\t').then_some(start + blanks)
    };
    let line = lines::start(text, at);
    let about_tabs = matches!(
        kind,
        ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInIndentation
            | ErrorKind::TabInPlainScalar
    );
    let next = || text[at..].find('\n').filter(|_| about_tabs).map(|newline| at + newline + 1);
    tab(line).or_else(|| next().and_then(tab))
}

/// The innermost bracket or quote that is still open at the end of a text. If there is none, the opening quote of a
/// string at the end of the text. This is only a hint: the contents of block scalars are read as if they were YAML.
fn still_open(text: &str) -> Option<Open> {
    let bytes = text.as_bytes();
    let mut brackets = Vec::new();
    let (mut begins_value, mut after_indicator) = (true, false);
    let mut string = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let mut last = at;
        match byte {
            b'#' if at == 0 || bytes[at - 1].is_ascii_whitespace() => {
                last += bytes[at..].iter().take_while(|byte| **byte != b'\n').count() - 1;
            }
            b'"' | b'\'' if begins_value => match closing_quote(&bytes[at + 1..], byte) {
                Some(length) => {
                    (last, begins_value) = (at + 1 + length, false);
                    string = Some((at, last + 1));
                }
                None => return Some(Open { at, is_open: true }),
            },
            b'[' | b'{' if begins_value || !brackets.is_empty() => {
                brackets.push(at);
                begins_value = true;
            }
            b']' | b'}' => drop(brackets.pop()),
            b',' if !brackets.is_empty() => begins_value = true,
            b'\n' => begins_value = true,
            _ if byte.is_ascii_whitespace() => begins_value |= after_indicator,
            _ => begins_value &= byte == b'-',
        }
        after_indicator = byte == b':' || byte == b'-' && begins_value;
        at = last + 1;
    }
    let last_string =
        || string.filter(|(_, end)| text[*end..].trim().is_empty()).map(|(at, _)| Open { at, is_open: false });
    brackets.pop().map(|at| Open { at, is_open: true }).or_else(last_string)
}

/// The offset of a string's closing quote; `bytes` begins after the opening quote.
fn closing_quote(bytes: &[u8], quote: u8) -> Option<usize> {
    let mut escaped = false;
    bytes.iter().position(|&byte| {
        let closes = byte == quote && !escaped;
        escaped = quote == b'"' && byte == b'\\' && !escaped;
        closes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_brackets_and_quotes_are_found() {
        let found = |text| still_open(text).map(|open| (open.at, open.is_open));
        assert_eq!(found("a : [x, int[]\nb : c"), Some((4, true)));
        assert_eq!(found("a : \"x \\\" y\nb : c"), Some((4, true)));
        assert_eq!(found("# \" [\na : (int[] x, str y = \"z) # '\n- {b : [c]}\n- it's [\n- 'x'\n- c"), None);
        assert_eq!(found("a : \"x\ny\" "), Some((4, false)));
    }

    #[test]
    fn items_with_brackets_are_found() {
        let found = |text: &'static str, at| unquoted_item(text, ByteRange::whole(text), at).map(|item| &text[item]);
        assert_eq!(found("a : [int b = 1, str[] c = {}]\n", 19), Some("str[] c = {}"));
        assert_eq!(found("a : [int[] b = {1, 2}, int c]\n", 8), Some("int[] b = {1, 2}"));
        assert_eq!(found("a : [b {c]\n", 7), None);
        assert_eq!(found("a : [\"b\" [c]]\n", 9), None);
        assert_eq!(found("a : b[]\n", 5), None);
    }

    #[test]
    fn a_tab_is_found_from_the_line_before() {
        let found = |text, at| tab_in_indentation(text, at, &ErrorKind::TabInPlainScalar);
        assert_eq!(found("- a\n \tb", 2), Some(5));
        assert_eq!(found("- a\n  b\tc", 3), None);
        assert_eq!(tab_in_indentation("- a\n\tb", 2, &ErrorKind::UnknownAnchor), None);
    }
}
