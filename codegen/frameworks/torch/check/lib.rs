//! The rules that look at more than one line of PyTorch's operator YAML. There is one file per family of rules.
//!
//! This room never changes the registry, and does not know what is generated from it.

#![deny(missing_docs)]

use parallel::prelude::*;
use source::{Catalogue, Diagnostics};
use torch_registry::{Program, Registry};

const FAMILIES: &[fn(&Registry, &mut Diagnostics)] = &[];

/// The rules about PyTorch's operators that any room checks.
pub const CATALOGUE: Catalogue =
    Catalogue::new(&[source::rules::ALL, project::rules::ALL, torch_schema::rules::ALL, torch_spec::rules::ALL]);

/// What a project of PyTorch's needs to be checked.
pub const PROGRAM: Program = Program { count: |registry| registry.functions().count(), ..Program::new(CATALOGUE, run) };

/// Checks a registry against every rule, in parallel. The result does not depend on the number of cores.
pub fn run(registry: &Registry, diagnostics: &mut Diagnostics) {
    let check = |family: &fn(&Registry, &mut Diagnostics)| {
        let mut found = diagnostics.fork();
        family(registry, &mut found);
        found
    };
    let found: Vec<Diagnostics> = FAMILIES.par_iter().with_max_len(1).map(check).collect();
    found.into_iter().for_each(|found| diagnostics.append(found));
}
