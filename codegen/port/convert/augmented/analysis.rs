//! The analysis of one augmented assignment, which gives up after a number of steps.

use crate::python::Tree;
use crate::uses::Finder;

use super::names::NameIndex;

/// How many steps the analysis of one statement takes before it gives up.
const MOST_STEPS: u32 = 400;

/// Analyses one augmented assignment. The other files of this folder implement its parts.
pub(super) struct Analysis<'a> {
    pub(super) finder: &'a Finder<'a>,
    pub(super) tree: &'a Tree<'a>,
    pub(super) names: &'a NameIndex<'a>,
    steps: std::cell::Cell<u32>,
}

impl<'a> Analysis<'a> {
    pub(super) fn new(finder: &'a Finder<'a>, names: &'a NameIndex<'a>) -> Self {
        Analysis { finder, tree: finder.tree, names, steps: std::cell::Cell::new(0) }
    }

    /// Counts a step. False if there were too many.
    pub(super) fn take_step(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps.get() < MOST_STEPS
    }
}
