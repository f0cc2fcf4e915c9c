//! Explains errors of the YAML parser, and finds the likely position of the mistake.

use granit_parser::{ErrorKind, ScanError};

use super::byte_range::ByteRange;
use super::diagnostic::Diagnostic;
use super::file::{FileId, Span};
use crate::open_brackets::{Open, still_open};
use crate::unquoted::unquoted;
use crate::{lines, rules, tabs};

/// Explains why the parser cannot read a region of text beyond byte `at`.
pub fn error(file: FileId, text: &str, region: ByteRange, at: usize, error: &ScanError) -> Diagnostic {
    let diagnostic = |start: usize, length: usize, message: String| {
        Diagnostic::new(rules::SYNTAX, Span::new(file, start, start + length), message)
    };
    if let Some(tab) = tab_in_indentation(text, at, error.kind()) {
        return tabs::problem(file, text, tab);
    }
    if let Some(unquoted) = unquoted(text, region, at) {
        return unquoted.problem(file, text);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_is_found_from_the_line_before() {
        let found = |text, at| tab_in_indentation(text, at, &ErrorKind::TabInPlainScalar);
        assert_eq!(found("- a\n \tb", 2), Some(5));
        assert_eq!(found("- a\n  b\tc", 3), None);
        assert_eq!(tab_in_indentation("- a\n\tb", 2, &ErrorKind::UnknownAnchor), None);
    }
}
