//! What every report says.

use std::collections::BTreeSet;

use project::Project;
use source::{Level, Span, count};

use crate::{Change, Class, FileDiff, MissingEntry, OpDiff, ProgramDiff, ProgramStatus, RegistryDiff, Sides};

/// A comparison, with everything that a report needs.
pub struct Report<'a> {
    pub sides: Sides<'a>,
    /// The names of the two sides.
    pub names: [&'a str; 2],
    pub diff: &'a RegistryDiff,
    pub files: &'a [FileDiff],
    /// Saved programs that translate differently, if any were to be compared, and the number of all.
    pub programs: Option<(&'a [ProgramDiff], usize)>,
    /// Classes that must not be broken.
    pub denied: &'a BTreeSet<Class>,
    /// Whether the reports for people show every change, and not only what breaks.
    pub details: bool,
}

impl Report<'_> {
    /// Whether something breaks a denied class.
    pub fn is_denied(&self) -> bool {
        let loses = |(programs, _): (&[ProgramDiff], usize)| {
            programs.iter().any(|program| program.status == ProgramStatus::Lost)
        };
        let breaks =
            |class: Class| self.diff.broken(class) > 0 || class == Class::Model && self.programs.is_some_and(loses);
        self.denied.iter().any(|&class| breaks(class))
    }

    /// How serious a change is, given what is denied.
    pub fn level(&self, change: &Change) -> Level {
        self.level_of(change.breaks.keys().copied())
    }

    pub fn level_of(&self, breaks: impl IntoIterator<Item = Class>) -> Level {
        let of = |class: Class| if self.denied.contains(&class) { Level::Error } else { Level::Warning };
        breaks.into_iter().map(of).min().unwrap_or(Level::Note)
    }

    /// A missing entry is as serious as the programs that break without it.
    pub fn entry_level(&self, entry: &MissingEntry) -> Level {
        self.level_of(entry.required.then_some(Class::Model))
    }

    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.diff.ops.iter().flat_map(|op| &op.changes).chain(&self.diff.others)
    }

    pub fn entries(&self) -> impl Iterator<Item = &MissingEntry> {
        self.diff.ops.iter().filter_map(|op| op.missing.as_ref())
    }

    /// The positions of a change as project and span, in the head first.
    pub fn places(&self, base: Option<Span>, head: Option<Span>) -> impl Iterator<Item = (&Project, Span)> {
        let base = base.map(|span| (self.sides.base, span));
        head.map(|span| (self.sides.head, span)).into_iter().chain(base)
    }

    /// `file:line:column`, in the head if possible.
    pub fn place(&self, base: Option<Span>, head: Option<Span>) -> Option<String> {
        self.places(base, head).next().map(|(project, span)| project.sources.place(span))
    }

    /// `3 operators: 1 breaks api, 2 break model`.
    pub fn summary(&self) -> String {
        if self.diff.is_empty() {
            return "no operator changed".to_owned();
        }
        let broken = Class::ALL.map(|class| (class, self.diff.broken(class)));
        let broken: Vec<_> = broken
            .iter()
            .filter(|(_, number)| *number > 0)
            .map(|(class, number)| format!("{number} break{} {class}", if *number == 1 { "s" } else { "" }))
            .collect();
        let broken = if broken.is_empty() { "nothing breaks".to_owned() } else { broken.join(", ") };
        let counted = [(self.diff.ops.len(), "operator"), (self.diff.others.len(), "other change")];
        let counted = counted.into_iter().filter(|(number, _)| *number > 0).map(|(number, what)| count(number, what));
        format!("{}: {broken}", counted.collect::<Vec<_>>().join(" and "))
    }
}

/// `2 of 30 programs translate differently`.
pub fn counted(programs: &[ProgramDiff], all: usize) -> String {
    match programs.len() {
        0 => format!(
            "{} as before",
            if all == 1 { "1 program translates".to_owned() } else { format!("{all} programs translate") }
        ),
        different => format!(
            "{different} of {} translate{} differently",
            count(all, "program"),
            if different == 1 { "s" } else { "" }
        ),
    }
}

/// `api, model`; empty if nothing breaks.
pub fn classes(breaks: impl IntoIterator<Item = Class>) -> String {
    breaks.into_iter().map(Class::name).collect::<Vec<_>>().join(", ")
}

/// Operators that break something, then those that do not. The order is otherwise unchanged.
pub fn by_breaks(ops: &[OpDiff]) -> Vec<&OpDiff> {
    let (breaking, harmless): (Vec<&OpDiff>, Vec<_>) = ops.iter().partition(|op| !op.breaks().is_empty());
    breaking.into_iter().chain(harmless).collect()
}
