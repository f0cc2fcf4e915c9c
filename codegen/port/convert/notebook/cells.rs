//! Reads the code cells of a notebook, in the formats 3 and 4.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::python::SyntaxError;

#[derive(Deserialize)]
struct Notebook<'a> {
    #[serde(borrow)]
    cells: Option<Vec<JsonCell<'a>>>,
    /// The sheets with cells of format 3.
    #[serde(borrow)]
    worksheets: Option<Vec<Worksheet<'a>>>,
    #[serde(borrow, default)]
    metadata: Metadata<'a>,
}

#[derive(Deserialize)]
struct Worksheet<'a> {
    #[serde(borrow, default)]
    cells: Vec<JsonCell<'a>>,
}

#[derive(Deserialize)]
struct JsonCell<'a> {
    #[serde(borrow, default)]
    cell_type: Cow<'a, str>,
    #[serde(borrow)]
    source: Option<&'a RawValue>,
    /// The code in format 3.
    #[serde(borrow)]
    input: Option<&'a RawValue>,
}

#[derive(Deserialize, Default)]
struct Metadata<'a> {
    #[serde(borrow, default)]
    language_info: Option<Language<'a>>,
    #[serde(borrow, default)]
    kernelspec: Option<Language<'a>>,
}

#[derive(Deserialize)]
struct Language<'a> {
    /// The language in `language_info`, but only the name of the kernel in `kernelspec`.
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    language: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Whole(String),
    Lines(Vec<String>),
}

/// A code cell.
pub struct CodeCell<'a> {
    /// Its number among all cells, from 1.
    pub number: usize,
    /// Its source as written in JSON.
    pub raw: &'a str,
    /// The offset of `raw` in the notebook.
    pub at: usize,
    /// The code, with a line break at the end.
    pub code: String,
    /// Whether `code` has a line break that the cell lacks.
    pub has_added_line_break: bool,
}

/// The code cells of a notebook; none if its language is not Python.
///
/// # Errors
/// The text is not a notebook in JSON.
pub fn read(text: &str) -> Result<Vec<CodeCell<'_>>, SyntaxError> {
    let notebook: Notebook = serde_json::from_str(text).map_err(|error| not_json(text, &error))?;
    if !notebook.metadata.is_python() {
        return Ok(Vec::new());
    }
    if notebook.cells.is_none() && notebook.worksheets.is_none() {
        return Err(SyntaxError { message: "the notebook has no `cells`".to_owned(), range: 0..0 });
    }
    let sheets = notebook.worksheets.into_iter().flatten().flat_map(|sheet| sheet.cells);
    let cells = notebook.cells.into_iter().flatten().chain(sheets).enumerate();
    let code = cells.filter(|(_, cell)| cell.cell_type == "code");
    Ok(code.filter_map(|(index, cell)| CodeCell::read(text, index + 1, cell.source.or(cell.input)?.get())).collect())
}

fn not_json(text: &str, error: &serde_json::Error) -> SyntaxError {
    let line_start = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let at = (line_start + error.column().saturating_sub(1)).min(text.len()) as u32;
    let fault = if error.is_data() { "the JSON is not a notebook" } else { "the notebook is not valid JSON" };
    SyntaxError { message: format!("{fault}: {error}"), range: at..at }
}

impl Metadata<'_> {
    /// Whether the cells are Python. A notebook that does not name its language is.
    fn is_python(&self) -> bool {
        let info = self.language_info.as_ref().and_then(|info| info.name.as_deref());
        let language = info.or(self.kernelspec.as_ref().and_then(|kernel| kernel.language.as_deref()));
        language.is_none_or(|language| language.to_ascii_lowercase().contains("python"))
    }
}

impl<'a> CodeCell<'a> {
    fn read(notebook: &str, number: usize, raw: &'a str) -> Option<CodeCell<'a>> {
        let mut code = match serde_json::from_str(raw).ok()? {
            Source::Whole(text) => text,
            Source::Lines(lines) => lines.concat(),
        };
        let has_added_line_break = !code.ends_with('\n');
        if has_added_line_break {
            code.push('\n');
        }
        let at = raw.as_ptr() as usize - notebook.as_ptr() as usize;
        Some(CodeCell { number, raw, at, code, has_added_line_break })
    }

    /// The name after `%%` in the first line.
    pub fn magic(&self) -> Option<&str> {
        self.code.trim_start().strip_prefix("%%")?.split_whitespace().next()
    }

    /// The offset in the notebook of the line at an offset in the code.
    pub fn place(&self, offset: usize) -> u32 {
        let line = self.code.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count();
        let lines = self.raw.match_indices('\n').map(|(at, _)| at + 1);
        let at = lines.into_iter().nth(line).unwrap_or(0);
        let blanks = self.raw[at..].len() - self.raw[at..].trim_start().len();
        (self.at + at + blanks) as u32
    }

    /// A new source in the form of the previous one: a string or a list of lines, with the same indentation.
    pub fn written(&self, code: &str) -> String {
        let json = |text: &str| serde_json::to_string(text).unwrap_or_default();
        let raw = self.raw;
        if !raw.starts_with('[') {
            return json(code);
        }
        let blanks = |text: &str| text[..text.len() - text.trim_start().len()].to_owned();
        let before_first = blanks(&raw[1..]);
        let inside = &raw[1..raw.len() - 1];
        let before_end = inside[inside.trim_end().len()..].to_owned();
        let separator = if before_first.contains('\n') { format!(",{before_first}") } else { ", ".to_owned() };
        let lines: Vec<_> = code.split_inclusive('\n').map(json).collect();
        format!("[{before_first}{}{before_end}]", lines.join(&separator))
    }
}
