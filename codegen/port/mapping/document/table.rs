//! The table of arguments: header, separator and rows.

use source::{Diagnostic, suggest};

use super::Row;
use crate::lines::{Slice, cells};
use crate::rules;

/// Checks the header.
///
/// # Errors
/// It does not have the three columns.
pub(super) fn header(line: Slice, columns: &[String; 3]) -> Result<(), Diagnostic> {
    let found: Vec<Slice> = line.split('|').map(Slice::trim).filter(|cell| !cell.text.is_empty()).collect();
    if found.iter().map(|cell| cell.text).eq(columns.iter().map(String::as_str)) {
        return Ok(());
    }
    let expected = format!("write `| {} |`", columns.join(" | "));
    let wrong = found.iter().zip(columns).find(|(cell, column)| cell.text != column.as_str());
    let problem = match wrong {
        Some((cell, column)) if found.len() == columns.len() => {
            let message = format!("the column `{}` should be `{column}`", cell.text);
            Diagnostic::new(rules::TABLE_HEADER, cell.span(), message)
        }
        _ => {
            let message =
                format!("the table of arguments has {} instead of three", source::count(found.len(), "column"));
            Diagnostic::new(rules::TABLE_HEADER, line.trim().span(), message)
        }
    };
    Err(problem.help(expected))
}

/// The line after the header, where the separator should be.
pub(super) enum Separator {
    Good,
    /// It is accepted as the separator, although its text is different.
    Other(Diagnostic),
    Bad(Diagnostic),
}

pub(super) fn separator(line: Slice) -> Separator {
    const HELP: &str = "write `| --- | --- | --- |` below the header";
    let found: Vec<Slice> = line.split('|').map(Slice::trim).filter(|cell| !cell.text.is_empty()).collect();
    let problem = |message: &str| Diagnostic::new(rules::TABLE_SEPARATOR, line.span(), message).help(HELP);
    let is_line = |cell: &Slice| cell.text.trim_matches(':').chars().all(|letter| letter == '-');
    let has_lines = found.iter().all(is_line);
    if !line.text.starts_with('|') {
        return Separator::Bad(problem("the table of arguments ends after its header"));
    }
    match (found.len(), has_lines) {
        (3, true) => Separator::Good,
        (3, false) => {
            Separator::Other(problem("this row is lost, because it stands where the separator of the table should be"))
        }
        (count, true) => {
            Separator::Bad(problem(&format!("the separator has {} instead of three", source::count(count, "column"))))
        }
        (_, false) => Separator::Bad(problem("this is not a separator")),
    }
}

/// Reads a row.
///
/// # Errors
/// It does not have three cells.
pub(super) fn row(line: Slice) -> Result<Row, Diagnostic> {
    let found = cells(line);
    if let [source, target, remark] = found.as_slice() {
        return Ok(Row { source: source.to_spanned(), target: target.to_spanned(), remark: remark.to_spanned() });
    }
    let is_open = !line.text.trim_end().ends_with('|');
    let help = match (found.len(), is_open) {
        (2, true) => "end the row with `|`",
        (count, _) if count > 3 => {
            "a `|` in a cell begins another cell, even between backquotes: write it in another way"
        }
        _ => "write `| argument | argument | remark |`",
    };
    let message = format!("the row has {} instead of three", source::count(found.len(), "cell"));
    Err(Diagnostic::new(rules::TABLE_ROW, line.trim_end().span(), message).help(help))
}

/// Whether a line outside of the table looks like a row of it.
pub(super) fn looks_like_row(line: Slice) -> bool {
    let text = line.text.trim();
    (text.starts_with('|') || text.ends_with('|')) && text.matches('|').count() >= 3
}

/// Whether a heading is probably meant to be the expected one.
pub(super) fn is_near(heading: &str, expected: &str) -> bool {
    heading == expected || suggest::nearest(heading, [expected]).is_some()
}
