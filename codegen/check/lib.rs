//! The rules that look at more than one entry, or at more than one line of an entry, with one file per family.

mod additions;
mod backward;
mod calls;
mod compat;
pub mod expressions;
mod foreign_kernels;
mod gradient_outputs;
mod gradients;
mod hand_written;
mod invokes;
mod kernels;
mod keywords;
mod links;
mod lists;
mod mappings;
mod members;
mod names;
mod operands;
mod registered_ops;
mod rules;
mod saved;
mod shapes;
mod sizes;
mod sparse;
mod spellings;
mod spmd_rules;
mod static_graph;
mod style;
mod traits;
mod versions;
mod worlds;

use std::collections::BTreeSet;

pub use saved::STORED;

use parallel::prelude::*;

use profile::Graph;
use registry::{OpId, Registry};
use source::{Catalogue, Diagnostics};
use spec::Op;

const FAMILIES: &[fn(&Registry, &mut Diagnostics)] = &[
    names::check,
    keywords::check,
    sizes::check,
    calls::check,
    invokes::check,
    kernels::check,
    foreign_kernels::check,
    mappings::check,
    shapes::check,
    links::check,
    worlds::check,
    backward::check,
    spmd_rules::check,
    static_graph::check,
    compat::check,
    saved::check,
    operands::check,
    versions::check,
    lists::check,
    additions::check,
    traits::check,
    spellings::check,
    registered_ops::check,
    hand_written::check,
    style::check,
];

/// The rules about operators, of all rooms.
pub const CATALOGUE: Catalogue = Catalogue::new(&[
    source::rules::ALL,
    spec::rules::ALL,
    spec::registered::rules::ALL,
    registry::rules::ALL,
    project::rules::ALL,
    rules::ALL,
]);

/// Checks a registry against every rule, in parallel. The result does not depend on the number of cores.
pub fn run(registry: &Registry, diagnostics: &mut Diagnostics) {
    let check = |family: &fn(&Registry, &mut Diagnostics)| {
        let mut found = diagnostics.beside();
        family(registry, &mut found);
        found
    };
    let found: Vec<Diagnostics> = FAMILIES.par_iter().with_max_len(1).map(check).collect();
    found.into_iter().for_each(|found| diagnostics.append(found));
}

/// Whether a name that no file defines may still be right: the operator is written by hand, or its definition is in text
/// that could not be read.
fn may_exist(registry: &Registry, name: &str, diagnostics: &Diagnostics) -> bool {
    registry.is_hand_written(name) || diagnostics.may_be_lost(name)
}

/// Whether one name has all the words of another, as `set_value_with_tensor` has those of `set_value`.
fn is_variant(one: &str, other: &str) -> bool {
    let has = |all: &str, some: &str| some.split('_').all(|word| all.split('_').any(|other| other == word));
    has(one, other) || has(other, one)
}

/// Operators whose entries were read completely.
fn sound_ops(registry: &Registry) -> impl Iterator<Item = &Op> {
    registry.ops().map(|(_, op)| op).filter(|op| !op.poisoned)
}

/// All definitions of operators that are defined more than once. They are not checked against other operators.
fn defined_twice(registry: &Registry) -> BTreeSet<OpId> {
    registry.duplicates().iter().flat_map(|&(later, earlier)| [later, earlier]).collect()
}

/// Whether the functions that an operator calls are those of the dense operators, or of others that it falls back on. A family
/// of PIR that stands alone has a compiler of its own, and may call its functions in other ways.
fn shares_functions(op: &Op) -> bool {
    let family = op.home.family();
    family.graph() != Graph::Pir || family.falls_back_on().is_some()
}

/// Whether a C++ function that selects a kernel is generated for this operator.
fn has_cpp_function(op: &Op) -> bool {
    op.home.calls_kernels() && op.is_in_dygraph()
}
