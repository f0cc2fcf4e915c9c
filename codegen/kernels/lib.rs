//! Operators and the C++ that their YAML names: kernels, infer meta functions and spmd rules.
//!
//! It joins a registry with an index of C++. It never changes either.

#![deny(missing_docs)]

mod backends;
mod compare;
mod expected;
mod link;
mod names;
mod parameters;
mod problem;
pub mod skeleton;
pub mod table;

use cpp::Index;
use profile::{CppSources, Profile};
use project::Project;
use registry::Registry;
use source::Diagnostics;
use spec::Op;
use spelling::Spelling;

pub use link::{infer_meta, kernel_functions, spmd_rule};

use problem::Problem;

/// The C++ of a project, and the facts that rules about it need.
struct Joined<'a> {
    registry: &'a Registry,
    index: &'a Index,
    profile: &'a Profile,
    settings: &'a CppSources,
    spelling: Spelling<'a>,
    /// What was found so far: names in text that could not be read may exist.
    known: &'a Diagnostics,
}

/// Compares the operators of a project with C++. The files that findings point to are added to the project's sources.
pub fn check(project: &mut Project, index: &Index) -> Diagnostics {
    let Some(settings) = project.recipe.profile.cpp_sources.clone() else { return Diagnostics::default() };
    let mut problems = Vec::new();
    let joined = Joined {
        registry: &project.registry,
        index,
        profile: &project.recipe.profile,
        settings: &settings,
        spelling: Spelling::of(project),
        known: &project.diagnostics,
    };
    for op in joined.ops() {
        names::check(&joined, op, &mut problems);
        parameters::check(&joined, op, &mut problems);
        backends::check(&joined, op, &mut problems);
    }
    problem::resolve(problems, index, &mut project.sources)
}

impl<'a> Joined<'a> {
    /// The operators whose entries were read completely.
    fn ops(&self) -> impl Iterator<Item = &'a Op> {
        self.registry.ops().map(|(_, op)| op).filter(|op| !op.poisoned)
    }

    /// Whether a generated C++ function calls the operator's kernel.
    fn is_called(&self, op: &Op) -> bool {
        op.home.calls_kernels() && op.is_in_dygraph()
    }
}
