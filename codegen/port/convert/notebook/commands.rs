//! The names that code outside of the converted Python may use: commands of IPython, and cells that are not converted.

use std::collections::BTreeSet;
use std::ops::Range;

use super::cells::CodeCell;
use crate::python::{self, Kind, SyntaxError};

/// Cell magics whose cell is Python of the notebook.
const PYTHON_MAGICS: [&str; 5] = ["capture", "debug", "prun", "time", "timeit"];
/// Cell magics whose cell is a file or a program of its own, which uses no name of the notebook.
const SEPARATE_MAGICS: [&str; 23] = [
    "!",
    "HTML",
    "SVG",
    "bash",
    "cmd",
    "file",
    "html",
    "javascript",
    "js",
    "latex",
    "markdown",
    "perl",
    "pypy",
    "python",
    "python2",
    "python3",
    "ruby",
    "script",
    "sh",
    "svg",
    "sx",
    "system",
    "writefile",
];

/// The contents of a code cell.
pub enum Contents {
    /// Python, with the commands in it.
    Python(Vec<Command>),
    /// A cell in another language, or one that another magic runs.
    Other(Command),
    /// A cell with an error.
    Unreadable(SyntaxError),
}

/// Code that is not converted.
pub struct Command {
    /// Its range in the cell.
    pub range: Range<u32>,
    /// The word that IPython knows it by, such as `%timeit`.
    pub word: String,
    /// The names that it may use.
    pub names: BTreeSet<String>,
    /// Whether these are names of the notebook, and not of a program of its own.
    pub shares_names: bool,
}

impl Contents {
    /// Reads a cell.
    pub fn of(cell: &CodeCell) -> Contents {
        if let Some(magic) = cell.magic().filter(|magic| !PYTHON_MAGICS.contains(magic)) {
            let shares_names = !SEPARATE_MAGICS.contains(&magic);
            let names = if shares_names { used_names(&cell.code) } else { imported_names(&cell.code) };
            return Contents::Other(Command { range: 0..0, word: format!("%%{magic}"), names, shares_names });
        }
        match python::parse_cells(&cell.code) {
            Ok(tree) => {
                let commands = tree.ids().filter(|id| tree.kind(*id) == Kind::Command);
                Contents::Python(commands.map(|id| Command::read(tree.text_of(id), tree.node(id).range())).collect())
            }
            Err(error) => Contents::Unreadable(error),
        }
    }
}

impl Command {
    fn read(text: &str, range: Range<u32>) -> Command {
        let names = match text.strip_prefix('!') {
            // IPython evaluates only what is in braces.
            Some(shell) => shell
                .split('{')
                .skip(1)
                .flat_map(|part| used_names(part.split('}').next().unwrap_or_default()))
                .collect(),
            None => used_names(text),
        };
        let word = text.split_whitespace().next().unwrap_or_default().to_owned();
        Command { range, word, names, shares_names: true }
    }
}

/// All words in a text.
pub fn words(text: &str) -> BTreeSet<String> {
    text.split(|c| !is_part_of_name(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words after `import` and `from`.
fn imported_names(text: &str) -> BTreeSet<String> {
    let words: Vec<&str> = text.split(|c| !is_part_of_name(c)).filter(|word| !word.is_empty()).collect();
    let pairs = words.windows(2).filter(|pair| matches!(pair[0], "import" | "from"));
    pairs.map(|pair| pair[1].to_owned()).collect()
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names in a text that are called, or have an attribute: `f` and `a` in `f(a.b)`, but none in `install a==1`.
fn used_names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = text;
    let mut last = ' ';
    while let Some(start) = rest.find(is_part_of_name) {
        let before = rest[..start].chars().next_back().unwrap_or(last);
        let word = &rest[start..];
        let end = word.find(|c| !is_part_of_name(c)).unwrap_or(word.len());
        let (name, behind) = word.split_at(end);
        let mut next = behind.chars();
        let is_used = match next.next() {
            Some('(') => true,
            Some('.') => next.next().is_some_and(|c| is_part_of_name(c) && !c.is_numeric()),
            _ => false,
        };
        if is_used && !matches!(before, '.' | '/' | '-' | '\\') {
            names.insert(name.to_owned());
        }
        last = name.chars().next_back().unwrap_or(last);
        rest = behind;
    }
    names
}
