//! Compares the table of arguments with the signatures.

use source::{Diagnostic, Spanned, suggest};

use super::Report;
use crate::format::NO_ARGUMENT;
use crate::{Api, Argument, Document, Row, Table, rules};

/// Arguments that are the same in all APIs, so that no document maps them.
const EVERYWHERE: [&str; 2] = ["name", "self"];

pub(super) fn check(document: &Document, report: &mut Report) {
    let Some(table) = &document.table else { return };
    let (source, target) = (document.source.as_ref(), document.target.as_ref());
    if let Some(source) = source {
        let side = Side { api: source, column: "first", of: |row| &row.source, skipped: 0 };
        side.check(table, report);
    }
    if let Some(target) = target {
        let skipped = usize::from(operand(document).is_some());
        let side = Side { api: target, column: "second", of: |row| &row.target, skipped };
        side.check(table, report);
    }
}

/// Whether an API is a method of a tensor, whose first argument is not in its signature.
fn is_method(api: &Api) -> bool {
    api.name.value.split('.').nth(1) == Some("Tensor") && api.name.value.matches('.').count() == 2
}

/// The first argument of the target if a method maps to a function: it is the object of the method, and needs no row.
pub(super) fn operand(document: &Document) -> Option<&Argument> {
    let (source, target) = (document.source.as_ref()?, document.target.as_ref()?);
    let is_called_on = is_method(source) && !is_method(target);
    target.arguments().filter(|_| is_called_on)?.first().copied()
}

/// A column of the table, and the API whose arguments it contains.
struct Side<'a> {
    api: &'a Api,
    column: &'static str,
    of: fn(&Row) -> &Spanned<String>,
    /// The number of arguments at the start of the signature that need no row.
    skipped: usize,
}

impl Side<'_> {
    fn check(&self, table: &Table, report: &mut Report) {
        self.check_mapped_twice(table, report);
        let Some(arguments) = self.api.arguments() else { return };
        let known: Vec<&str> = arguments.iter().map(|argument| argument.plain_name()).collect();
        let takes_any = arguments.iter().any(|argument| argument.is_variadic());
        let mut mapped = Vec::new();
        for cell in table.rows.iter().map(self.of) {
            for name in names(cell.as_str()).map(unescaped) {
                if !takes_any && !known.contains(&name.as_str()) && name != "self" {
                    report(self.unknown(cell, &name, &known));
                }
                mapped.push(name);
            }
        }
        // A cell with words instead of a name may mean any argument.
        let has_words = table.rows.iter().map(self.of).any(|cell| is_words(plain(cell.as_str())));
        for argument in arguments.iter().skip(self.skipped) {
            let name = argument.plain_name();
            let is_needed =
                table.is_sound && !name.is_empty() && !argument.is_variadic() && !EVERYWHERE.contains(&name);
            if is_needed && !mapped.iter().any(|mapped| mapped == name) && !(has_words && mapped.is_empty()) {
                let message = format!("no row maps `{name}`");
                let problem = Diagnostic::new(rules::NO_ROW, argument.name.span, message);
                report(problem.label(table.header, "the table of arguments"));
            }
        }
    }

    fn unknown(&self, cell: &Spanned<String>, name: &str, known: &[&str]) -> Diagnostic {
        let message = format!("`{name}` is not an argument of `{}`", self.api.name.value);
        let problem = Diagnostic::new(rules::UNKNOWN_ARGUMENT, cell.span, message);
        let signature = self.api.signatures.first().map(|signature| signature.name.span);
        let help = match known.iter().any(|known| !known.is_empty()) {
            true => suggest::help(name, known.iter().copied().filter(|known| !known.is_empty())),
            false => Some(
                format!("its signature has no arguments; the {} column of a result is `返回值`", self.column).into(),
            ),
        };
        problem.maybe_label(signature, "its signature").maybe_help(help)
    }

    fn check_mapped_twice(&self, table: &Table, report: &mut Report) {
        let cells: Vec<&Spanned<String>> = table.rows.iter().map(self.of).collect();
        for (at, cell) in cells.iter().enumerate() {
            let name = plain(cell.as_str());
            let earlier = cells[..at].iter().find(|earlier| plain(earlier.as_str()) == name);
            if let Some(earlier) = earlier.filter(|_| names(name).next().is_some()) {
                let message = format!("the {} column has `{name}` twice", self.column);
                let problem = Diagnostic::new(rules::MAPPED_TWICE, cell.span, message);
                report(problem.label(earlier.span, "the first row"));
            }
        }
    }
}

/// The text of a cell without HTML tags around it.
fn plain(cell: &str) -> &str {
    let mut text = cell.trim();
    while let Some((_, rest)) = text.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        text = rest.trim_start();
    }
    while let Some((rest, _)) = text.strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
        text = rest.trim_end();
    }
    text
}

/// The names of arguments in a cell. Words in another script describe a result or an operand, and are not names.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    let text = plain(cell);
    let is_none = text == NO_ARGUMENT || is_words(text);
    let pieces =
        text.split([',', '，', '、', '/']).map(|piece| piece.trim().trim_matches('`').trim_start_matches('*').trim());
    pieces.filter(move |piece| !is_none && !piece.is_empty())
}

/// A name without the backslashes that escape underscores in Markdown.
fn unescaped(name: &str) -> String {
    name.replace("\\_", "_")
}

fn is_words(text: &str) -> bool {
    text.chars().any(|letter| letter.is_alphabetic() && !letter.is_ascii())
}

/// Whether two cells contain the same argument.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    plain(one).trim_matches('`') == plain(other).trim_matches('`')
}

/// Whether a cell says that its API has no such argument.
pub(super) fn is_none(cell: &str) -> bool {
    plain(cell) == NO_ARGUMENT
}

/// Whether a cell contains an argument that is the same in all APIs.
pub(super) fn is_everywhere(cell: &str) -> bool {
    EVERYWHERE.contains(&plain(cell))
}
