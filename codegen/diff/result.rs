//! What a comparison finds.

use std::collections::BTreeSet;

use serde::Serialize;
use source::Span;
use spec::Family;

use super::change::{Change, Class};
use super::entry::MissingEntry;

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
