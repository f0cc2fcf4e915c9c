//! The report as a SARIF 2.1.0 log, for code scanning services. What the project allows is suppressed in it, with the reason.

use std::collections::BTreeMap;

use source::report::{SarifResult, sarif_log};
use source::{Level, Span};

use super::annotations::{Annotation, annotations};
use super::contents::Report;
use crate::Sides;

/// One result for each annotation of a pull request, and for each change that the project allows. `path` turns the name of a file of
/// the base (`false`) or the head (`true`) into its path from the root of the repository. What the head no longer has is at its old
/// file, without a line.
pub fn sarif(report: &Report, path: impl Fn(&str, bool) -> String) -> String {
    let Sides { base, head, users: _ } = report.sides;
    let found: Vec<Annotation> = annotations(report);
    let rules: BTreeMap<&str, &str> = found.iter().map(|found| (found.rule, found.rule_title)).collect();
    let name = |sources: &source::Sources, span: Span| sources.file(span.file).name().to_owned();
    let results = found.iter().map(|found| SarifResult {
        rule: found.rule,
        level: found.level,
        message: format!("{}: {}", found.title, found.message),
        place: match (found.span, found.base) {
            (Some(span), _) => Some((path(&name(&head.sources, span), true), Some(head.sources.region(span)))),
            (None, Some(span)) => Some((path(&name(&base.sources, span), false), None)),
            (None, None) => None,
        },
        fingerprint: format!("{}:{}", found.title, first_line(&found.message)),
        approved: found.approved.as_deref(),
    });
    let rules: Vec<(&str, &str, Level)> =
        rules.into_iter().map(|(rule, title)| (rule, title, Level::Warning)).collect();
    sarif_log(&rules, &results.collect::<Vec<_>>())
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
