//! Diagnostics as a GitLab code quality report.

use serde::Serialize;

use super::numbered::numbered;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::Sources;
use crate::rule::Level;

/// One finding, with the fields that GitLab requires.
#[derive(Serialize)]
struct Violation<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'a str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    /// The path from the top of the repository, without `./`.
    path: String,
    lines: Lines,
}

/// Lines count from 1.
#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

pub(super) fn render(
    diagnostics: &Diagnostics,
    sources: &Sources,
    path: &dyn Fn(&str) -> String,
    fingerprint: &dyn Fn(&Diagnostic) -> String,
) -> String {
    let found = diagnostics.sorted();
    let fingerprints = numbered(found.iter().map(|diagnostic| fingerprint(diagnostic)));
    let violations = found.iter().zip(fingerprints).map(|(diagnostic, fingerprint)| {
        let region = sources.region(diagnostic.span);
        let path = path(sources.file(diagnostic.span.file).name());
        Violation {
            description: description(diagnostic),
            check_name: diagnostic.rule.code(),
            fingerprint,
            severity: severity(diagnostic.level),
            location: Location {
                path: path.strip_prefix("./").unwrap_or(&path).to_owned(),
                lines: Lines { begin: region.line, end: region.end_line },
            },
        }
    });
    serde_json::to_string_pretty(&violations.collect::<Vec<_>>()).expect("it holds only text and numbers") + "\n"
}

/// The message with its help, in one line.
fn description(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.as_ref().map(|help| format!("; help: {help}")).unwrap_or_default();
    format!("{}: {}{help}", diagnostic.rule.code(), diagnostic.message).replace('\n', " ")
}

/// GitLab's severities are `info`, `minor`, `major`, `critical` and `blocker`.
fn severity(level: Level) -> &'static str {
    match level {
        Level::Error => "critical",
        Level::Warning => "minor",
        Level::Note => "info",
    }
}
