//! The findings of a comparison for programs that show them beside the lines: breaking changes, missing entries in
//! `op_version`, and allowances that have expired or are not needed.

use source::{Level, Span};

use super::contents::Report;
use crate::{Change, OpDiff};

/// A finding at a place in the head.
pub struct Annotation {
    pub level: Level,
    pub span: Option<Span>,
    /// The position in the base, for what the head no longer has.
    pub base: Option<Span>,
    /// The kind of change, or the code of a rule.
    pub rule: &'static str,
    /// What the rule is about, in one line.
    pub rule_title: &'static str,
    pub title: String,
    pub message: String,
    /// The reason if the project has approved all of it.
    pub approved: Option<String>,
}

/// The rule of a missing entry.
const MISSING_ENTRY: (&str, &str) = ("missing-entry", "a change is not recorded in op_version");

/// All findings. A change without a position in the head is at its operator there, if it exists.
pub fn annotations(report: &Report) -> Vec<Annotation> {
    let mut all = Vec::new();
    for op in &report.diff.ops {
        let changes = op.changes.iter().filter(|change| is_found(change));
        all.extend(changes.map(|change| {
            let title = format!("{}: {}", op.name, change.kind.name());
            Annotation {
                span: change.head.or(op.head),
                base: change.base.or(op.base),
                ..of_change(report, change, title)
            }
        }));
        all.extend(entry(report, op));
    }
    let others = report.diff.others.iter().filter(|change| is_found(change));
    all.extend(others.map(|change| of_change(report, change, change.kind.name().to_owned())));
    all.extend(allowances(report));
    all
}

fn is_found(change: &Change) -> bool {
    !change.breaks.is_empty() || !change.approved.is_empty()
}

fn of_change(report: &Report, change: &Change, title: String) -> Annotation {
    let reasons: Vec<&str> = change.approvals().into_keys().collect();
    Annotation {
        level: report.level(change),
        span: change.head,
        base: change.base,
        rule: change.kind.name(),
        rule_title: change.kind.title(),
        title,
        message: message(change),
        approved: change.breaks.is_empty().then(|| reasons.join("; ")),
    }
}

fn entry(report: &Report, op: &OpDiff) -> Option<Annotation> {
    let entry = op.missing.as_ref()?;
    let (rule, rule_title) = MISSING_ENTRY;
    Some(Annotation {
        level: report.entry_level(entry),
        span: op.head,
        base: op.base,
        rule,
        rule_title,
        title: format!("{}: not recorded in op_version", op.name),
        message: format!("add {}:\n{}", entry.place(), entry.yaml),
        approved: None,
    })
}

fn allowances(report: &Report) -> impl Iterator<Item = Annotation> {
    // Those that only this comparison does not need are not worth an annotation.
    let found = report.allowances.sorted().into_iter().filter(|found| found.level < Level::Note);
    found.map(|found| Annotation {
        level: found.level,
        span: Some(found.span),
        base: None,
        rule: found.rule.code(),
        rule_title: found.rule.title(),
        title: format!("{}: {}", found.rule.code(), found.rule.title()),
        message: found.message.clone(),
        approved: None,
    })
}

fn message(change: &Change) -> String {
    let reasons = change.breaks.iter().map(|(class, why)| format!("\n{class}: {why}"));
    let approved = change.approved.iter();
    let approved =
        approved.map(|(class, approved)| format!("\n{class}, allowed ({}): {}", approved.reason, approved.why));
    let notes = change.notes.iter().map(|note| format!("\n{note}"));
    change.message.clone() + &reasons.chain(approved).chain(notes).collect::<String>()
}
