//! Diagnostics as JSON.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{Sources, Span};

#[derive(Serialize)]
struct Written<'a> {
    code: &'a str,
    level: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    labels: Vec<Label<'a>>,
}

#[derive(Serialize)]
struct Label<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    message: &'a str,
    primary: bool,
}

pub(super) fn render(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let written: Vec<_> = diagnostics.sorted().into_iter().map(|diagnostic| written(diagnostic, sources)).collect();
    serde_json::to_string_pretty(&written).expect("it holds only text and numbers") + "\n"
}

fn written<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Written<'a> {
    let label = |span: Span, message: &'a str, primary| {
        let region = sources.region(span);
        Label {
            file: sources.file(span.file).name(),
            line: region.line,
            column: region.column,
            end_line: region.end_line,
            end_column: region.end_column,
            message,
            primary,
        }
    };
    let own = label(diagnostic.span, &diagnostic.here, true);
    let others = diagnostic.labels.iter().map(|other| label(other.span, &other.text, false));
    Written {
        code: diagnostic.rule.code(),
        level: diagnostic.level.name(),
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        labels: std::iter::once(own).chain(others).collect(),
    }
}
