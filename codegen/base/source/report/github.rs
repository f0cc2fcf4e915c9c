//! Diagnostics as GitHub workflow commands: one line each, which GitHub shows as an annotation.
//!
//! GitHub shows only ten annotations of each kind per step, and drops the others. So the rest are plain lines in the log.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{Region, Sources, Span};
use crate::rule::Level;

/// The number of annotations of each kind that GitHub shows for a step.
pub const MAX_ANNOTATIONS: usize = 10;

/// The commands for findings at places that `is_shown`, and lines for the others.
pub(super) fn render(
    diagnostics: &Diagnostics,
    sources: &Sources,
    path: &dyn Fn(&str) -> String,
    is_shown: &dyn Fn(Span) -> bool,
) -> String {
    let mut numbers: BTreeMap<Level, usize> = BTreeMap::new();
    let (mut commands, mut others) = (String::new(), String::new());
    for diagnostic in diagnostics.sorted() {
        let labels = diagnostic.labels.iter().map(|label| label.span);
        let span = std::iter::once(diagnostic.span).chain(labels).find(|span| is_shown(*span));
        let number = numbers.entry(diagnostic.level).or_default();
        match span.filter(|_| *number < MAX_ANNOTATIONS) {
            Some(span) => {
                *number += 1;
                commands += &line(diagnostic, span, sources, path);
            }
            None => others += &plain(diagnostic, sources, path),
        }
    }
    let heading = if others.is_empty() { "" } else { "without annotations:\n" };
    format!("{commands}{heading}{others}")
}

/// A finding that is not an annotation.
fn plain(diagnostic: &Diagnostic, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    let region = sources.region(diagnostic.span);
    let file = path(sources.file(diagnostic.span.file).name());
    let Diagnostic { level, rule, message, .. } = diagnostic;
    // Text at the start of a line could be a command.
    format!("{file}:{}:{}: {}[{}]: {message}\n", region.line, region.column, level.name(), rule.code())
}

/// The command for a finding that is annotated at a span.
fn line(diagnostic: &Diagnostic, span: Span, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    let place = (path(sources.file(span.file).name()), sources.region(span));
    let title = format!("{}: {}", diagnostic.rule.code(), diagnostic.rule.title());
    command(diagnostic.level, Some(place), &title, &message(diagnostic, sources, path))
}

/// The command for one annotation. `place` has a path from the top of the repository; without it the annotation has no
/// position.
pub fn command(level: Level, place: Option<(String, Region)>, title: &str, message: &str) -> String {
    let command = match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let mut properties = String::new();
    if let Some((file, region)) = place {
        properties += &format!("file={},line={},endLine={}", property(&file), region.line, region.end_line);
        // GitHub ignores the columns of an annotation that spans several lines.
        if region.line == region.end_line {
            properties += &format!(",col={},endColumn={}", region.column, region.end_column);
        }
        properties.push(',');
    }
    format!("::{command} {properties}title={}::{}\n", property(title), data(message))
}

/// The message with all labels appended, because an annotation has only one position.
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

/// Escapes text for the message, which follows the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes text for the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_in_text_are_escaped() {
        assert_eq!(data("100%: a,\r\nb"), "100%25: a,%0D%0Ab");
        assert_eq!(property("100%: a,\nb"), "100%25%3A a%2C%0Ab");
    }
}
