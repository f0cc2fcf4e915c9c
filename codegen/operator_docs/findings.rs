//! What is found in the YAML, by rule and by operator.

use std::collections::BTreeMap;

use registry::OpId;
use render::{FilePlan, value};
use serde::Serialize;
use show::Location;
use source::{Diagnostic, FileId, Rule, Span};

use crate::operator::entries;
use crate::place::{Excerpt, excerpt, location};
use crate::prose::Prose;
use crate::{Book, Frame, Link, prose};

/// A finding.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub code: &'static str,
    pub level: &'static str,
    pub message: Prose,
    pub help: Option<Prose>,
    /// `None` for a finding about the whole tree.
    pub place: Option<Location>,
    pub excerpt: Option<Excerpt>,
    /// What stands at the mark.
    pub here: Prose,
    pub labels: Vec<Label>,
}

/// Another place that a finding points at.
#[derive(Debug, Serialize)]
pub struct Label {
    pub place: Location,
    pub text: Prose,
}

/// All findings in the order of their places.
#[derive(Debug, Default)]
pub struct Findings {
    pub all: Vec<Finding>,
    rules: Vec<Rule>,
    /// By operator, as indices.
    by_op: BTreeMap<OpId, Vec<usize>>,
    /// The operators that each is about.
    ops: Vec<Vec<OpId>>,
}

/// A rule and what breaks it.
#[derive(Serialize)]
struct RuleFindings<'a> {
    code: &'static str,
    title: Prose,
    level: &'static str,
    found: Vec<RuleFinding<'a>>,
}

#[derive(Serialize)]
struct RuleFinding<'a> {
    finding: &'a Finding,
    ops: Vec<Link>,
}

/// How often a rule is broken.
#[derive(Debug, Clone)]
pub struct RuleCount {
    pub rule: Rule,
    pub level: &'static str,
    pub number: usize,
}

impl Findings {
    pub fn new(book: &Book) -> Self {
        let mut owners: BTreeMap<(FileId, u32), Vec<OpId>> = BTreeMap::new();
        for (at, &id) in book.ids.iter().enumerate() {
            for (_, name) in entries(book, at) {
                let owners = owners.entry(entry_of(book, name)).or_default();
                if !owners.contains(&id) {
                    owners.push(id);
                }
            }
        }
        let mut findings = Findings::default();
        for diagnostic in book.project.diagnostics.sorted() {
            let ops = owners.get(&entry_of(book, diagnostic.span)).cloned().unwrap_or_default();
            let index = findings.all.len();
            ops.iter().for_each(|&id| findings.by_op.entry(id).or_default().push(index));
            findings.ops.push(ops);
            findings.rules.push(diagnostic.rule);
            findings.all.push(finding(book, diagnostic));
        }
        findings
    }

    pub fn of(&self, id: OpId) -> Vec<&Finding> {
        self.by_op.get(&id).into_iter().flatten().map(|&at| &self.all[at]).collect()
    }

    /// Every rule that is broken, ordered by code.
    pub fn by_rule(&self) -> Vec<RuleCount> {
        let mut counts: BTreeMap<&str, RuleCount> = BTreeMap::new();
        for (rule, finding) in self.rules.iter().zip(&self.all) {
            let new = || RuleCount { rule: *rule, level: finding.level, number: 0 };
            counts.entry(finding.code).or_insert_with(new).number += 1;
        }
        counts.into_values().collect()
    }
}

/// What identifies the entry that a span is in.
fn entry_of(book: &Book, span: Span) -> (FileId, u32) {
    let start = match book.project.entry(span) {
        Some(entry) => entry.start,
        None => book.project.sources.file(span.file).line_of(span.start) as u32,
    };
    (span.file, start)
}

fn finding(book: &Book, diagnostic: &Diagnostic) -> Finding {
    let Diagnostic { rule, level, message, span, here, labels, help, fix: _ } = diagnostic;
    let has_text = !book.project.sources.file(span.file).text().is_empty();
    let label = |label: &source::diagnostic::Label| Label {
        place: location(book.project, label.span),
        text: prose::of(&label.text),
    };
    Finding {
        code: rule.code(),
        level: level.name(),
        message: prose::of(message),
        help: help.as_deref().map(prose::of),
        place: has_text.then(|| location(book.project, *span)),
        excerpt: excerpt(book.project, *span),
        here: prose::of(here),
        labels: labels.iter().map(label).collect(),
    }
}

/// The page of all findings.
pub fn plan(book: &Book, frame: &Frame) -> FilePlan {
    let Findings { all, rules: _, by_op: _, ops } = &book.findings;
    let of_rule = |count: RuleCount| {
        let own = all.iter().zip(ops).filter(|(finding, _)| finding.code == count.rule.code());
        let found = |(finding, ops): (_, &Vec<OpId>)| RuleFinding {
            finding,
            ops: ops.iter().map(|&id| book.link(id)).collect(),
        };
        RuleFindings {
            code: count.rule.code(),
            title: prose::of(count.rule.title()),
            level: count.level,
            found: own.map(found).collect(),
        }
    };
    let rules: Vec<RuleFindings> = book.findings.by_rule().into_iter().map(of_rule).collect();
    frame.page("findings.html", "reference/findings.html.j2", "rules", value(&rules))
}
