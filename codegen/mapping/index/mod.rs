//! The index: Markdown with tables whose rows are commands.

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
    /// The anchors that the contents lead to.
    contents: Vec<Spanned<String>>,
    file: FileId,
}

#[derive(Debug)]
struct Line {
    text: String,
    span: Span,
    role: Role,
}

/// What a line of the index is.
#[derive(Debug)]
enum Role {
    /// It is copied.
    Text,
    /// The header of a table of commands.
    Header,
    Command(Command),
    /// It should be a command, but is none.
    Malformed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    /// Below a header with so many columns.
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
            Role::Command(command) => Some((line, command)),
            Role::Text | Role::Header | Role::Malformed => None,
        })
    }
}

struct Reader<'a> {
    state: State,
    /// The first row of a table of which nothing becomes, and how many follow it.
    malformed: Option<(Diagnostic, usize)>,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn role(&mut self, line: Slice) -> Role {
        if !line.text.trim_start().starts_with('|') {
            self.leave_table(line);
            return Role::Text;
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
                Role::Text
            }
        }
    }

    fn header(&mut self, line: Slice) -> Role {
        let columns: Vec<Slice> = line.split('|').map(Slice::trim).filter(|cell| !cell.text.is_empty()).collect();
        let expands = columns.iter().map(|column| column.text).eq(INDEX_COLUMNS);
        self.state = State::Separator { count: columns.len(), expands };
        if expands {
            return Role::Header;
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
        Role::Text
    }

    fn separator(&mut self, line: Slice, count: usize, expands: bool) -> Role {
        let found: Vec<Slice> = cells(line.trim());
        let is_line = |cell: &Slice| !cell.text.is_empty() && cell.text.chars().all(|letter| letter == '-');
        let message = match found.iter().all(is_line) && !found.is_empty() {
            true if found.len() == count => return Role::Text,
            true => format!("the separator has {}, but the header has {count}", source::count(found.len(), "column")),
            false => "the table has no separator below its header".to_owned(),
        };
        let help = format!("write `|{}`", " --- |".repeat(count));
        self.diagnostics.push(Diagnostic::new(rules::INDEX_TABLE, line.trim_end().span(), message).help(help));
        // A command in this place is probably the first row.
        if expands && command::names_command(line.text) { self.row(line) } else { Role::Text }
    }

    fn row(&mut self, line: Slice) -> Role {
        if !line.text.starts_with('|') {
            let message = "a blank before the row keeps the command from being expanded";
            let problem = Diagnostic::new(rules::NO_COMMAND, line.trim_end().span(), message);
            self.diagnostics.push(problem.help("begin the line with `|`"));
            return Role::Malformed;
        }
        match command::parse(line) {
            Ok(command) => Role::Command(command),
            Err(problem) if command::names_command(line.text) => {
                self.diagnostics.push(problem);
                Role::Malformed
            }
            Err(problem) => {
                self.note_malformed(problem);
                Role::Malformed
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

    /// Reports rows of which nothing becomes, once for each table: a table that is expanded already has hundreds.
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
