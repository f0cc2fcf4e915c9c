//! The changes since an earlier version, and whom they break.

use std::collections::BTreeMap;

use diff::{Change, Class, OpDiff, RegistryDiff};
use reference::Link;
use reference::place::location;
use reference::prose::{self, Prose};
use registry::{OpId, Project};
use serde::Serialize;
use show::Location;
use source::Span;

use crate::book::Book;

/// A comparison with an earlier version of the operators.
#[derive(Debug, Clone, Copy)]
pub struct Since<'a> {
    /// The name of the earlier version.
    pub name: &'a str,
    /// The earlier version.
    pub base: &'a Project,
    /// The changes since then.
    pub diff: &'a RegistryDiff,
}

/// All changes, in the order of the operators.
#[derive(Debug)]
pub struct Changes {
    /// The name of the earlier version.
    pub since: String,
    pub ops: Vec<OpChanges>,
    /// Changes that belong to no operator.
    pub others: Vec<ReportedChange>,
    pub broken: Vec<BrokenClass>,
    /// Indices into `ops`.
    by_op: BTreeMap<OpId, usize>,
}

/// The number of operators that break a class of users.
#[derive(Debug, Serialize)]
pub struct BrokenClass {
    class: &'static str,
    number: usize,
}

/// The changes of an operator.
#[derive(Debug, Serialize)]
pub struct OpChanges {
    op: Link,
    status: &'static str,
    pub breaks: Vec<&'static str>,
    changes: Vec<ReportedChange>,
    /// The declarations of C++ functions before and after. Empty if they do not differ.
    functions: Functions,
    /// The entry that `op_version` lacks.
    missing: Option<MissingEntry>,
}

#[derive(Debug, Serialize)]
struct Functions {
    before: Vec<String>,
    after: Vec<String>,
}

#[derive(Debug, Serialize)]
struct MissingEntry {
    place: String,
    required: bool,
    yaml: String,
}

/// A change, with its sentences divided for display.
#[derive(Debug, Serialize)]
pub struct ReportedChange {
    kind: &'static str,
    message: Prose,
    breaks: Vec<Breakage>,
    notes: Vec<Prose>,
    /// The position in the later version. For something removed, the position in the earlier one.
    place: Option<Location>,
    /// Whether that is in the earlier version, to which pages have no links.
    is_before: bool,
}

/// A class of users that a change breaks, and the reason.
#[derive(Debug, Serialize)]
struct Breakage {
    class: &'static str,
    why: Prose,
}

impl Changes {
    pub fn new(book: &Book, since: Since) -> Self {
        let Since { name, base, diff } = since;
        let registry = &book.project.registry;
        let ids: BTreeMap<Span, OpId> = book.ids.iter().map(|&id| (registry.name_span(id), id)).collect();
        let mut changes = Changes {
            since: name.to_owned(),
            ops: Vec::new(),
            others: diff.others.iter().map(|change| changed(book.project, base, change)).collect(),
            by_op: BTreeMap::new(),
            broken: Class::ALL.map(|class| BrokenClass { class: class.name(), number: diff.broken(class) }).into(),
        };
        for op in &diff.ops {
            let id = op.head.and_then(|span| ids.get(&span)).copied();
            if let Some(id) = id {
                changes.by_op.insert(id, changes.ops.len());
            }
            let without_page = || Link { name: op.name.clone(), family: Some(op.family.name()), href: None };
            let link = id.map_or_else(without_page, |id| book.link(id));
            changes.ops.push(of_operator(book.project, base, op, link));
        }
        changes
    }

    pub fn of(&self, id: OpId) -> Option<&OpChanges> {
        self.by_op.get(&id).map(|&at| &self.ops[at])
    }
}

fn of_operator(head: &Project, base: &Project, op: &OpDiff, link: Link) -> OpChanges {
    let OpDiff { name: _, family: _, status, base: _, head: _, old_name: _, changes, functions, missing } = op;
    OpChanges {
        op: link,
        status: status.name(),
        breaks: op.breaks().into_iter().map(Class::name).collect(),
        changes: changes.iter().map(|change| changed(head, base, change)).collect(),
        functions: Functions { before: functions[0].clone(), after: functions[1].clone() },
        missing: missing.as_ref().map(|entry| MissingEntry {
            place: entry.place(),
            required: entry.required,
            yaml: entry.yaml.clone(),
        }),
    }
}

fn changed(head: &Project, base: &Project, change: &Change) -> ReportedChange {
    let Change { kind, message, breaks, approved: _, base: before, head: now, notes } = change;
    let now = now.map(|span| location(head, span));
    ReportedChange {
        kind: kind.name(),
        message: prose::of(message),
        breaks: breaks
            .iter()
            .map(|(class, why)| Breakage { class: class.name(), why: prose::of(&why.to_string()) })
            .collect(),
        notes: notes.iter().map(|note| prose::of(note)).collect(),
        is_before: now.is_none(),
        place: now.or_else(|| before.map(|span| location(base, span))),
    }
}
