//! Notebooks: the code of all cells is converted as one program, and only cells that change are rewritten. Imports that cells
//! and commands outside of that program use stay, and each such cell and command is reported.

mod cells;
mod commands;

use std::collections::BTreeSet;
use std::ops::Range;

use self::cells::CodeCell;
use self::commands::{Command, Contents};
use crate::file::{self, Conversion, Options};
use crate::python::SyntaxError;
use crate::report::Found;

/// The cells of a notebook that are one program.
struct Program<'a> {
    cells: Vec<(CodeCell<'a>, Vec<Command>)>,
    /// Separates the cells. No cell contains it.
    boundary: String,
}

/// Cells that are not part of the program.
#[derive(Default)]
struct Others<'a> {
    commands: Vec<(CodeCell<'a>, Command)>,
    unreadable: Vec<(CodeCell<'a>, SyntaxError)>,
}

/// Converts a notebook.
///
/// # Errors
/// It is not a notebook.
pub fn convert(text: &str, options: &Options) -> Result<Conversion, SyntaxError> {
    let (program, others) = read(cells::read(text)?);
    let kept_names = kept_names(&program, &others);
    let converted = file::convert(&program.joined(), &Options { kept_names: &kept_names, ..*options })?;
    let mut found = converted.found;
    for it in &mut found {
        it.range = program.place(&it.range);
    }
    let mut differences = converted.differences;
    for it in &mut differences {
        it.range = program.place(&it.range);
    }
    let known = |name: &String| {
        let package = options.mapping.packages.contains_key(name).then(|| name.clone());
        converted.kept.get(name).cloned().or(package)
    };
    let commands =
        program.cells.iter().flat_map(|(cell, commands)| commands.iter().map(move |command| (cell, command)));
    for (cell, command) in commands.chain(others.commands.iter().map(|(cell, command)| (cell, command))) {
        let at = cell.place(command.range.start as usize);
        let used = command.names.iter().filter_map(known);
        found.extend(used.map(|api| Found::in_command(&api, at..at, &command.word)));
    }
    let unreadable = others.unreadable.iter().map(|(cell, error)| located(cell, error)).collect();
    let text = program.spliced(text, &converted.text);
    Ok(Conversion { text, found, differences, unreadable, ..converted })
}

/// The Python code of all cells that can be read; empty for a file that is not a notebook.
pub fn code(text: &str) -> String {
    cells::read(text).map(|cells| read(cells).0.joined()).unwrap_or_default()
}

fn read(cells: Vec<CodeCell>) -> (Program, Others) {
    let mut program = Program { cells: Vec::new(), boundary: "#\u{1}boundary of cells\u{1}\n".to_owned() };
    while cells.iter().any(|cell| cell.code.contains(&program.boundary)) {
        program.boundary.insert(1, '\u{1}');
    }
    let mut others = Others::default();
    for cell in cells {
        match Contents::of(&cell) {
            Contents::Python(commands) => program.cells.push((cell, commands)),
            Contents::Other(command) => others.commands.push((cell, command)),
            Contents::Unreadable(error) => others.unreadable.push((cell, error)),
        }
    }
    (program, others)
}

/// The names whose imports must stay, because code that is not converted may use them.
fn kept_names(program: &Program, others: &Others) -> BTreeSet<String> {
    let in_program = program.cells.iter().flat_map(|(_, commands)| commands);
    let commands = in_program.chain(others.commands.iter().map(|(_, command)| command));
    let mut names: BTreeSet<String> =
        commands.filter(|command| command.shares_names).flat_map(|command| command.names.iter().cloned()).collect();
    for (cell, _) in &others.unreadable {
        names.extend(commands::words(&cell.code));
    }
    names
}

/// The error of a cell, as one of the notebook.
fn located(cell: &CodeCell, error: &SyntaxError) -> SyntaxError {
    let start = error.range.start as usize;
    let line = cell.code.as_bytes().iter().take(start).filter(|byte| **byte == b'\n').count() + 1;
    let at = cell.place(start);
    SyntaxError { message: format!("cell {}, line {line}: {}", cell.number, error.message), range: at..at }
}

impl Program<'_> {
    fn joined(&self) -> String {
        self.cells.iter().map(|(cell, _)| cell.code.as_str()).collect::<Vec<_>>().join(&self.boundary)
    }

    /// The notebook with the converted program.
    fn spliced(&self, notebook: &str, converted: &str) -> String {
        let mut after = String::with_capacity(notebook.len());
        let mut at = 0;
        for ((cell, _), part) in self.cells.iter().zip(converted.split(&self.boundary)) {
            after.push_str(&notebook[at..cell.at]);
            let code = if cell.has_added_line_break { part.strip_suffix('\n').unwrap_or(part) } else { part };
            if part == cell.code {
                after.push_str(cell.raw);
            } else {
                after.push_str(&cell.written(code));
            }
            at = cell.at + cell.raw.len();
        }
        after.push_str(&notebook[at..]);
        after
    }

    /// The offset in the notebook of a range in the program: the start of its line.
    fn place(&self, range: &Range<u32>) -> Range<u32> {
        let mut start = 0;
        for (cell, _) in &self.cells {
            let end = start + cell.code.len() + self.boundary.len();
            if (range.start as usize) < end {
                let at = cell.place(range.start as usize - start);
                return at..at;
            }
            start = end;
        }
        0..0
    }
}
