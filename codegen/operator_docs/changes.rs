//! What changed since an earlier version, and whom it breaks.

use std::collections::BTreeMap;

use diff::{Change, Class, OpDiff};
use minijinja::context;
use project::Project;
use registry::OpId;
use render::{FilePlan, value};
use serde::Serialize;
use show::Location;
use source::Span;

use crate::place::location;
use crate::prose::Prose;
use crate::{Book, Frame, Link, Since, prose};

/// All changes, in the order of the operators.
#[derive(Debug)]
pub struct Changes {
    /// The name of the earlier version.
    pub since: String,
    ops: Vec<OpChanges>,
    /// What belongs to no operator.
    others: Vec<Changed>,
    by_op: BTreeMap<OpId, usize>,
    broken: Vec<Broken>,
}

/// How many operators break a class of users.
#[derive(Debug, Serialize)]
struct Broken {
    class: &'static str,
    number: usize,
}

/// The changes of an operator.
#[derive(Debug, Serialize)]
pub struct OpChanges {
    op: Link,
    status: &'static str,
    breaks: Vec<&'static str>,
    changes: Vec<Changed>,
    /// The C++ functions on both sides, if they differ.
    functions: Functions,
    /// An entry that `op_version` lacks.
    missing: Option<Missing>,
}

#[derive(Debug, Serialize)]
struct Functions {
    before: Vec<String>,
    after: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Missing {
    place: String,
    required: bool,
    yaml: String,
}

/// A change.
#[derive(Debug, Serialize)]
struct Changed {
    kind: &'static str,
    message: Prose,
    breaks: Vec<Breaks>,
    notes: Vec<Prose>,
    /// Where it stands now or, if it is gone, where it stood.
    place: Option<Location>,
}

/// Whom a change breaks, and why.
#[derive(Debug, Serialize)]
struct Breaks {
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
            broken: Class::ALL.map(|class| Broken { class: class.name(), number: diff.broken(class) }).into(),
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
    let OpDiff { name: _, family: _, status, base: _, head: _, changes, functions, missing } = op;
    OpChanges {
        op: link,
        status: status.name(),
        breaks: op.breaks().into_iter().map(Class::name).collect(),
        changes: changes.iter().map(|change| changed(head, base, change)).collect(),
        functions: Functions { before: functions[0].clone(), after: functions[1].clone() },
        missing: missing.as_ref().map(|entry| Missing {
            place: entry.place(),
            required: entry.required,
            yaml: entry.yaml.clone(),
        }),
    }
}

fn changed(head: &Project, base: &Project, change: &Change) -> Changed {
    let Change { kind, message, breaks, base: before, head: now, notes } = change;
    let now = now.map(|span| location(head, span));
    Changed {
        kind: kind.name(),
        message: prose::of(message),
        breaks: breaks.iter().map(|(class, why)| Breaks { class: class.name(), why: prose::of(why) }).collect(),
        notes: notes.iter().map(|note| prose::of(note)).collect(),
        place: now.or_else(|| before.map(|span| location(base, span))),
    }
}

/// The page of all changes: operators that break somebody come first.
pub fn plan(book: &Book, frame: &Frame) -> Option<FilePlan> {
    let changes = book.changes.as_ref()?;
    let (breaking, harmless): (Vec<_>, Vec<_>) = changes.ops.iter().partition(|op| !op.breaks.is_empty());
    let body = context! {
        broken => value(&changes.broken),
        breaking => value(&breaking),
        harmless => value(&harmless),
        others => value(&changes.others),
    };
    Some(frame.page("changes.html", "reference/changes.html.j2", "changes", body))
}
