//! The two sides of a comparison, and the facts derived from each.

use super::callers::{Callable, Callers};
use forms::pir::form::OperationForms;
use forms::static_graph::program_form::ProgramForms;
use profile::Profile;
use registry::{OpId, Project, Registry};
use spec::Op;
use spelling::Spelling;

/// The two sides of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Sides<'a> {
    /// The earlier version.
    pub base: &'a Project,
    /// The later version.
    pub head: &'a Project,
}

impl<'a> Sides<'a> {
    /// The profiles of the base and of the head.
    pub fn profiles(self) -> [&'a Profile; 2] {
        [self.base, self.head].map(|project| project.profile.as_ref())
    }

    /// The profile of the head.
    pub fn profile(self) -> &'a Profile {
        &self.head.profile
    }
}

/// One side with its derived facts: operators in programs, PIR operations and declarations.
pub struct Side<'a> {
    pub registry: &'a Registry,
    pub programs: ProgramForms<'a>,
    pub operations: OperationForms,
    pub callers: Callers,
    pub spelling: Spelling<'a>,
}

impl<'a> Side<'a> {
    pub fn new(project: &'a Project) -> Self {
        let Project { registry, profile, .. } = project;
        Side {
            registry,
            programs: ProgramForms::new(registry, profile),
            operations: OperationForms::new(registry, profile),
            callers: Callers::new(registry, profile),
            spelling: Spelling::of(project),
        }
    }

    /// What the callers of a function that is gone no longer do: those of a package call it in Python.
    pub fn callers_verb(&self) -> &'static str {
        if self.registry.profile().package.is_some() { "run" } else { "compile" }
    }

    /// The functions of an operator that users can call.
    pub fn callable(&self, id: OpId) -> Callable {
        self.callers.of(self.registry, id)
    }
}

/// An operator that exists on both sides.
pub struct Compared<'s, 'a> {
    pub base: &'s Side<'a>,
    pub head: &'s Side<'a>,
    pub old: &'a Op,
    pub new: &'a Op,
    pub old_id: OpId,
    pub new_id: OpId,
}
