//! Compares two registries: what changed in each operator, who is broken by it, and how the outputs change.

mod align;
mod args;
mod change;
mod entry;
mod extra;
mod generated;
mod kernel;
mod lists;
mod op;
mod operations;
mod outputs;
mod pair;
mod program_args;
mod programs;
pub mod report;
mod saved;

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::Serialize;

pub use change::{Change, Class, Kind};
pub use entry::MissingEntry;
pub use generated::{FileDiff, generated};

pub use programs::{ProgramDiff, ProgramStatus, Translation};

use forms::pir::form::OperationForms;
use forms::static_graph::program_form::ProgramForms;
use pair::OpPair;
use profile::Profile;
use project::Project;
use registry::{OpId, Registry};
use source::Span;
use spec::{Family, Op};
use spelling::Spelling;

/// The two sides of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Sides<'a> {
    pub base: &'a Project,
    pub head: &'a Project,
}

impl<'a> Sides<'a> {
    /// The versions of the framework that the sides are for.
    pub fn profiles(self) -> [&'a Profile; 2] {
        [self.base, self.head].map(|project| &project.recipe.profile)
    }

    /// The version that the head is for.
    pub fn profile(self) -> &'a Profile {
        &self.head.recipe.profile
    }
}

/// What happened to an operator or to an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Added,
    Removed,
    Changed,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Added => "added",
            Status::Removed => "removed",
            Status::Changed => "changed",
        }
    }
}

/// The changes of one operator.
#[derive(Debug)]
pub struct OpDiff {
    /// Its name in the head. For a removed operator, its name in the base.
    pub name: String,
    pub family: Family,
    pub status: Status,
    /// The spans of its name.
    pub base: Option<Span>,
    pub head: Option<Span>,
    pub changes: Vec<Change>,
    /// The C++ functions on both sides, if they differ.
    pub functions: [Vec<String>; 2],
    /// An entry that is missing in `op_version`.
    pub missing: Option<MissingEntry>,
}

impl OpDiff {
    /// All classes that are broken by some change.
    pub fn breaks(&self) -> BTreeSet<Class> {
        self.changes.iter().flat_map(|change| change.breaks.keys().copied()).collect()
    }
}

/// The changes between two registries.
#[derive(Debug)]
pub struct RegistryDiff {
    /// In the order of the head. Removed operators come last.
    pub ops: Vec<OpDiff>,
    /// Changes that do not belong to an operator in the YAML.
    pub others: Vec<Change>,
}

impl RegistryDiff {
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty() && self.others.is_empty()
    }

    /// The number of operators that break a class. Each change that does not belong to an operator counts as one.
    pub fn broken(&self, class: Class) -> usize {
        let ops = self.ops.iter().filter(|op| op.breaks().contains(&class)).count();
        ops + self.others.iter().filter(|change| change.breaks.contains_key(&class)).count()
    }
}

/// One side, with its operators in programs, its operations in PIR and its declarations.
struct Side<'a> {
    registry: &'a Registry,
    programs: ProgramForms<'a>,
    operations: OperationForms,
    spelling: Spelling<'a>,
}

impl<'a> Side<'a> {
    fn new(project: &'a Project) -> Self {
        let Project { registry, recipe, .. } = project;
        let profile = &recipe.profile;
        Side {
            registry,
            programs: ProgramForms::new(registry, profile),
            operations: OperationForms::new(registry, profile),
            spelling: Spelling::of(project),
        }
    }
}

/// Compares two registries, which must not have errors.
pub fn compare(sides: Sides) -> RegistryDiff {
    let [base, head] = [sides.base, sides.head].map(Side::new);
    let pairs = pair::pairs(&base, &head);
    let ops = pairs.par_iter().filter_map(|&pair| compare_pair(sides, &base, &head, pair)).collect();
    RegistryDiff { ops, others: lists::compare(base.registry, head.registry) }
}

/// The same for the operators of a name. `None` if nothing about them has changed.
pub fn compare_op(sides: Sides, name: &str) -> Option<OpDiff> {
    let [base, head] = [sides.base, sides.head].map(Side::new);
    let is_named = |pair: &OpPair| match *pair {
        OpPair::Added(id) | OpPair::Both(_, id) => head.registry.op(id).name.value == name,
        OpPair::Removed(id) => base.registry.op(id).name.value == name,
    };
    let pairs = pair::pairs(&base, &head).into_iter().filter(is_named);
    let mut found = pairs.filter_map(|pair| compare_pair(sides, &base, &head, pair)).collect::<Vec<_>>();
    let at = found.iter().position(|diff| diff.missing.is_some()).unwrap_or(0);
    (at < found.len()).then(|| found.swap_remove(at))
}

fn compare_pair<'a>(sides: Sides, base: &Side<'a>, head: &Side<'a>, pair: OpPair) -> Option<OpDiff> {
    let (old_id, new_id) = match pair {
        OpPair::Added(id) => return Some(added(base, head, id)),
        OpPair::Removed(id) => return Some(removed(sides, base, head, id)),
        OpPair::Both(old, new) => (old, new),
    };
    let (old, new) = (base.registry.op(old_id), head.registry.op(new_id));
    let (mut changes, missing) = op::compare(&Compared { base, head, old, new, old_id, new_id }, sides);
    changes.extend(operations::compare(base, head, old_id, new_id));
    if changes.is_empty() && missing.is_none() {
        return None;
    }
    let functions = [functions(base, old), functions(head, new)];
    let differ = functions[0] != functions[1];
    Some(OpDiff {
        name: new.name.value.clone(),
        family: new.home.family(),
        status: Status::Changed,
        base: Some(old.name.span),
        head: Some(new.name.span),
        changes,
        functions: if differ { functions } else { Default::default() },
        missing,
    })
}

/// An operator that is on both sides.
struct Compared<'s, 'a> {
    base: &'s Side<'a>,
    head: &'s Side<'a>,
    old: &'a Op,
    new: &'a Op,
    old_id: OpId,
    new_id: OpId,
}

/// Whether users call functions of this operator. Functions of gradients are called only by generated code.
fn has_callers(op: &Op) -> bool {
    !op.is_backward() && op.home.calls_kernels() && op.is_in_dygraph()
}

/// The declarations that callers see.
fn functions(of: &Side, op: &Op) -> Vec<String> {
    if has_callers(op) { of.spelling.api_functions(op) } else { Vec::new() }
}

fn added(base: &Side, head: &Side, id: OpId) -> OpDiff {
    let op = head.registry.op(id);
    let change = Change::new(Kind::OperatorAdded, format!("`{}` is new", op.name.value)).head(op.name.span);
    OpDiff {
        name: op.name.value.clone(),
        family: op.home.family(),
        status: Status::Added,
        base: None,
        head: Some(op.name.span),
        changes: [change].into_iter().chain(saved::added(base, head, id)).collect(),
        functions: [Vec::new(), functions(head, op)],
        missing: None,
    }
}

fn removed<'a>(sides: Sides, base: &Side<'a>, head: &Side<'a>, id: OpId) -> OpDiff {
    let op = base.registry.op(id);
    let change = Change::new(Kind::OperatorRemoved, format!("`{}` was removed", op.name.value))
        .base(op.name.span)
        .breaks_if(has_callers(op), Class::Api, "its functions are removed");
    let change = operations::removed(base, head, id, change);
    let (changes, missing) = saved::removed(base, head, id, change, sides);
    OpDiff {
        name: op.name.value.clone(),
        family: op.home.family(),
        status: Status::Removed,
        base: Some(op.name.span),
        head: None,
        changes,
        functions: [functions(base, op), Vec::new()],
        missing,
    }
}
