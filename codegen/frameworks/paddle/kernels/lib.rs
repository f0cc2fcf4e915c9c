//! Operators and the C++ that their YAML names: kernels, infer meta functions and spmd rules.
//!
//! It joins a registry with an index of C++. It never changes either.

#![deny(missing_docs)]

mod backends;
pub mod changes;
mod compare;
mod data_types;
mod expected;
pub mod fitting;
mod hand_written;
mod headers;
pub mod index;
mod key_types;
mod link;
mod meta_config;
mod names;
mod parameters;
mod problem;
pub mod shown;
pub mod skeleton;
pub mod table;
mod unnamed;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use check::rules;
use profile::{CppSources, Graph, Profile};
use project::Further;
use registry::{Project, Registry};
use source::{Diagnostics, Rule};
use spec::Op;
use spelling::Spelling;

pub use index::{Declared, Index, Registration};
pub use link::{infer_meta, kernel_functions, kernels_of, spmd_rule};
pub use problem::AddedFiles;

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
    unnamed_functions: OnceCell<names::UnnamedFunctions>,
    /// Whether infer meta functions were read. Without their folder, nothing is known about them.
    has_infer_meta: bool,
    /// Whether spmd rules were read.
    has_spmd_rules: bool,
}

/// The folder with a project's C++: the one that the caller names, or else the one in `opgen.toml`, or else the root.
pub fn cpp_folder(root: Option<&Path>, include: Option<&Path>, project: &Project) -> Option<PathBuf> {
    let named = include.or(project.recipe.cpp_include.as_deref());
    named.or(root).map(Path::to_owned)
}

/// Compares the operators of a project with C++.
pub fn check(project: &Project, index: &Index) -> Further {
    let Some(settings) = &project.profile.cpp_sources else { return Further::default() };
    let mut problems = Vec::new();
    let joined = Joined {
        registry: &project.registry,
        index,
        profile: &project.profile,
        settings,
        spelling: Spelling::of(project),
        known: &project.diagnostics,
        unnamed_functions: OnceCell::new(),
        has_infer_meta: index.has_functions_in(&settings.infer_meta),
        has_spmd_rules: index.has_functions_in(&settings.spmd_rules),
    };
    for op in joined.ops() {
        names::check(&joined, op, &mut problems);
        parameters::check(&joined, op, &mut problems);
        backends::check(&joined, op, &mut problems);
    }
    hand_written::check(&joined, &mut problems);
    meta_config::check(&joined, &mut problems);
    headers::check(&joined, &mut problems);
    unnamed::check(&joined, &mut problems);
    key_types::check(&joined, &mut problems);
    let checked =
        suffices(index, settings).into_iter().filter(|(_, is_enough)| *is_enough).map(|(rule, _)| rule).collect();
    let (diagnostics, files) = problem::resolve(problems, index, &project.sources);
    Further { diagnostics, files, checked, incomplete: None }
}

/// Each rule, and whether this C++ is enough to check it. Headers have no registrations, and a part of a tree may lack folders.
fn suffices(index: &Index, settings: &CppSources) -> [(Rule, bool); check::CPP_RULES.len()] {
    let has = |folder: &str| index.has_functions_in(folder);
    let (kernels, infer_meta) = (settings.kernels.iter().any(|folder| has(folder)), has(&settings.infer_meta));
    [
        (rules::UNKNOWN_KERNEL, index.has_registrations()),
        (rules::KERNEL_PARAMETERS, kernels),
        (rules::UNKNOWN_INFER_META, infer_meta),
        (rules::INFER_META_PARAMETERS, infer_meta),
        (rules::UNKNOWN_SPMD_RULE, has(&settings.spmd_rules)),
        (rules::UNDECLARED_KERNEL, kernels && !index.has_registrations()),
        (rules::OTHER_ORDER, kernels && infer_meta),
        (rules::MISSING_BACKEND, index.has_registrations()),
        (rules::SPMD_RULE_PARAMETERS, has(&settings.spmd_rules)),
        (rules::MISSING_FUNCTION, settings.hand_written.paths().all(has)),
        (rules::UNNAMED_KERNEL, index.has_registrations()),
        (rules::MISSING_DATA_TYPE, index.has_registrations()),
        (rules::UNUSED_DATA_TYPE, index.has_registrations()),
        (rules::NO_META_CONFIG, infer_meta),
        (rules::UNCONFIGURED_INFER_META, infer_meta),
        (rules::OTHER_HEADER, kernels && index.has_registrations()),
    ]
}

impl<'a> Joined<'a> {
    /// The operators whose entries were read completely.
    fn ops(&self) -> impl Iterator<Item = &'a Op> {
        self.registry.ops().map(|(_, op)| op).filter(|op| !op.poisoned)
    }

    /// Whether generated C++ passes the arguments in the YAML to the operator's infer meta function. In older programs, a context
    /// has the arguments.
    fn calls_infer_meta(&self, op: &Op) -> bool {
        self.is_called(op) || op.home.family().graph() == Graph::Pir
    }

    /// Whether a generated C++ function calls the operator's kernel.
    fn is_called(&self, op: &Op) -> bool {
        op.home.calls_kernels() && op.is_in_dygraph()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_those_that_wait_for_cpp() {
        let profile = profile::built_in_profiles().find(|profile| profile.cpp_sources.is_some());
        let settings = profile.and_then(|profile| profile.cpp_sources.clone()).expect("some profile has C++");
        assert_eq!(suffices(&Index::default(), &settings).map(|(rule, _)| rule), *check::CPP_RULES);
    }
}
