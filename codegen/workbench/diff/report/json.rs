//! The report as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::contents::Report;
use crate::{Approved, Change, Class, FileDiff, MissingEntry, OpDiff, ProgramDiff};
use registry::Project;
use source::{Diagnostic, Span};

#[derive(Serialize)]
struct JsonReport<'a> {
    base: &'a str,
    head: &'a str,
    /// Maps each class to the number of operators that break it.
    broken: Map<String, Value>,
    denied: Vec<Class>,
    operators: Vec<JsonOperator<'a>>,
    others: Vec<JsonChange<'a>>,
    files: &'a [FileDiff],
    /// Findings about what the head's `opgen.toml` allows. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allowances: Vec<JsonAllowanceFinding<'a>>,
    /// Saved programs that translate differently. Absent if no programs were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    programs: Option<&'a [ProgramDiff]>,
}

#[derive(Serialize)]
struct JsonOperator<'a> {
    name: &'a str,
    family: &'a str,
    status: &'a str,
    /// The name in the base, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    old_name: Option<&'a str>,
    breaks: Vec<Class>,
    base: Option<JsonPosition<'a>>,
    head: Option<JsonPosition<'a>>,
    functions: Functions<'a>,
    changes: Vec<JsonChange<'a>>,
    missing_entry: Option<&'a MissingEntry>,
}

#[derive(Serialize)]
struct Functions<'a> {
    base: &'a [String],
    head: &'a [String],
}

#[derive(Serialize)]
struct JsonChange<'a> {
    kind: &'a str,
    level: &'a str,
    message: &'a str,
    breaks: Vec<Class>,
    /// Maps each broken class to the reason.
    why: Map<String, Value>,
    /// Maps each class that the project allows to break to the reasons.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    approved: BTreeMap<String, JsonApproved<'a>>,
    notes: &'a [String],
    base: Option<JsonPosition<'a>>,
    head: Option<JsonPosition<'a>>,
}

/// Why a class breaks, why that is allowed, and where.
#[derive(Serialize)]
struct JsonApproved<'a> {
    why: String,
    reason: &'a str,
    place: Option<JsonPosition<'a>>,
}

/// An allowance that has expired or is not needed.
#[derive(Serialize)]
struct JsonAllowanceFinding<'a> {
    code: &'a str,
    level: &'a str,
    message: &'a str,
    place: Option<JsonPosition<'a>>,
}

/// A position. Lines and columns count from 1.
#[derive(Serialize)]
struct JsonPosition<'a> {
    file: &'a str,
    line: usize,
    column: usize,
}

/// The whole report as one JSON object.
#[expect(clippy::missing_panics_doc, reason = "text and numbers can always be serialised")]
pub fn json(report: &Report) -> String {
    let broken = Class::ALL.iter().map(|class| (class.to_string(), report.diff.broken(*class).into()));
    let json = JsonReport {
        base: report.names[0],
        head: report.names[1],
        broken: broken.collect(),
        denied: report.denied.iter().copied().collect(),
        operators: report.diff.ops.iter().map(|op| operator(report, op)).collect(),
        others: report.diff.others.iter().map(|change| self::change(report, change)).collect(),
        files: report.files,
        allowances: report.allowances.sorted().into_iter().map(|found| allowance(report, found)).collect(),
        programs: report.programs.map(|(programs, _)| programs),
    };
    serde_json::to_string_pretty(&json).expect("text and numbers can always be serialised") + "\n"
}

fn operator<'a>(report: &Report<'a>, op: &'a OpDiff) -> JsonOperator<'a> {
    let OpDiff { name, family, status, old_name, base, head, changes, functions, missing } = op;
    JsonOperator {
        name,
        family: family.name(),
        status: status.name(),
        old_name: old_name.as_deref(),
        breaks: op.breaks().into_iter().collect(),
        base: place(report.sides.base, *base),
        head: place(report.sides.head, *head),
        functions: Functions { base: &functions[0], head: &functions[1] },
        changes: changes.iter().map(|change| self::change(report, change)).collect(),
        missing_entry: missing.as_ref(),
    }
}

fn change<'a>(report: &Report<'a>, change: &'a Change) -> JsonChange<'a> {
    let Change { kind, message, breaks, approved, base, head, notes } = change;
    let approval = |(class, approved): (&Class, &'a Approved)| {
        let place = place(report.sides.head, Some(approved.span));
        (class.to_string(), JsonApproved { why: approved.why.to_string(), reason: &approved.reason, place })
    };
    JsonChange {
        kind: kind.name(),
        level: report.level(change).name(),
        message,
        breaks: breaks.keys().copied().collect(),
        why: breaks.iter().map(|(class, why)| (class.to_string(), why.to_string().into())).collect(),
        approved: approved.iter().map(approval).collect(),
        notes,
        base: place(report.sides.base, *base),
        head: place(report.sides.head, *head),
    }
}

fn allowance<'a>(report: &Report<'a>, found: &'a Diagnostic) -> JsonAllowanceFinding<'a> {
    JsonAllowanceFinding {
        code: found.rule.code(),
        level: found.level.name(),
        message: &found.message,
        place: place(report.sides.head, Some(found.span)),
    }
}

fn place(project: &Project, span: Option<Span>) -> Option<JsonPosition<'_>> {
    let span = span?;
    let region = project.sources.region(span);
    Some(JsonPosition { file: project.sources.file(span.file).name(), line: region.line, column: region.column })
}
