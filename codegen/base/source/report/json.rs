//! Diagnostics as JSON.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::editor::{Edit, Editor};
use crate::file::{Sources, Span};

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    code: &'a str,
    level: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<JsonFix<'a>>,
    labels: Vec<Label<'a>>,
}

#[derive(Serialize)]
struct Label<'a> {
    #[serde(flatten)]
    range: Range<'a>,
    message: &'a str,
    primary: bool,
}

/// The edits that carry out the help.
#[derive(Serialize)]
struct JsonFix<'a> {
    title: &'a str,
    certain: bool,
    edits: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
struct Replacement<'a> {
    #[serde(flatten)]
    range: Range<'a>,
    text: String,
}

/// The start and end of a span, in lines and columns.
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
    let list: Vec<_> =
        diagnostics.sorted().into_iter().map(|diagnostic| json_diagnostic(diagnostic, sources, &editor)).collect();
    serde_json::to_string_pretty(&list).expect("it holds only text and numbers") + "\n"
}

fn json_diagnostic<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources, editor: &Editor) -> JsonDiagnostic<'a> {
    let label = |span, message: &'a str, primary| Label { range: Range::of(span, sources), message, primary };
    let own = label(diagnostic.span, &diagnostic.here, true);
    let others = diagnostic.labels.iter().map(|other| label(other.span, &other.text, false));
    JsonDiagnostic {
        code: diagnostic.rule.code(),
        level: diagnostic.level.name(),
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        fix: json_fix(diagnostic, sources, editor),
        labels: std::iter::once(own).chain(others).collect(),
    }
}

fn json_fix<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources, editor: &Editor) -> Option<JsonFix<'a>> {
    let fix = diagnostic.fix.as_ref()?;
    let replacement = |Edit { span, text }| Replacement { range: Range::of(span, sources), text };
    let edits = editor.edits(diagnostic)?.into_iter().map(replacement).collect();
    Some(JsonFix { title: &fix.title, certain: fix.certain, edits })
}
