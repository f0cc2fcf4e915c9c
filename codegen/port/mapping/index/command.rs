//! The commands in the rows of the index.

use source::{Diagnostic, Spanned, suggest};

use crate::lines::Slice;
use crate::rules;

/// A command, which is expanded to rows.
#[derive(Debug, Clone)]
pub(crate) enum Command {
    /// All documents whose APIs begin with the prefix and have at most `max_depth` dots.
    Table {
        prefix: Spanned<String>,
        max_depth: usize,
    },
    /// One document, with the page to which its row links.
    Item {
        api: Spanned<String>,
        page: Spanned<String>,
    },
    /// Another name of a documented API.
    Alias {
        alias: Spanned<String>,
        api: Spanned<String>,
    },
    NotImplemented {
        api: Spanned<String>,
        link: Spanned<String>,
        remark: Spanned<String>,
    },
    InDevelopment {
        api: Spanned<String>,
        link: Spanned<String>,
    },
}

/// The depth of a table without `max_depth`.
const ANY_DEPTH: usize = 255;

const TABLE: &str = "REFERENCE-MAPPING-TABLE";
const ITEM: &str = "REFERENCE-MAPPING-ITEM";
const ALIAS: &str = "ALIAS-REFERENCE-ITEM";
const NOT_IMPLEMENTED: &str = "NOT-IMPLEMENTED-ITEM";
const IN_DEVELOPMENT: &str = "IN-DEVELOPMENT-PATTERN";

/// Each command with its form.
const FORMS: [(&str, &str); 5] = [
    (TABLE, "(`prefix`)` or `REFERENCE-MAPPING-TABLE(`prefix`, max_depth=N)"),
    (ITEM, "(`api`, page)"),
    (ALIAS, "(`alias`, `api`)"),
    (NOT_IMPLEMENTED, "(`api`, link, remark)"),
    (IN_DEVELOPMENT, "(`api`, link)"),
];

/// The row that makes an API an alias of another.
pub(crate) fn alias_row(alias: &str, api: &str) -> String {
    format!("| {ALIAS}(`{alias}`, `{api}`) |")
}

/// Whether a line contains the name of a command.
pub(crate) fn names_command(line: &str) -> bool {
    FORMS.iter().any(|(name, _)| line.contains(name))
}

/// Reads `| NAME(arguments) |`.
///
/// # Errors
/// The row is not a command.
pub(crate) fn parse(line: Slice<'_>) -> Result<Command, Diagnostic> {
    let line = line.trim_end();
    let Some(cell) = inside_bars(line) else {
        let message = "the row does not begin and end with `|`";
        return Err(Diagnostic::new(rules::NO_COMMAND, line.span(), message).help("write `| COMMAND(...) |`"));
    };
    let name = cell.sub(0, cell.text.find(['(', ' ']).unwrap_or(cell.text.len()));
    let Some((_, form)) = FORMS.iter().find(|(known, _)| *known == name.text) else {
        return Err(unknown(cell, name));
    };
    let malformed = |what: &str| {
        let problem = Diagnostic::new(rules::NO_COMMAND, cell.span(), format!("{}: {what}", name.text));
        problem.help(format!("write `{}{form}`", name.text))
    };
    let arguments = cell.from(name.text.len());
    if !arguments.text.starts_with('(') || !arguments.text.ends_with(')') {
        return Err(malformed("the arguments are not in parentheses"));
    }
    let arguments = arguments.sub(1, arguments.text.len() - 1);
    if unquoted(arguments.sub(0, arguments.text.find(',').unwrap_or(arguments.text.len())).trim())
        .text
        .trim()
        .is_empty()
    {
        return Err(malformed("the first argument is empty"));
    }
    let Some((first, rest)) = arguments.split_once(',') else {
        return match name.text {
            TABLE => Ok(Command::Table { prefix: prefix(arguments), max_depth: ANY_DEPTH }),
            _ => Err(malformed("there are too few arguments")),
        };
    };
    let (first, rest) = (first.trim(), rest.trim());
    if rest.text.is_empty() {
        return Err(malformed("the second argument is empty"));
    }
    match name.text {
        TABLE => match depth(rest) {
            Some(max_depth) => Ok(Command::Table { prefix: prefix(first), max_depth }),
            None => Err(malformed(&format!("`{}` is not `max_depth=N`", rest.text))),
        },
        ITEM => Ok(Command::Item { api: api(first), page: rest.to_spanned() }),
        ALIAS if rest.text.contains(',') => Err(malformed("there are too many arguments")),
        ALIAS => Ok(Command::Alias { alias: api(first), api: api(rest) }),
        NOT_IMPLEMENTED => match rest.rsplit_once(',').map(|(link, remark)| (link.trim(), remark.trim())) {
            Some((link, remark)) if !link.text.is_empty() && !remark.text.is_empty() => {
                let (link, remark) = (link.to_spanned(), remark.to_spanned());
                Ok(Command::NotImplemented { api: api(first), link, remark })
            }
            _ => Err(malformed("there is no remark after the link")),
        },
        _ => Ok(Command::InDevelopment { api: api(first), link: rest.to_spanned() }),
    }
}

/// The text between the bars at both ends of a line.
fn inside_bars(line: Slice<'_>) -> Option<Slice<'_>> {
    let inside = line.text.strip_prefix('|')?.strip_suffix('|')?;
    Some(line.sub(1, 1 + inside.len()).trim())
}

fn unknown(cell: Slice, name: Slice) -> Diagnostic {
    let near = suggest::nearest(name.text, FORMS.iter().map(|(known, _)| *known));
    match near {
        Some(near) => {
            let message = format!("there is no command `{}`", name.text);
            Diagnostic::new(rules::NO_COMMAND, name.span(), message).help(format!("did you mean `{near}`?"))
        }
        None => {
            let message = "this row is not a command, so it would not be written";
            Diagnostic::new(rules::NO_COMMAND, cell.span(), message).help(
                "rows of the index are made from commands: remove the row, or undo a run of `opgen mapping apply` without \
                 `--check-only`",
            )
        }
    }
}

/// An API between backquotes.
fn api(text: Slice) -> Spanned<String> {
    unquoted(text).to_api()
}

fn prefix(text: Slice) -> Spanned<String> {
    unquoted(text.trim()).to_spanned()
}

fn unquoted(text: Slice<'_>) -> Slice<'_> {
    let inner = text.strip_start('`').0;
    inner.sub(0, inner.text.trim_end_matches('`').len())
}

/// The number in `max_depth=N`.
fn depth(text: Slice) -> Option<usize> {
    let number = text.text.strip_prefix("max_depth")?.trim_start().strip_prefix('=')?.trim_start();
    number.chars().all(|letter| letter.is_ascii_digit()).then(|| number.parse().ok())?
}
