//! The result of a comparison.

use std::collections::BTreeSet;

use serde::Serialize;
use source::Span;
use spec::Family;

use super::change::{Change, Class};
use super::entry::MissingEntry;

/// How the head differs from the base in an operator or a generated file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Only the head has it.
    Added,
    /// Only the base has it.
    Removed,
    /// Both sides have it, under different names.
    Renamed,
    /// Both sides have it, but they differ.
    Changed,
}

impl Status {
    /// All of them, in the order of reports.
    pub const ALL: [Status; 4] = [Status::Added, Status::Removed, Status::Renamed, Status::Changed];

    /// The word in reports, such as `added`.
    pub fn name(self) -> &'static str {
        match self {
            Status::Added => "added",
            Status::Removed => "removed",
            Status::Renamed => "renamed",
            Status::Changed => "changed",
        }
    }
}

/// The changes of one operator.
#[derive(Debug)]
pub struct OpDiff {
    /// The name in the head. For a removed operator, the name in the base.
    pub name: String,
    /// The family in the head. For a removed operator, the family in the base.
    pub family: Family,
    /// Whether one side lacks the operator, or both have it under different names.
    pub status: Status,
    /// The name in the base, if it is another one.
    pub old_name: Option<String>,
    /// The position of the name in the base.
    pub base: Option<Span>,
    /// The position of the name in the head.
    pub head: Option<Span>,
    /// All changes. Empty if only `missing` is worth reporting.
    pub changes: Vec<Change>,
    /// The declarations of the C++ functions in the base and in the head. Both are empty if they do not differ.
    pub functions: [Vec<String>; 2],
    /// The entry that `op_version` lacks for these changes.
    pub missing: Option<MissingEntry>,
}

impl OpDiff {
    /// All classes that some change breaks.
    pub fn breaks(&self) -> BTreeSet<Class> {
        self.changes.iter().flat_map(|change| change.breaks.keys().copied()).collect()
    }
}

/// The changes between two registries.
#[derive(Debug)]
pub struct RegistryDiff {
    /// Operators that differ, in the order of the head. Removed operators come last.
    pub ops: Vec<OpDiff>,
    /// Changes that do not belong to an operator in the YAML.
    pub others: Vec<Change>,
}

impl RegistryDiff {
    /// Whether the operators are the same on both sides.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty() && self.others.is_empty()
    }

    /// The number of operators that break a class. A change that belongs to no operator counts as one.
    pub fn broken(&self, class: Class) -> usize {
        let ops = self.ops.iter().filter(|op| op.breaks().contains(&class)).count();
        ops + self.others.iter().filter(|change| change.breaks.contains_key(&class)).count()
    }
}
