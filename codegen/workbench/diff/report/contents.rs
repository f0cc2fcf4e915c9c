//! The data that all formats of the report share.

use std::collections::BTreeSet;

use registry::Project;
use source::{Diagnostics, Level, Span, count};

use crate::{Change, Class, FileDiff, MissingEntry, OpDiff, ProgramDiff, RegistryDiff, Sides};

/// The result of a comparison, and the options of its report.
pub struct Report<'a> {
    /// Both sides of the comparison.
    pub sides: Sides<'a>,
    /// The names of the base and the head, such as Git revisions.
    pub names: [&'a str; 2],
    /// The changes of operators.
    pub diff: &'a RegistryDiff,
    /// The generated files that differ.
    pub files: &'a [FileDiff],
    /// Saved programs that translate differently, and the number of all that were compared. `None` if none were given.
    pub programs: Option<(&'a [ProgramDiff], usize)>,
    /// Findings about what the head's `opgen.toml` allows.
    pub allowances: &'a Diagnostics,
    /// The classes that must not break.
    pub denied: &'a BTreeSet<Class>,
    /// Whether the text and Markdown reports list every change instead of only the breaking ones.
    pub details: bool,
}

impl Report<'_> {
    /// Whether a denied class breaks.
    pub fn is_denied(&self) -> bool {
        let loses = |(programs, _): (&[ProgramDiff], usize)| programs.iter().any(ProgramDiff::breaks);
        let breaks =
            |class: Class| self.diff.broken(class) > 0 || class == Class::Model && self.programs.is_some_and(loses);
        self.denied.iter().any(|&class| breaks(class))
    }

    /// The severity of a change: an error if it breaks a denied class.
    pub fn level(&self, change: &Change) -> Level {
        self.level_of(change.breaks.keys().copied())
    }

    fn level_of(&self, breaks: impl IntoIterator<Item = Class>) -> Level {
        let of = |class: Class| if self.denied.contains(&class) { Level::Error } else { Level::Warning };
        breaks.into_iter().map(of).min().unwrap_or(Level::Note)
    }

    /// The severity of a missing entry, which depends on whether `model` is broken without it.
    pub fn entry_level(&self, entry: &MissingEntry) -> Level {
        self.level_of(entry.required.then_some(Class::Model))
    }

    /// All changes: those of operators, then the others.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.diff.ops.iter().flat_map(|op| &op.changes).chain(&self.diff.others)
    }

    /// All entries that `op_version` lacks.
    pub fn entries(&self) -> impl Iterator<Item = &MissingEntry> {
        self.diff.ops.iter().filter_map(|op| op.missing.as_ref())
    }

    /// The positions of a change as project and span, the one in the head first.
    pub fn places(&self, base: Option<Span>, head: Option<Span>) -> impl Iterator<Item = (&Project, Span)> {
        let base = base.map(|span| (self.sides.base, span));
        head.map(|span| (self.sides.head, span)).into_iter().chain(base)
    }

    /// The position as `file:line:column`, in the head if possible.
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
        let approved = self.changes().filter(|change| !change.approved.is_empty()).count();
        let broken = match (broken.is_empty(), approved) {
            (true, 0) => "nothing breaks".to_owned(),
            (true, _) => "nothing breaks that is not allowed".to_owned(),
            (false, _) => broken.join(", "),
        };
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

/// Names of classes, such as `api, model`. Empty if nothing breaks.
pub fn classes(breaks: impl IntoIterator<Item = Class>) -> String {
    breaks.into_iter().map(Class::name).collect::<Vec<_>>().join(", ")
}

/// Breaking operators before harmless ones, otherwise in the same order.
pub fn by_breaks(ops: &[OpDiff]) -> Vec<&OpDiff> {
    let (breaking, harmless): (Vec<&OpDiff>, Vec<_>) = ops.iter().partition(|op| !op.breaks().is_empty());
    breaking.into_iter().chain(harmless).collect()
}
