//! Diagnostics as text: for people, and in formats for other programs.

mod excerpt;
mod github;
#[cfg(feature = "json")]
mod gitlab;
mod human;
#[cfg(feature = "json")]
mod json;
mod junit;
#[cfg(feature = "json")]
mod numbered;
#[cfg(feature = "json")]
mod sarif;

#[cfg(feature = "json")]
use super::diagnostic::Diagnostic;
use super::diagnostic::{Diagnostics, count};
use super::file::{Sources, Span};
use super::rule::Level;

pub use github::{MAX_ANNOTATIONS, command as github_command};
pub use human::{Excerpt, render_finding};
#[cfg(feature = "json")]
pub use sarif::{SarifResult, sarif_log};

/// All diagnostics that are at least as serious as `least`, in rustc's style. The text has ANSI colours, which the
/// output stream strips if necessary.
pub fn render_to(least: Level, diagnostics: &Diagnostics, sources: &Sources) -> String {
    human::render(diagnostics, sources, least)
}

/// All diagnostics, in the style of [`render_to`].
pub fn render_all(diagnostics: &Diagnostics, sources: &Sources) -> String {
    render_to(Level::Note, diagnostics, sources)
}

/// Counts the diagnostics: `2 errors, 1 warning`. Notes are counted if `least` includes them and there are any.
pub fn summary(diagnostics: &Diagnostics, least: Level) -> String {
    let number = |level: Level| count(diagnostics.count(level), level.name());
    let has_notes = least == Level::Note && diagnostics.count(Level::Note) > 0;
    let notes = if has_notes { format!(", {}", number(Level::Note)) } else { String::new() };
    format!("{}, {}{notes}", number(Level::Error), number(Level::Warning))
}

/// The diagnostics as a JSON array, which `docs/checking.md` describes.
#[cfg(feature = "json")]
pub fn json(diagnostics: &Diagnostics, sources: &Sources) -> String {
    json::render(diagnostics, sources)
}

/// The diagnostics as a log in the Static Analysis Results Interchange Format, version 2.1.0. `path` maps the name of a
/// file to the path under which a reader of the log finds it. `fingerprint` must stay the same if the lines of a
/// diagnostic move.
#[cfg(feature = "json")]
pub fn sarif(
    diagnostics: &Diagnostics,
    sources: &Sources,
    path: impl Fn(&str) -> String,
    fingerprint: impl Fn(&Diagnostic) -> String,
) -> String {
    sarif::render(diagnostics, sources, &path, &fingerprint)
}

/// GitHub workflow commands, which annotate the lines of a pull request. `path` maps the name of a file to its path
/// from the top of the repository. Findings without a place that `is_shown`, and those beyond GitHub's limit, are only lines of
/// the log.
pub fn github(
    diagnostics: &Diagnostics,
    sources: &Sources,
    path: impl Fn(&str) -> String,
    is_shown: impl Fn(Span) -> bool,
) -> String {
    github::render(diagnostics, sources, &path, &is_shown)
}

/// A report in the XML of `JUnit`: a suite for each file with findings, and a test for each finding, which fails for an error and is
/// skipped for anything else. Without findings, the report has one suite with one test, which passes.
pub fn junit(diagnostics: &Diagnostics, sources: &Sources, path: impl Fn(&str) -> String) -> String {
    junit::render(diagnostics, sources, &path)
}

/// A code quality report for GitLab. `path` maps the name of a file to its path from the top of the repository. `fingerprint` must
/// stay the same if the lines of a diagnostic move.
#[cfg(feature = "json")]
pub fn gitlab(
    diagnostics: &Diagnostics,
    sources: &Sources,
    path: impl Fn(&str) -> String,
    fingerprint: impl Fn(&Diagnostic) -> String,
) -> String {
    gitlab::render(diagnostics, sources, &path, &fingerprint)
}
