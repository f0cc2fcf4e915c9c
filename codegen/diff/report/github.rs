//! The report as GitHub workflow commands, which annotate a pull request: breaking changes, and missing entries in
//! `op_version`.

use super::contents::Report;
use crate::{Change, OpDiff};
use source::report::github_command;
use source::{Level, Span};

/// One command for each breaking change and each missing entry. `path` turns the name of a file in the head into its path
/// from the root of the repository. A change without a position in the head is annotated at its operator there, if it exists.
pub fn github(report: &Report, path: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for op in &report.diff.ops {
        for change in op.changes.iter().filter(|change| !change.breaks.is_empty()) {
            let title = format!("{}: {}", op.name, change.kind.name());
            text += &command(report, report.level(change), change.head.or(op.head), &title, &message(change), &path);
        }
        text += &entry(report, op, &path);
    }
    for change in report.diff.others.iter().filter(|change| !change.breaks.is_empty()) {
        text += &command(report, report.level(change), change.head, change.kind.name(), &message(change), &path);
    }
    text
}

fn entry(report: &Report, op: &OpDiff, path: &dyn Fn(&str) -> String) -> String {
    let Some(entry) = &op.missing else { return String::new() };
    let message = format!("add {}:\n{}", entry.place(), entry.yaml);
    let title = format!("{}: not recorded in op_version", op.name);
    command(report, report.entry_level(entry), op.head, &title, &message, path)
}

fn message(change: &Change) -> String {
    let reasons = change.breaks.iter().map(|(class, why)| format!("\n{class}: {why}"));
    let notes = change.notes.iter().map(|note| format!("\n{note}"));
    change.message.clone() + &reasons.chain(notes).collect::<String>()
}

fn command(
    report: &Report,
    level: Level,
    span: Option<Span>,
    title: &str,
    message: &str,
    path: &dyn Fn(&str) -> String,
) -> String {
    let sources = &report.sides.head.sources;
    let place = span.map(|span| (path(sources.file(span.file).name()), sources.region(span)));
    github_command(level, place, title, message)
}
