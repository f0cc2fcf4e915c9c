//! The two sides of a comparison, and what is derived of each.

use forms::pir::form::OperationForms;
use forms::static_graph::program_form::ProgramForms;
use profile::Profile;
use project::Project;
use registry::{OpId, Registry};
use spec::Op;
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

/// One side, with its operators in programs, its operations in PIR and its declarations.
pub struct Side<'a> {
    pub registry: &'a Registry,
    pub programs: ProgramForms<'a>,
    pub operations: OperationForms,
    pub spelling: Spelling<'a>,
}

impl<'a> Side<'a> {
    pub fn new(project: &'a Project) -> Self {
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

/// An operator that is on both sides.
pub struct Compared<'s, 'a> {
    pub base: &'s Side<'a>,
    pub head: &'s Side<'a>,
    pub old: &'a Op,
    pub new: &'a Op,
    pub old_id: OpId,
    pub new_id: OpId,
}

/// Whether users call functions of this operator. Functions of gradients are called only by generated code.
pub fn has_callers(op: &Op) -> bool {
    !op.is_backward() && op.home.calls_kernels() && op.is_in_dygraph()
}
