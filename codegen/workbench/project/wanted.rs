//! The operators that a selective build asks for: names from the caller or from files, and the operators in saved
//! programs.
//!
//! This module does not look the names up; the room `subset` does that.

use std::path::{Path, PathBuf};

use source::file::SourceFile;
use source::read;
use source::rules::UNREADABLE;
use source::{Diagnostic, Diagnostics, FileId, Level, Sources, Span, Spanned};

use crate::Review;
use crate::dependencies::Dependencies;
use crate::program_files::{ProgramFiles, ProgramFormat};

/// The caller's options for a selective build. Without names and programs, all operators are generated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedOptions {
    /// Names of operators, and paths of files that list names.
    pub ops: Vec<String>,
    /// Saved programs, or folders that contain them.
    pub programs: Vec<PathBuf>,
    /// True if the gradients of these operators are wanted, too.
    pub gradients: bool,
}

/// The operators that a selective build asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Names of operators.
    pub names: Vec<Spanned<String>>,
    /// Types of operators in saved programs, which may be legacy names.
    pub types: Vec<Spanned<String>>,
    /// True if the gradients of these operators are wanted, too.
    pub gradients: bool,
}

impl WantedOptions {
    /// Reads the lists and programs. `None` if all operators are wanted.
    pub fn read(
        &self,
        format: &ProgramFormat,
        sources: &mut Sources,
        dependencies: &mut Dependencies,
        diagnostics: &mut Diagnostics,
    ) -> Option<Wanted> {
        let WantedOptions { ops, programs, gradients } = self;
        if ops.is_empty() && programs.is_empty() {
            return None;
        }
        let mut reader = Reader { format, sources, dependencies, diagnostics };
        let names = ops.iter().flat_map(|item| reader.names(item)).collect();
        let types = programs.iter().flat_map(|path| reader.programs(path)).collect();
        Some(Wanted { names, types, gradients: *gradients })
    }
}

/// The name of the text in which names on the command line stand.
const ARGUMENT: &str = "--ops";

impl WantedOptions {
    /// What is wrong with the caller's options, if nothing else is wrong with the project: a name, or a path that leads to no
    /// list and no program. Mistakes in the text of a list are not included.
    pub fn mistake(&self, project: &Review) -> Option<String> {
        let errors: Vec<_> =
            project.diagnostics.sorted().into_iter().filter(|found| found.level == Level::Error).collect();
        let is_path = |name: &str| {
            self.ops.iter().any(|item| item == name)
                || self.programs.iter().any(|path| path.display().to_string() == name)
        };
        let is_mistake = |found: &&Diagnostic| {
            let file = project.sources.file(found.span.file);
            file.name() == ARGUMENT || (file.text().is_empty() && is_path(file.name()))
        };
        let first = errors.first().filter(|_| errors.iter().all(is_mistake))?;
        let help = first.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        Some(format!("{}{help}", first.message))
    }
}

struct Reader<'a> {
    format: &'a ProgramFormat,
    sources: &'a mut Sources,
    dependencies: &'a mut Dependencies,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    /// True for a name, and false for the path of a file, which contains a `.` or a `/`. If names contain dots, too, a file must exist.
    fn is_name(&self, item: &str) -> bool {
        match self.format.has_dotted_names {
            true => !item.contains(['/', '\\']) && !Path::new(item).exists(),
            false => !item.contains(['.', '/', '\\']),
        }
    }

    /// A name, or the names in a file.
    fn names(&mut self, item: &str) -> Vec<Spanned<String>> {
        if self.is_name(item) {
            let file = self.sources.add(SourceFile::new(ARGUMENT.to_owned(), item.to_owned()));
            return self.names_in(file);
        }
        self.dependencies.note(Path::new(item));
        match read::read(Path::new(item), item, self.sources, self.diagnostics) {
            Ok(Some(file)) => self.names_in(file),
            Ok(None) => {
                let message = format!("there is no file {item}");
                self.problem(item, message, "name operators, or a file with one name on each line");
                Vec::new()
            }
            Err(read::Reported) => Vec::new(),
        }
    }

    fn names_in(&mut self, file: FileId) -> Vec<Spanned<String>> {
        let names = listed(file, self.sources.file(file).text());
        if names.is_empty() {
            let problem = Diagnostic::new(UNREADABLE, Span::start_of(file), "this list of operators is empty");
            self.diagnostics.push(problem.help("write one name on each line; `#` begins a comment"));
        }
        names
    }

    /// The types of the operators in a program, or in all programs in a folder and the folders below it.
    fn programs(&mut self, path: &Path) -> Vec<Spanned<String>> {
        let name = path.display().to_string();
        self.dependencies.note(path);
        let found = match ProgramFiles::of(path, self.format.is_program) {
            Ok(found) => found,
            Err(reason) => {
                let message = format!("cannot read the folder {name}: {reason}");
                self.problem(&name, message, "name a folder with saved programs");
                return Vec::new();
            }
        };
        if found.files.is_empty() {
            self.problem(&name, format!("there is no saved program in {name}"), self.format.help);
        }
        for folder in &found.folders {
            self.dependencies.note(folder);
        }
        found.files.iter().flat_map(|program| self.program(program)).collect()
    }

    fn program(&mut self, path: &Path) -> Vec<Spanned<String>> {
        let name = path.display().to_string();
        self.dependencies.note(path);
        match (self.format.types)(path) {
            Ok(types) => {
                // Diagnostics show this list, because the file itself is binary.
                let text: String = types.iter().map(|ty| format!("{ty}\n")).collect();
                let file = self.sources.add(SourceFile::new(name, text));
                lines(file, self.sources.file(file).text())
            }
            Err(reason) => {
                let message = format!("{name} is not a saved program: {reason}");
                self.problem(&name, message, self.format.help_for_others);
                Vec::new()
            }
        }
    }

    fn problem(&mut self, name: &str, message: String, help: &str) {
        let file = self.sources.add(SourceFile::new(name.to_owned(), String::new()));
        self.diagnostics.push(Diagnostic::new(UNREADABLE, Span::start_of(file), message).help(help));
    }
}

/// The lines of a text.
fn lines(file: FileId, text: &str) -> Vec<Spanned<String>> {
    let mut start = 0;
    let mut spanned = |line: &str| {
        let span = Span::new(file, start, start + line.len());
        start = span.end as usize + 1;
        Spanned::new(line.to_owned(), span)
    };
    text.lines().map(&mut spanned).collect()
}

/// Begins an item of a list in YAML.
const ITEM: &str = "-";

/// The names in a text: separated by white space or commas, with comments from `#` to the end of the line. A list in YAML is one, too.
fn listed(file: FileId, text: &str) -> Vec<Spanned<String>> {
    let mut names = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default();
        for name in code.split([',', ' ', '\t', '\r', '\n']).filter(|name| !name.is_empty() && *name != ITEM) {
            // `name` is a slice of `line`.
            let at = start + (name.as_ptr() as usize - line.as_ptr() as usize);
            names.push(Spanned::new(name.to_owned(), Span::new(file, at, at + name.len())));
        }
        start += line.len();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_may_have_commas_and_comments() {
        let text = "# those of the model\nrelu, conv2d # both\r\n\n- add\n";
        let file = Sources::default().add(SourceFile::new("ops.txt".to_owned(), text.to_owned()));
        let names = listed(file, text);
        assert_eq!(names.iter().map(Spanned::as_str).collect::<Vec<_>>(), ["relu", "conv2d", "add"]);
        let written = |name: &Spanned<String>| text[name.span.start as usize..name.span.end as usize] == name.value;
        assert!(names.iter().all(written));
    }
}
