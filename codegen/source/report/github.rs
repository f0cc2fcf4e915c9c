//! Diagnostics as GitHub workflow commands: one line each, which GitHub shows as an annotation.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{Region, Sources};
use crate::rule::Level;

pub(super) fn render(diagnostics: &Diagnostics, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    diagnostics.sorted().into_iter().map(|diagnostic| line(diagnostic, sources, path)).collect()
}

fn line(diagnostic: &Diagnostic, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    let place = (path(sources.file(diagnostic.span.file).name()), sources.region(diagnostic.span));
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
