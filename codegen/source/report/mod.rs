//! Diagnostics as text: for people, and in the forms that other programs read.

mod excerpt;
mod github;
mod human;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "json")]
mod sarif;

#[cfg(feature = "json")]
use super::diagnostic::Diagnostic;
use super::diagnostic::{Diagnostics, count};
use super::file::Sources;
use super::rule::Level;

pub use github::command as github_command;
pub use human::{Excerpt, render_finding};

/// All diagnostics that are of a level or more serious, in rustc's style. The text has ANSI colours; the stream that it
/// is written to strips them if necessary.
pub fn render_to(least: Level, diagnostics: &Diagnostics, sources: &Sources) -> String {
    human::render(diagnostics, sources, least)
}

/// All diagnostics, as by [`render_to`].
pub fn render_all(diagnostics: &Diagnostics, sources: &Sources) -> String {
    render_to(Level::Note, diagnostics, sources)
}

/// `2 errors, 1 warning`; and the notes, if they are shown and there are any.
pub fn summary(diagnostics: &Diagnostics, least: Level) -> String {
    let number = |level: Level| count(diagnostics.count(level), level.name());
    let has_notes = least == Level::Note && diagnostics.count(Level::Note) > 0;
    let notes = if has_notes { format!(", {}", number(Level::Note)) } else { String::new() };
    format!("{}, {}{notes}", number(Level::Error), number(Level::Warning))
}

/// One array in JSON; `docs/checking.md` describes it.
#[cfg(feature = "json")]
pub fn json(diagnostics: &Diagnostics, sources: &Sources) -> String {
    json::render(diagnostics, sources)
}

/// A log in the Static Analysis Results Interchange Format, version 2.1.0. `path` turns a file's name into the path under
/// which a reader of the log would look for it; `fingerprint` identifies a finding whose line has moved.
#[cfg(feature = "json")]
pub fn sarif(
    diagnostics: &Diagnostics,
    sources: &Sources,
    path: impl Fn(&str) -> String,
    fingerprint: impl Fn(&Diagnostic) -> String,
) -> String {
    sarif::render(diagnostics, sources, &path, &fingerprint)
}

/// GitHub workflow commands that annotate the lines of a pull request. `path` is as in `sarif`, but from the top of the
/// repository.
pub fn github(diagnostics: &Diagnostics, sources: &Sources, path: impl Fn(&str) -> String) -> String {
    github::render(diagnostics, sources, &path)
}
