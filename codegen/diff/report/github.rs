//! The report as GitHub workflow commands, which annotate a pull request: breaking changes, and missing entries in
//! `op_version`. GitHub shows few annotations of each kind, so the others are lines of the log.

use std::collections::BTreeMap;

use super::contents::Report;
use crate::{Change, OpDiff};
use source::report::{MAX_ANNOTATIONS, github_command};
use source::{Level, Span};

/// An annotation.
struct Annotation {
    level: Level,
    span: Option<Span>,
    title: String,
    message: String,
}

/// One command for each breaking change and each missing entry. `path` turns the name of a file in the head into its path
/// from the root of the repository. A change without a position in the head is annotated at its operator there, if it exists.
/// Those at other places than `is_shown`, and those beyond GitHub's limit, are lines of text.
pub fn github(report: &Report, path: impl Fn(&str) -> String, is_shown: impl Fn(Span) -> bool) -> String {
    let mut numbers: BTreeMap<Level, usize> = BTreeMap::new();
    let (mut commands, mut others) = (String::new(), String::new());
    let sources = &report.sides.head.sources;
    for Annotation { level, span, title, message } in annotations(report) {
        let number = numbers.entry(level).or_default();
        if *number < MAX_ANNOTATIONS && span.is_none_or(&is_shown) {
            *number += 1;
            let place = span.map(|span| (path(sources.file(span.file).name()), sources.region(span)));
            commands += &github_command(level, place, &title, &message);
        } else {
            let place = span.map_or(String::new(), |span| format!("{}: ", sources.place(span)));
            let first = message.lines().next().unwrap_or_default();
            others += &format!("{place}{}[{title}]: {first}\n", level.name());
        }
    }
    let heading = if others.is_empty() { "" } else { "without annotations:\n" };
    format!("{commands}{heading}{others}")
}

fn annotations(report: &Report) -> Vec<Annotation> {
    let of_change = |change: &Change, title: String, otherwise: Option<Span>| Annotation {
        level: report.level(change),
        span: change.head.or(otherwise),
        title,
        message: message(change),
    };
    let mut all = Vec::new();
    for op in &report.diff.ops {
        let changes = op.changes.iter().filter(|change| !change.breaks.is_empty());
        all.extend(changes.map(|change| of_change(change, format!("{}: {}", op.name, change.kind.name()), op.head)));
        all.extend(entry(report, op));
    }
    let others = report.diff.others.iter().filter(|change| !change.breaks.is_empty());
    all.extend(others.map(|change| of_change(change, change.kind.name().to_owned(), None)));
    all
}

fn entry(report: &Report, op: &OpDiff) -> Option<Annotation> {
    let entry = op.missing.as_ref()?;
    Some(Annotation {
        level: report.entry_level(entry),
        span: op.head,
        title: format!("{}: not recorded in op_version", op.name),
        message: format!("add {}:\n{}", entry.place(), entry.yaml),
    })
}

fn message(change: &Change) -> String {
    let reasons = change.breaks.iter().map(|(class, why)| format!("\n{class}: {why}"));
    let notes = change.notes.iter().map(|note| format!("\n{note}"));
    change.message.clone() + &reasons.chain(notes).collect::<String>()
}
