//! Diagnostics as `JUnit` XML, which most services for continuous integration show.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{Sources, Span};
use crate::rule::Level;

pub(super) fn render(diagnostics: &Diagnostics, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    let mut by_file: BTreeMap<String, Vec<&Diagnostic>> = BTreeMap::new();
    let sorted = diagnostics.sorted();
    for diagnostic in &sorted {
        by_file.entry(path(sources.file(diagnostic.span.file).name())).or_default().push(diagnostic);
    }
    let case = |diagnostic: &&Diagnostic| case(diagnostic, sources, path);
    let suite = |(path, found): (&String, &Vec<&Diagnostic>)| {
        let (name, numbers) = (escaped(path), numbers(found.len(), found));
        let cases: String = found.iter().map(case).collect();
        format!("  <testsuite name=\"{name}\" {numbers}>\n{cases}  </testsuite>\n")
    };
    let suites: String = by_file.iter().map(suite).collect();
    let without_findings = format!(
        "  <testsuite name=\"opgen\" {}>\n    <testcase name=\"no findings\" classname=\"opgen\"/>\n  </testsuite>\n",
        numbers(1, &[])
    );
    let (suites, tests) = match diagnostics.len() {
        0 => (without_findings, 1),
        number => (suites, number),
    };
    let numbers = numbers(tests, &sorted);
    format!("{DECLARATION}<testsuites name=\"opgen\" {numbers}>\n{suites}</testsuites>\n")
}

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// The attributes that count tests.
fn numbers(tests: usize, found: &[&Diagnostic]) -> String {
    let failures = found.iter().filter(|diagnostic| diagnostic.level == Level::Error).count();
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{}\"", found.len() - failures)
}

/// A finding. Only errors fail, as only they decide the exit code.
fn case(diagnostic: &Diagnostic, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    let region = sources.region(diagnostic.span);
    let (code, message) = (diagnostic.rule.code(), escaped(&diagnostic.message));
    let file = escaped(&path(sources.file(diagnostic.span.file).name()));
    let result = match diagnostic.level {
        Level::Error => {
            let text = escaped(&text(diagnostic, sources, path));
            format!("      <failure type=\"error\" message=\"{message}\">{text}</failure>\n")
        }
        level => format!("      <skipped message=\"{}: {message}\"/>\n", level.name()),
    };
    let attributes = format!("classname=\"{file}\" file=\"{file}\" line=\"{}\"", region.line);
    let name = format!("{code} at {}:{}", region.line, region.column);
    format!("    <testcase name=\"{name}\" {attributes}>\n{result}    </testcase>\n")
}

/// The place of a finding, with its labels and its help.
fn text(diagnostic: &Diagnostic, sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
    let place = |span: Span| {
        let region = sources.region(span);
        format!("{}:{}:{}", path(sources.file(span.file).name()), region.line, region.column)
    };
    let mut text = format!("{}: {}", place(diagnostic.span), diagnostic.rule.title());
    for label in &diagnostic.labels {
        text += &format!("\n{}: {}", place(label.span), label.text);
    }
    if let Some(help) = &diagnostic.help {
        text += &format!("\nhelp: {help}");
    }
    text
}

/// Text for an attribute or an element. Characters that XML 1.0 does not have are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // In an attribute, a reader would turn them into spaces.
            '\n' | '\r' | '\t' => escaped.push_str(&format!("&#{};", u32::from(character))),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\n\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot;&#10;\u{fffd}");
    }
}
