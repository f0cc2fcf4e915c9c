//! The table of arguments, and the heading above it.

use source::Diagnostic;

use super::{Machine, State};
use crate::document::Table;
use crate::document::table::{self, Separator};
use crate::format::ARGUMENTS_HEADING;
use crate::lines::Slice;
use crate::rules;

impl<'a> Machine<'a> {
    pub(super) fn arguments_heading(&mut self, line: Slice<'a>) {
        if line.text == format!("### {ARGUMENTS_HEADING}") {
            return self.part_ends(line, State::TableHeader);
        }
        if is_arguments_heading(line) {
            let message = format!("this is not exactly `### {ARGUMENTS_HEADING}`");
            let problem = Diagnostic::new(rules::MISSING_PART, line.span(), message);
            self.reject(problem.help(format!("write `### {ARGUMENTS_HEADING}` and nothing else")));
            return self.part_ends(line, State::TableHeader);
        }
        let is_header =
            line.text.starts_with('|') && self.expected.columns.iter().any(|column| line.text.contains(column));
        if is_header {
            let message = format!("the heading `### {ARGUMENTS_HEADING}` before the table is missing");
            let problem = Diagnostic::new(rules::MISSING_PART, line.span(), message);
            let problem = problem.label(self.last_part, "it should follow here");
            self.reject(problem.help(format!("write `### {ARGUMENTS_HEADING}` before the table")));
            return self.table_header(line);
        }
        let start = line.start();
        self.summary = match (self.summary, line.text.starts_with('#')) {
            (Some((first, _)), false) => Some((first, start + line.text.len())),
            (None, false) => Some((start, start + line.text.len())),
            (summary, true) => summary,
        };
    }

    pub(super) fn table_header(&mut self, line: Slice<'a>) {
        if line.text.starts_with('|') {
            if let Err(problem) = table::header(line, &self.expected.columns) {
                self.reject(problem);
            }
            self.document.table = Some(Table { header: line.span(), rows: Vec::new(), is_sound: true });
            return self.part_ends(line, State::TableSeparator);
        }
        if line.text.starts_with('#') {
            let problem = Diagnostic::new(rules::MISSING_PART, self.last_part, "there is no table of arguments");
            self.reject(problem.here("below this heading").label(line.span(), "the next heading"));
            self.state = State::End;
        } else if table::looks_like_row(line) {
            let problem = Diagnostic::new(rules::TABLE_HEADER, line.span(), "there are blanks before the header");
            self.reject(problem.help("begin the line with `|`"));
        }
    }

    pub(super) fn table_separator(&mut self, line: Slice<'a>) {
        self.part_ends(line, State::Rows);
        match table::separator(line) {
            Separator::Good => {}
            Separator::Other(problem) => {
                self.found.push(problem);
                self.table_is_unsound();
            }
            Separator::Bad(problem) => {
                self.reject(problem);
                self.table_is_unsound();
                if !table::looks_like_row(line) {
                    self.state = State::AfterTable;
                }
            }
        }
    }

    pub(super) fn row(&mut self, line: Slice<'a>) {
        if !line.text.starts_with('|') {
            self.state = State::AfterTable;
            return self.after_table(line);
        }
        match table::row(line) {
            Err(problem) => {
                self.reject(problem);
                self.table_is_unsound();
            }
            Ok(row) => self.document.table.iter_mut().for_each(|table| table.rows.push(row.clone())),
        }
        self.last_part = line.span();
    }

    fn table_is_unsound(&mut self) {
        self.document.table.iter_mut().for_each(|table| table.is_sound = false);
    }

    /// Reports rows after the end of the table: after an empty line, or indented.
    pub(super) fn after_table(&mut self, line: Slice<'a>) {
        if table::looks_like_row(line) {
            let message = "this row is not part of the table of arguments, which has ended before it";
            let problem = Diagnostic::new(rules::OUTSIDE_TABLE, line.trim().span(), message);
            self.found.push(problem.label(self.last_part, "the end of the table"));
            self.table_is_unsound();
        } else if !line.text.trim().is_empty() {
            self.state = State::End;
        }
    }
}

/// Whether a line is probably meant to be the heading of the table of arguments.
pub(super) fn is_arguments_heading(line: Slice) -> bool {
    let text = line.text.trim();
    let heading = text.trim_start_matches('#').trim();
    text.starts_with('#') && table::is_near(heading, ARGUMENTS_HEADING) || text == ARGUMENTS_HEADING
}
