//! Diagnostics as text: for people, and in the forms that other programs read.

mod github;
mod human;
mod json;
mod sarif;

use super::diagnostic::{Diagnostic, Diagnostics, count};
use super::file::Sources;
use super::rule::Level;

pub use github::command as github_command;
pub use human::{Excerpt, render_finding};

/// For people, in the manner of rustc, what is of a level or more serious; ANSI colours are in the text, for a stream that
/// strips them where they are not wanted.
pub fn render_to(least: Level, diagnostics: &Diagnostics, sources: &Sources) -> String {
    human::render(diagnostics, sources, least)
}

/// Everything, as by [`render_to`].
pub fn render_all(diagnostics: &Diagnostics, sources: &Sources) -> String {
    render_to(Level::Note, diagnostics, sources)
}

/// `2 errors, 1 warning`, and notes if they are wanted and there are any.
pub fn summary(diagnostics: &Diagnostics, least: Level) -> String {
    let number = |level: Level| count(diagnostics.count(level), level.name());
    let has_notes = least == Level::Note && diagnostics.count(Level::Note) > 0;
    let notes = if has_notes { format!(", {}", number(Level::Note)) } else { String::new() };
    format!("{}, {}{notes}", number(Level::Error), number(Level::Warning))
}

/// One array in JSON; `docs/checking.md` describes it.
pub fn json(diagnostics: &Diagnostics, sources: &Sources) -> String {
    json::render(diagnostics, sources)
}

/// A log in the Static Analysis Results Interchange Format, version 2.1.0. `path` makes the path of a file, as a
/// reader of the log would look for it, out of the file's name; `fingerprint` is what a finding is known by when its line
/// has moved.
pub fn sarif(
    diagnostics: &Diagnostics,
    sources: &Sources,
    path: impl Fn(&str) -> String,
    fingerprint: impl Fn(&Diagnostic) -> String,
) -> String {
    sarif::render(diagnostics, sources, &path, &fingerprint)
}

/// Commands of GitHub's workflows that annotate the lines of a pull request. `path` as in `sarif`, from the top of the
/// repository.
pub fn github(diagnostics: &Diagnostics, sources: &Sources, path: impl Fn(&str) -> String) -> String {
    github::render(diagnostics, sources, &path)
}
