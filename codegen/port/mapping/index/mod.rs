//! The index: a Markdown file with tables whose rows are commands.

mod check;
pub(crate) mod command;
mod expand;
mod sections;

use source::{Diagnostic, Diagnostics, FileId, Span, Spanned};

use crate::format::INDEX_COLUMNS;
use crate::lines::{Slice, cells, lines};
use crate::rules;
use command::Command;
use sections::Section;

pub use expand::Expanded;

/// The lines of the index.
#[derive(Debug)]
pub(crate) struct Index {
    lines: Vec<Line>,
    sections: Vec<Section>,
    /// The anchors to which the table of contents links.
    contents: Vec<Spanned<String>>,
    file: FileId,
}

#[derive(Debug)]
struct Line {
    text: String,
    span: Span,
    role: LineRole,
}

/// The role of a line in the index.
#[derive(Debug)]
enum LineRole {
    /// A line that is copied.
    Text,
    /// The header of a table of commands.
    Header,
    Command(Command),
    /// A line that should be a command, but is not.
    Malformed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    /// After a header with `count` columns. `expands` if it is one of a table of commands.
    Separator {
        count: usize,
        expands: bool,
    },
    Rows {
        expands: bool,
    },
}

impl Index {
    pub fn read(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Index {
        let mut index = Index { lines: Vec::new(), sections: Vec::new(), contents: Vec::new(), file };
        let mut reader = Reader { state: State::Text, malformed: None, diagnostics };
        for line in lines(text, file) {
            let role = reader.role(line);
            sections::note(&mut index, line);
            if let Some(section) = index.sections.last_mut() {
                section.count(&role, line.span());
            }
            index.lines.push(Line { text: line.text.to_owned(), span: line.span(), role });
        }
        reader.finish();
        index
    }

    fn commands(&self) -> impl Iterator<Item = (&Line, &Command)> {
        self.lines.iter().filter_map(|line| match &line.role {
            LineRole::Command(command) => Some((line, command)),
            LineRole::Text | LineRole::Header | LineRole::Malformed => None,
        })
    }
}

struct Reader<'a> {
    state: State,
    /// The finding about the first malformed row of a table, and the number of malformed rows after it.
    malformed: Option<(Diagnostic, usize)>,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn role(&mut self, line: Slice) -> LineRole {
        if !line.text.trim_start().starts_with('|') {
            self.leave_table(line);
            return LineRole::Text;
        }
        match self.state {
            State::Text => self.header(line),
            State::Separator { count, expands } => {
                self.state = State::Rows { expands };
                self.separator(line, count, expands)
            }
            State::Rows { expands: true } => self.row(line),
            State::Rows { expands: false } => {
                self.report_stray(line);
                LineRole::Text
            }
        }
    }

    fn header(&mut self, line: Slice) -> LineRole {
        let columns: Vec<Slice> = line.split('|').map(Slice::trim).filter(|cell| !cell.text.is_empty()).collect();
        let expands = columns.iter().map(|column| column.text).eq(INDEX_COLUMNS);
        self.state = State::Separator { count: columns.len(), expands };
        if expands {
            return LineRole::Header;
        }
        let alike = columns.iter().filter(|column| INDEX_COLUMNS.contains(&column.text)).count();
        if alike >= 2 {
            let other = columns.iter().find(|column| !INDEX_COLUMNS.contains(&column.text));
            let (span, message) = match other {
                Some(other) => (other.span(), format!("`{}` is not a column of the index", other.text)),
                None => {
                    (line.trim().span(), "the columns of the index are not complete, or in another order".to_owned())
                }
            };
            let problem = Diagnostic::new(rules::INDEX_TABLE, span, message);
            let help = format!("commands below it are not expanded; write `| {} |`", INDEX_COLUMNS.join(" | "));
            self.diagnostics.push(problem.help(help));
        } else if command::names_command(line.text) {
            self.report_stray(line);
        }
        LineRole::Text
    }

    fn separator(&mut self, line: Slice, count: usize, expands: bool) -> LineRole {
        let found: Vec<Slice> = cells(line.trim());
        let is_line = |cell: &Slice| !cell.text.is_empty() && cell.text.chars().all(|letter| letter == '-');
        let message = match found.iter().all(is_line) && !found.is_empty() {
            true if found.len() == count => return LineRole::Text,
            true => format!("the separator has {}, but the header has {count}", source::count(found.len(), "column")),
            false => "the table has no separator below its header".to_owned(),
        };
        let help = format!("write `|{}`", " --- |".repeat(count));
        self.diagnostics.push(Diagnostic::new(rules::INDEX_TABLE, line.trim_end().span(), message).help(help));
        // A command here is probably the first row of a table without a separator.
        if expands && command::names_command(line.text) { self.row(line) } else { LineRole::Text }
    }

    fn row(&mut self, line: Slice) -> LineRole {
        if !line.text.starts_with('|') {
            let message = "a blank before the row keeps the command from being expanded";
            let problem = Diagnostic::new(rules::NO_COMMAND, line.trim_end().span(), message);
            self.diagnostics.push(problem.help("begin the line with `|`"));
            return LineRole::Malformed;
        }
        match command::parse(line) {
            Ok(command) => LineRole::Command(command),
            Err(problem) if command::names_command(line.text) => {
                self.diagnostics.push(problem);
                LineRole::Malformed
            }
            Err(problem) => {
                self.note_malformed(problem);
                LineRole::Malformed
            }
        }
    }

    /// Reports a command in a table that is not expanded.
    fn report_stray(&mut self, line: Slice) {
        if command::parse(line).is_ok() {
            let message = "this command is not in a table of the index, so it is not expanded";
            let problem = Diagnostic::new(rules::INDEX_TABLE, line.trim_end().span(), message);
            let help = format!("write `| {} |` and a separator above it", INDEX_COLUMNS.join(" | "));
            self.note_malformed(problem.help(help));
        }
    }

    fn leave_table(&mut self, line: Slice) {
        if let State::Separator { expands: true, .. } = self.state {
            let message = "the table has no separator below its header";
            let problem = Diagnostic::new(rules::INDEX_TABLE, line.span(), message);
            self.diagnostics.push(problem.help(format!("write `|{}`", " --- |".repeat(INDEX_COLUMNS.len()))));
        }
        self.state = State::Text;
        self.report_malformed();
    }

    fn note_malformed(&mut self, problem: Diagnostic) {
        match &mut self.malformed {
            Some((_, count)) => *count += 1,
            first => *first = Some((problem, 0)),
        }
    }

    /// Reports malformed rows, once for each table, because a table that is already expanded has hundreds.
    fn report_malformed(&mut self) {
        let Some((problem, further)) = self.malformed.take() else { return };
        let message = match further {
            0 => problem.message.clone(),
            _ => format!("{}; the same is true of {} after it", problem.message, source::count(further, "row")),
        };
        self.diagnostics.push(Diagnostic { message, ..problem });
    }

    fn finish(mut self) {
        self.report_malformed();
    }
}
