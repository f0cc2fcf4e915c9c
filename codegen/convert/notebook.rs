//! Notebooks: the code of all cells is converted as one program, and only cells that change are rewritten.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::file::{self, Conversion, Options};
use crate::python::{self, SyntaxError};

#[derive(Deserialize)]
struct Notebook<'a> {
    #[serde(borrow, default)]
    cells: Vec<Cell<'a>>,
}

#[derive(Deserialize)]
struct Cell<'a> {
    #[serde(borrow, default)]
    cell_type: Cow<'a, str>,
    #[serde(borrow)]
    source: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Whole(String),
    Lines(Vec<String>),
}

/// A code cell: its source as written in JSON, the offset of that, and the code.
struct Code<'a> {
    raw: &'a str,
    at: usize,
    text: String,
}

/// Separates the cells while they are one program. No code contains it.
const BOUNDARY: &str = "#\u{1}boundary of cells\u{1}\n";

/// Converts a notebook.
///
/// # Errors
/// It is not valid JSON, or its code is not Python.
pub fn convert(text: &str, options: &Options) -> Result<Conversion, SyntaxError> {
    let cells = cells(text)?;
    let program: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
    let joined = program.iter().map(|cell| with_line_break(cell)).collect::<Vec<_>>().join(BOUNDARY);
    let converted = file::convert(&joined, options)?;
    let parts: Vec<&str> = converted.text.split(BOUNDARY).collect();
    let mut after = String::with_capacity(text.len());
    let mut at = 0;
    for (cell, part) in cells.iter().zip(parts) {
        let part = if cell.text.ends_with('\n') { part } else { part.strip_suffix('\n').unwrap_or(part) };
        after.push_str(&text[at..cell.at]);
        if part == cell.text {
            after.push_str(cell.raw);
        } else {
            after.push_str(&written(cell.raw, part));
        }
        at = cell.at + cell.raw.len();
    }
    after.push_str(&text[at..]);
    let mut found = converted.found;
    for it in &mut found {
        it.range = place(&cells, &it.range);
    }
    Ok(Conversion { text: after, found, helpers: converted.helpers })
}

fn with_line_break(cell: &str) -> String {
    if cell.ends_with('\n') { cell.to_owned() } else { format!("{cell}\n") }
}

/// The cells with Python code. Cells in other languages, and cells that cannot be parsed, are left out.
fn cells(text: &str) -> Result<Vec<Code<'_>>, SyntaxError> {
    let broken = |error: serde_json::Error| {
        let line_start = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        let at = (line_start + error.column().saturating_sub(1)).min(text.len()) as u32;
        SyntaxError { message: format!("the notebook is not valid JSON: {error}"), range: at..at }
    };
    let notebook: Notebook = serde_json::from_str(text).map_err(broken)?;
    let code = notebook.cells.iter().filter(|cell| cell.cell_type == "code").filter_map(|cell| {
        let raw = cell.source?.get();
        let text_of = match serde_json::from_str(raw).ok()? {
            Source::Whole(text) => text,
            Source::Lines(lines) => lines.concat(),
        };
        let at = raw.as_ptr() as usize - text.as_ptr() as usize;
        let is_python = !text_of.trim_start().starts_with("%%") && !text_of.contains('\u{1}');
        (is_python && python::parse_cells(&with_line_break(&text_of)).is_ok()).then_some(Code {
            raw,
            at,
            text: text_of,
        })
    });
    Ok(code.collect())
}

/// The source of a cell in its previous form: a string or a list of lines, with the same indentation.
fn written(raw: &str, text: &str) -> String {
    let json = |text: &str| serde_json::to_string(text).unwrap_or_default();
    if !raw.starts_with('[') {
        return json(text);
    }
    let blanks = |text: &str| text[..text.len() - text.trim_start().len()].to_owned();
    let before_first = blanks(&raw[1..]);
    let inside = &raw[1..raw.len() - 1];
    let before_end = inside[inside.trim_end().len()..].to_owned();
    let separator = if before_first.contains('\n') { format!(",{before_first}") } else { ", ".to_owned() };
    let lines: Vec<_> = text.split_inclusive('\n').map(json).collect();
    format!("[{before_first}{}{before_end}]", lines.join(&separator))
}

/// The offset in the notebook of a range in the program: the start of its line.
fn place(cells: &[Code], range: &Range<u32>) -> Range<u32> {
    let mut start = 0;
    for cell in cells {
        let end = start + with_line_break(&cell.text).len() + BOUNDARY.len();
        if (range.start as usize) < end {
            let before = &cell.text[..(range.start as usize - start).min(cell.text.len())];
            let at = line_of(cell, before.matches('\n').count());
            return at..at;
        }
        start = end;
    }
    0..0
}

/// The offset in the notebook of a cell's line.
fn line_of(cell: &Code, line: usize) -> u32 {
    let lines = cell.raw.match_indices('\n').map(|(at, _)| at + 1);
    let at = lines.into_iter().nth(line).unwrap_or(0);
    let blanks = cell.raw[at..].len() - cell.raw[at..].trim_start().len();
    (cell.at + at + blanks) as u32
}
