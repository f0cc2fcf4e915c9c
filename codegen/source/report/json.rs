//! Diagnostics as JSON.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::editor::{Edit, Editor};
use crate::file::{Sources, Span};

#[derive(Serialize)]
struct Written<'a> {
    code: &'a str,
    level: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fixed<'a>>,
    labels: Vec<Label<'a>>,
}

#[derive(Serialize)]
struct Label<'a> {
    #[serde(flatten)]
    range: Range<'a>,
    message: &'a str,
    primary: bool,
}

/// Edits that do what the help says.
#[derive(Serialize)]
struct Fixed<'a> {
    title: &'a str,
    edits: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
struct Replacement<'a> {
    #[serde(flatten)]
    range: Range<'a>,
    text: String,
}

/// Where a span begins and ends.
#[derive(Serialize)]
struct Range<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl<'a> Range<'a> {
    fn of(span: Span, sources: &'a Sources) -> Self {
        let region = sources.region(span);
        Range {
            file: sources.file(span.file).name(),
            line: region.line,
            column: region.column,
            end_line: region.end_line,
            end_column: region.end_column,
        }
    }
}

pub(super) fn render(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let editor = Editor::new(sources);
    let written: Vec<_> =
        diagnostics.sorted().into_iter().map(|diagnostic| written(diagnostic, sources, &editor)).collect();
    serde_json::to_string_pretty(&written).expect("it holds only text and numbers") + "\n"
}

fn written<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources, editor: &Editor) -> Written<'a> {
    let label = |span, message: &'a str, primary| Label { range: Range::of(span, sources), message, primary };
    let own = label(diagnostic.span, &diagnostic.here, true);
    let others = diagnostic.labels.iter().map(|other| label(other.span, &other.text, false));
    Written {
        code: diagnostic.rule.code(),
        level: diagnostic.level.name(),
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        fix: fixed(diagnostic, sources, editor),
        labels: std::iter::once(own).chain(others).collect(),
    }
}

fn fixed<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources, editor: &Editor) -> Option<Fixed<'a>> {
    let fix = diagnostic.fix.as_ref()?;
    let replacement = |Edit { span, text }| Replacement { range: Range::of(span, sources), text };
    let edits = editor.edits(diagnostic)?.into_iter().map(replacement).collect();
    Some(Fixed { title: &fix.title, edits })
}
