//! Diagnostics as commands of GitHub's workflows: one line each, which becomes an annotation.

use crate::source::diagnostic::{Diagnostic, Diagnostics};
use crate::source::file::Sources;
use crate::source::rules::Level;

pub(super) fn render(diagnostics: &Diagnostics, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    diagnostics.sorted().into_iter().map(|diagnostic| line(diagnostic, sources, path)).collect()
}

fn line(diagnostic: &Diagnostic, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    let command = match diagnostic.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let region = sources.region(diagnostic.span);
    let mut properties = format!(
        "file={},line={},endLine={}",
        property(&path(sources.file(diagnostic.span.file).name())),
        region.line,
        region.end_line
    );
    // Columns are heeded within one line only.
    if region.line == region.end_line {
        properties += &format!(",col={},endColumn={}", region.column, region.end_column);
    }
    let title = property(&format!("{}: {}", diagnostic.rule.code(), diagnostic.rule.title()));
    format!("::{command} {properties},title={title}::{}\n", data(&message(diagnostic, sources, path)))
}

/// An annotation has one place, so the message tells of the others.
fn message(diagnostic: &Diagnostic, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    let mut text = diagnostic.message.clone();
    for label in &diagnostic.labels {
        let file = path(sources.file(label.span.file).name());
        text += &format!("\n{file}:{}: {}", sources.region(label.span).line, label.text);
    }
    if let Some(help) = &diagnostic.help {
        text += &format!("\nhelp: {help}");
    }
    text
}

/// What stands behind the `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_or_a_property_is_escaped() {
        assert_eq!(data("100%: a,\r\nb"), "100%25: a,%0D%0Ab");
        assert_eq!(property("100%: a,\nb"), "100%25%3A a%2C%0Ab");
    }
}
