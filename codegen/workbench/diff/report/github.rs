//! The report as GitHub workflow commands, which annotate a pull request: breaking changes, and missing entries in
//! `op_version`. GitHub shows few annotations of each kind, so the others are lines of the log.

use std::collections::BTreeMap;

use super::annotations::{Annotation, annotations};
use super::contents::Report;
use source::report::{MAX_ANNOTATIONS, github_command};
use source::{Level, Span};

/// One command for each breaking change and each missing entry. `path` turns the name of a file in the head into its path
/// from the root of the repository. A change without a position in the head is annotated at its operator there, if it exists.
/// Those at other places than `is_shown`, and those beyond GitHub's limit, are lines of text.
pub fn github(report: &Report, path: impl Fn(&str) -> String, is_shown: impl Fn(Span) -> bool) -> String {
    let mut numbers: BTreeMap<Level, usize> = BTreeMap::new();
    let (mut commands, mut others) = (String::new(), String::new());
    let sources = &report.sides.head.sources;
    let found = annotations(report).into_iter().filter(|found| found.approved.is_none());
    for Annotation { level, span, title, message, .. } in found {
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
