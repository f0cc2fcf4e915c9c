//! The summary of the text and Markdown reports: what breaks and why, class by class, one line per change.

use super::contents::Report;
use crate::{Approved, Change, Class, Kind, OpDiff, Reasons, Status};
use indexmap::IndexMap;
use source::count;
use spec::stem;

/// One line about a change.
pub struct Row {
    /// The operator with its family. Empty if the change belongs to no operator.
    pub who: String,
    /// What changed, or why it breaks something: one or more parts.
    pub what: Vec<String>,
    pub place: Option<String>,
}

/// How many operators must break for the same reason to stand together.
const TOGETHER: usize = 5;

/// Operators that break a class for the same reason.
pub struct Together {
    /// The operators with their families.
    pub who: Vec<String>,
    pub what: String,
}

/// All changes that break a class: those of single operators, in their order, and what many operators have in common.
pub fn rows(report: &Report, class: Class) -> (Vec<Row>, Vec<Together>) {
    let mut common: IndexMap<String, Vec<String>> = IndexMap::new();
    let rows: Vec<Row> = single_rows(report, class);
    for row in rows.iter().filter(|row| !row.who.is_empty()) {
        for part in &row.what {
            let who = common.entry(part.clone()).or_default();
            if who.last() != Some(&row.who) {
                who.push(row.who.clone());
            }
        }
    }
    common.retain(|_, who| who.len() >= TOGETHER);
    let rest = |row: Row| {
        let what: Vec<String> = row.what.into_iter().filter(|part| !common.contains_key(part)).collect();
        (!what.is_empty()).then_some(Row { what, ..row })
    };
    let rows = rows.into_iter().filter_map(rest).collect();
    (rows, common.into_iter().map(|(what, who)| Together { who, what }).collect())
}

fn single_rows(report: &Report, class: Class) -> Vec<Row> {
    let of_ops = report.diff.ops.iter().flat_map(|op| op.changes.iter().map(move |change| (Some(op), change)));
    let others = report.diff.others.iter().map(|change| (None, change));
    let row = |(op, change): (Option<&OpDiff>, &Change)| {
        let who = op.map(named).unwrap_or_default();
        let why = change.breaks.get(&class)?;
        let what = match (class, change.kind) {
            // The reason repeats the kernel's signatures.
            (Class::Kernel, _) => match op {
                Some(op) => {
                    vec![change.message.replace(&format!("the kernel `{}` has", stem(&op.name)), "its kernel has")]
                }
                None => vec![change.message.clone()],
            },
            // The message says less than the reason.
            (_, Kind::SavedForm | Kind::Operation) => why.iter().map(str::to_owned).collect(),
            _ => with_message(&change.message, why),
        };
        Some(Row { who, what, place: report.place(change.base, change.head) })
    };
    of_ops.chain(others).filter_map(row).collect()
}

fn with_message(message: &str, why: &Reasons) -> Vec<String> {
    let mut parts: Vec<String> = why.iter().map(str::to_owned).collect();
    match parts.first_mut() {
        Some(first) => *first = format!("{message}: {first}"),
        None => parts.push(message.to_owned()),
    }
    parts
}

/// What operators lost without a change of their entries.
pub fn lost(report: &Report) -> Vec<Row> {
    let is_lost = |change: &&Change| matches!(change.kind, Kind::Inheritance | Kind::ProfileList);
    let of_op = |op: &OpDiff| {
        let row = |change: &Change| {
            let place = report.place(change.base, change.head);
            Row { who: named(op), what: vec![change.message.clone()], place }
        };
        op.changes.iter().filter(is_lost).map(row).collect::<Vec<_>>()
    };
    report.diff.ops.iter().flat_map(of_op).collect()
}

/// The heading above the rows of [`lost`].
pub const LOST: &str = "lost interfaces, traits, or places in lists of the profile";

/// What other versions of the framework change for all operators, without a change of their entries.
pub fn of_versions(report: &Report) -> Vec<Row> {
    let changes = report.diff.others.iter();
    let changes = changes.filter(|change| change.kind == Kind::PredefinedResults && change.breaks.is_empty());
    let what = |change: &Change| [&change.message].into_iter().chain(&change.notes).cloned().collect();
    changes.map(|change| Row { who: String::new(), what: what(change), place: None }).collect()
}

/// The heading above the rows of [`of_versions`].
pub const OF_VERSIONS: &str = "changed with the version of the framework";

/// `relu (dense)`
pub fn named(op: &OpDiff) -> String {
    format!("{} ({})", op.name, op.family.name())
}

/// Operators that changed in the same way.
pub struct Group<'a> {
    /// The heading: `renamed (2 operators)`.
    pub heading: String,
    pub ops: Vec<&'a OpDiff>,
}

/// All operators that differ, by how.
pub fn groups<'a>(report: &Report<'a>) -> impl Iterator<Item = Group<'a>> {
    let ops = &report.diff.ops;
    let group = |status: Status| Group {
        heading: format!(
            "{} ({})",
            status.name(),
            count(ops.iter().filter(|op| op.status == status).count(), "operator")
        ),
        ops: ops.iter().filter(|op| op.status == status).collect(),
    };
    Status::ALL.into_iter().map(group).filter(|group| !group.ops.is_empty())
}

/// `relu (dense)`, or `rectify (dense), formerly relu`.
pub fn named_with_old(op: &OpDiff) -> String {
    let was = op.old_name.as_ref().map_or(String::new(), |name| format!(", formerly {name}"));
    format!("{}{was}", named(op))
}

/// The operators for which only a hand-written op maker shows whether programs break.
pub fn hand_written_op_makers(report: &Report) -> Vec<String> {
    let moved = |op: &&OpDiff| op.changes.iter().any(|change| change.kind == Kind::OpMaker);
    report.diff.ops.iter().filter(moved).map(|op| op.name.clone()).collect()
}

/// The number of changes that break nobody, not even with the approval of the project.
pub fn harmless(report: &Report) -> usize {
    report.changes().filter(|change| change.breaks.is_empty() && change.approved.is_empty()).count()
}

/// The changes that break a class with the approval of the project, and the place of the approval.
pub fn approved(report: &Report) -> Vec<Row> {
    let of_ops = report.diff.ops.iter().flat_map(|op| op.changes.iter().map(move |change| (named(op), change)));
    let others = report.diff.others.iter().map(|change| (String::new(), change));
    let row = |(who, change): (String, &Change)| {
        let row = |(reason, classes): (&str, Vec<(Class, &Approved)>)| {
            let place = classes.first().map(|(_, approved)| report.sides.head.sources.place(approved.span));
            let why = classes.iter().map(|(class, approved)| format!("{class}: {}", approved.why));
            let what = std::iter::once(change.message.clone()).chain(why).chain([format!("allowed: {reason}")]);
            Row { who: who.clone(), what: what.collect(), place }
        };
        change.approvals().into_iter().map(row).collect::<Vec<_>>()
    };
    of_ops.chain(others).flat_map(row).collect()
}

/// The heading above the rows of [`approved`].
pub const APPROVED: &str = "would break, but opgen.toml allows it";
