//! The two sides of a comparison, and the facts derived from each.

use super::callers::{Callable, Callers};
use super::users::{self, Users, Version};
use forms::pir::form::OperationForms;
use forms::static_graph::program_form::ProgramForms;
use profile::Profile;
use registry::own_facts::OwnFacts;
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
    /// Those who use the operators, if the framework is not Paddle.
    pub users: Option<&'static dyn Users>,
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
    pub own_facts: &'static dyn OwnFacts,
    pub users: Option<&'static dyn Users>,
}

impl<'a> Side<'a> {
    pub fn new(project: &'a Project, users: Option<&'static dyn Users>) -> Self {
        let Project { registry, profile, program, .. } = project;
        Side {
            registry,
            programs: ProgramForms::new(registry, profile),
            operations: OperationForms::new(registry, profile),
            callers: Callers::new(registry, profile, users.is_some()),
            spelling: Spelling::of(project),
            own_facts: program.framework.own_facts,
            users,
        }
    }

    /// What the callers of a function that is gone no longer do.
    pub fn callers_verb(&self) -> &'static str {
        if self.users.is_some() { users::RUN } else { "compile" }
    }

    /// True if others than Paddle's users use an operator.
    pub fn has_users_of(&self, op: &Op) -> bool {
        self.users.is_some() && !op.is_backward()
    }

    /// The functions of an operator that users can call.
    pub fn callable(&self, id: OpId) -> Callable {
        self.callers.of(self.registry, id)
    }
}

impl Compared<'_, '_> {
    /// The operator in the earlier and in the later version.
    pub fn versions(&self) -> [Version<'_>; 2] {
        let version = |registry, id| Version { registry, id };
        [version(self.base.registry, self.old_id), version(self.head.registry, self.new_id)]
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
