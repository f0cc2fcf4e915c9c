//! The findings in the YAML, by rule and by operator.

use std::collections::BTreeMap;

use describe::Location;
use project::Review;
use serde::Serialize;
use source::{Diagnostic, FileId, Rule, Span};

use crate::place::{Excerpt, excerpt, location};
use crate::prose::{self, Prose};

/// A finding, with its sentences divided for display.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// The code of its rule.
    pub code: &'static str,
    /// Its level.
    pub level: &'static str,
    /// What is wrong.
    pub message: Prose,
    /// A way to mend it.
    pub help: Option<Prose>,
    /// `None` for a finding about the whole tree.
    pub place: Option<Location>,
    /// The line that it is about.
    pub excerpt: Option<Excerpt>,
    /// The text beside the underline.
    pub here: Prose,
    /// Other positions that it refers to.
    pub labels: Vec<Label>,
}

/// A second position that a finding refers to.
#[derive(Debug, Serialize)]
pub struct Label {
    /// The position.
    pub place: Location,
    /// What is there.
    pub text: Prose,
}

/// All findings in the order of their positions. The vectors are parallel.
#[derive(Debug, Default)]
pub struct Findings {
    /// The findings.
    pub all: Vec<Finding>,
    rules: Vec<Rule>,
    /// The operators that each finding concerns, by their numbers.
    pub ops: Vec<Vec<usize>>,
    /// The indices of each operator's findings.
    by_op: BTreeMap<usize, Vec<usize>>,
}

/// The number of findings of a rule.
#[derive(Debug, Clone)]
pub struct RuleCount {
    /// The rule.
    pub rule: Rule,
    /// The level of its findings.
    pub level: &'static str,
    /// Their number.
    pub number: usize,
}

impl Findings {
    /// The findings of a project. `names` are the names in the entries that describe operators, each with the operator's number.
    pub fn new(project: &Review, names: impl IntoIterator<Item = (usize, Span)>) -> Self {
        let mut owners: BTreeMap<(FileId, u32), Vec<usize>> = BTreeMap::new();
        for (at, name) in names {
            let owners = owners.entry(entry_of(project, name)).or_default();
            if owners.last() != Some(&at) {
                owners.push(at);
            }
        }
        let mut findings = Findings::default();
        for diagnostic in project.diagnostics.sorted() {
            let ops = owners.get(&entry_of(project, diagnostic.span)).cloned().unwrap_or_default();
            let index = findings.all.len();
            for &at in &ops {
                findings.by_op.entry(at).or_default().push(index);
            }
            findings.ops.push(ops);
            findings.rules.push(diagnostic.rule);
            findings.all.push(finding(project, diagnostic));
        }
        findings
    }

    /// The findings of an operator.
    pub fn of(&self, at: usize) -> Vec<&Finding> {
        self.by_op.get(&at).into_iter().flatten().map(|&at| &self.all[at]).collect()
    }

    /// All rules with findings, sorted by code.
    pub fn by_rule(&self) -> Vec<RuleCount> {
        let mut counts: BTreeMap<&str, RuleCount> = BTreeMap::new();
        for (rule, finding) in self.rules.iter().zip(&self.all) {
            let new = || RuleCount { rule: *rule, level: finding.level, number: 0 };
            counts.entry(finding.code).or_insert_with(new).number += 1;
        }
        counts.into_values().collect()
    }
}

/// Identifies the entry that contains a span: its file, and where it starts.
fn entry_of(project: &Review, span: Span) -> (FileId, u32) {
    let start = match project.entry(span) {
        Some(entry) => entry.start,
        None => project.sources.file(span.file).line_of(span.start) as u32,
    };
    (span.file, start)
}

fn finding(project: &Review, diagnostic: &Diagnostic) -> Finding {
    let Diagnostic { rule, level, message, span, here, labels, help, fix: _ } = diagnostic;
    let has_text = !project.sources.file(span.file).text().is_empty();
    let label = |label: &source::diagnostic::Label| Label {
        place: location(project, label.span),
        text: prose::of(&label.text),
    };
    Finding {
        code: rule.code(),
        level: level.name(),
        message: prose::of(message),
        help: help.as_deref().map(prose::of),
        place: has_text.then(|| location(project, *span)),
        excerpt: excerpt(project, *span),
        here: prose::of(here),
        labels: labels.iter().map(label).collect(),
    }
}
