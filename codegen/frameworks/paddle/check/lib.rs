//! The rules that look at more than one entry, or at more than one line of an entry. There is one file per family of
//! rules.
//!
//! This room never changes the registry, and does not know what is generated from it.

#![deny(missing_docs)]

mod additions;
mod backward;
mod calls;
mod compat;
mod compat_entries;
mod cpp_types;
pub mod expressions;
mod file_pairs;
mod foreign_kernels;
pub mod generated_names;
mod gradient_outputs;
mod gradients;
mod hand_written;
mod invokes;
mod kernel_key;
mod kernels;
pub mod keywords;
mod links;
mod lists;
mod mappings;
mod members;
mod names;
mod operands;
mod profile_lists;
mod python_apis;
mod registered_ops;
pub mod rules;
mod shared_functions;
mod sizes;
mod sparse;
mod spmd_rules;
mod static_graph;
mod style;
mod traits;
mod versions;

use std::collections::BTreeSet;

pub use compat_entries::STORED_TYPES;

use parallel::prelude::*;

use profile::Graph;
use registry::{OpId, Project, Registry};
use source::{Catalogue, Diagnostics, Level, Rule};
use spec::Op;

/// A family of rules.
type Family<'a> = dyn Fn(&Registry, &mut Diagnostics) + Sync + 'a;

/// A family of rules, and the highest level of its rules.
pub type LevelledFamily = (fn(&Registry, &mut Diagnostics), Level);

/// The families of rules for every framework whose operators have this model.
pub const COMMON: &[LevelledFamily] = &[
    (names::check, Level::Error),
    (keywords::check, Level::Error),
    (sizes::check, Level::Error),
    (calls::check, Level::Error),
    (invokes::check, Level::Error),
    (kernels::check, Level::Error),
    (foreign_kernels::check, Level::Warning),
    (mappings::check, Level::Error),
    (links::check, Level::Error),
    (file_pairs::check, Level::Error),
    (backward::check, Level::Error),
    (spmd_rules::check, Level::Warning),
    (static_graph::check, Level::Warning),
    (compat::check, Level::Error),
    (compat_entries::check, Level::Warning),
    (operands::check, Level::Warning),
    (versions::check, Level::Warning),
    (lists::check, Level::Error),
    (profile_lists::check, Level::Warning),
    (additions::check, Level::Error),
    (python_apis::check, Level::Error),
    (traits::check, Level::Warning),
    (cpp_types::check, Level::Error),
    (registered_ops::check, Level::Error),
    (hand_written::check, Level::Warning),
    (style::check, Level::Warning),
];

/// The families of rules that hold in Paddle's tree: its kernels are selected by arguments, its functions are shared, and only some
/// operators are functions of Python.
const OF_TREE: &[LevelledFamily] = &[
    (names::check_candidates, Level::Error),
    (keywords::check_python_functions, Level::Warning),
    (shared_functions::check, Level::Warning),
];

/// The rules about operators that any room checks.
pub const CATALOGUE: Catalogue = Catalogue::new(&[
    source::rules::ALL,
    spec::rules::ALL,
    spec::registered::rules::ALL,
    registry::rules::ALL,
    project::rules::ALL,
    rules::ALL,
]);

/// The rules that another room checks, because they need the framework's C++.
pub const CPP_RULES: &[Rule] = &[
    rules::UNKNOWN_KERNEL,
    rules::KERNEL_PARAMETERS,
    rules::UNKNOWN_INFER_META,
    rules::INFER_META_PARAMETERS,
    rules::UNKNOWN_SPMD_RULE,
    rules::UNDECLARED_KERNEL,
    rules::OTHER_ORDER,
    rules::MISSING_BACKEND,
    rules::SPMD_RULE_PARAMETERS,
    rules::MISSING_FUNCTION,
    rules::UNNAMED_KERNEL,
    rules::MISSING_DATA_TYPE,
    rules::UNUSED_DATA_TYPE,
    rules::NO_META_CONFIG,
    rules::UNCONFIGURED_INFER_META,
    rules::OTHER_HEADER,
];

/// Checks a project against every rule, in parallel. Only the names that its targets define are compared; if it names none, those of
/// all targets are. The result does not depend on the number of cores.
pub fn run(project: &Project, diagnostics: &mut Diagnostics) {
    check_families(&[COMMON, OF_TREE].concat(), generated_names::of_functions, project, diagnostics);
}

/// Like [`run`], but without the families of rules that find no errors.
pub fn errors(project: &Project, diagnostics: &mut Diagnostics) {
    check_families(&with_errors(&[COMMON, OF_TREE].concat()), generated_names::of_functions, project, diagnostics);
}

/// The families of rules that find errors.
pub fn with_errors(families: &[LevelledFamily]) -> Vec<LevelledFamily> {
    families.iter().copied().filter(|(_, highest)| *highest == Level::Error).collect()
}

/// Checks a project against families of rules, and compares the names that are generated from its operators: those of programs and
/// PIR, and those that `further` lists.
pub fn check_families(
    families: &[LevelledFamily],
    further: generated_names::Names,
    project: &Project,
    diagnostics: &mut Diagnostics,
) {
    let registry = &project.registry;
    let targets: Vec<&str> = project.recipe.targets.iter().map(|target| target.as_str()).collect();
    let compare_names =
        |registry: &Registry, found: &mut Diagnostics| generated_names::check(registry, further, &targets, found);
    let families = families.iter().map(|(family, highest)| (family as &Family, *highest));
    // The one that takes longest begins.
    let families: Vec<(&Family, Level)> =
        [(&compare_names as &Family, Level::Error)].into_iter().chain(families).collect();
    let check = |(family, highest): &(&Family, Level)| {
        let mut found = diagnostics.fork();
        family(registry, &mut found);
        debug_assert!(*highest == Level::Error || !found.has_errors(), "a family without errors has found one");
        found
    };
    let found: Vec<Diagnostics> = families.par_iter().with_max_len(1).map(check).collect();
    for found in found {
        diagnostics.append(found);
    }
}

/// True if a name may be right although no file defines it: the operator is written by hand, or its definition may be
/// in text that could not be read.
fn may_exist(registry: &Registry, name: &str, diagnostics: &Diagnostics) -> bool {
    registry.is_hand_written(name) || diagnostics.may_be_lost(name)
}

/// True if one of two names contains all the words of the other, such as `set_value_with_tensor` and `set_value`.
fn is_variant(one: &str, other: &str) -> bool {
    let has = |all: &str, some: &str| some.split('_').all(|word| all.split('_').any(|other| other == word));
    has(one, other) || has(other, one)
}

/// The operators whose entries were read completely.
fn sound_ops(registry: &Registry) -> impl Iterator<Item = &Op> {
    registry.ops().map(|(_, op)| op).filter(|op| !op.poisoned)
}

/// All definitions of the operators that are defined more than once. They are not compared with other operators.
fn defined_twice(registry: &Registry) -> BTreeSet<OpId> {
    registry.duplicates().iter().flat_map(|&(later, earlier)| [later, earlier]).collect()
}

/// True if an operator calls the same functions as the dense operators, in the same way. A family of PIR that does not
/// fall back on another has a compiler of its own, which may call its functions differently.
fn shares_functions(op: &Op) -> bool {
    let family = op.home.family();
    family.graph() != Graph::Pir || family.falls_back_on().is_some()
}

/// True if a C++ function that selects a kernel is generated for an operator.
fn has_cpp_function(op: &Op) -> bool {
    op.home.calls_kernels() && op.is_in_dygraph()
}
