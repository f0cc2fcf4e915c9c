//! What can be generated: from the registry to plans, and the files they are laid out in.
//!
//! A plan says what is to be generated, in the words of its target; a template only lays it out.

pub mod compat;
pub mod cpp_api;
pub mod decomp;
pub mod drr;
pub mod dygraph;
pub mod extra_info;
pub mod legacy_dygraph;
mod names;
pub mod operants;
pub mod pir;
pub mod pir_api;
pub mod pir_python;
pub mod prim;
pub mod primitive;
pub mod python_c;
pub mod rust;
pub mod signature;
pub mod static_op;
pub mod stubs;

use parallel::prelude::*;
use profile::Profile;
use registry::Registry;
use render::{BANNER, FilePlan, Item, value};
use xxhash_rust::xxh3::xxh3_64;

/// An item of each, made on all cores, in order.
fn items<T: Sync>(of: &[T], make: impl Fn(&T) -> Item + Sync + Send) -> Vec<Item> {
    of.par_iter().with_min_len(16).map(make).collect()
}

/// A group of outputs that is made together.
#[derive(Debug)]
pub struct Target {
    pub name: &'static str,
    pub title: &'static str,
    /// Its outputs. Which there are depends on the profile alone, not on the operators.
    pub plan: fn(&Registry, &Profile) -> Vec<FilePlan>,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "cpp_api",
        title: "C++ API functions, their runtime, and the infer meta functions around kernels",
        plan: cpp_api::plan,
    },
    Target {
        name: "dygraph",
        title: "functions of the dynamic graph, their grad nodes and runtime header",
        plan: dygraph::plan,
    },
    Target {
        name: "python_c",
        title: "functions that Python calls in eager mode, and their runtime",
        plan: python_c::plan,
    },
    Target {
        name: "stubs",
        title: "types and documentation of those functions, for editors and type checkers",
        plan: stubs::plan,
    },
    Target {
        name: "operants",
        title: "methods and operators of the C++ `Tensor`, and the classes that answer them in each mode",
        plan: operants::plan,
    },
    Target {
        name: "prim",
        title: "primitive functions, in the dynamic graph and in static programs, and their runtime header",
        plan: prim::plan,
    },
    Target {
        name: "signature",
        title: "from operators of the static graph to kernels and their arguments",
        plan: signature::plan,
    },
    Target {
        name: "static_op",
        title: "operators of the static graph: makers, kernel choice, gradients, versions, and their runtime header",
        plan: static_op::plan,
    },
    Target {
        name: "extra_info",
        title: "attributes that only programs of the static graph have, with defaults",
        plan: extra_info::plan,
    },
    Target {
        name: "compat",
        title: "legacy names of operators and arguments, for the translator of old programs",
        plan: compat::plan,
    },
    Target {
        name: "pir",
        title: "operators of PIR dialects: their classes, descriptions and checks, and their runtime",
        plan: pir::plan,
    },
    Target { name: "pir_api", title: "functions that add one operator to a program", plan: pir_api::plan },
    Target {
        name: "pir_python",
        title: "functions that Python calls to add operators to a program",
        plan: pir_python::plan,
    },
    Target {
        name: "primitive",
        title: "primitive operators, and the gradients that are made of them",
        plan: primitive::plan,
    },
    Target { name: "decomp", title: "rules that decompose operators", plan: decomp::plan },
    Target { name: "drr", title: "factories of operators for rewritten patterns", plan: drr::plan },
    Target {
        name: "legacy_dygraph",
        title: "functions, grad nodes and Python methods of the old dynamic graph, of registered operators",
        plan: legacy_dygraph::plan,
    },
    Target {
        name: "rust",
        title: "a Rust table of every operator, found by its name or by the one in saved programs",
        plan: rust::plan,
    },
];

/// The targets that a version of the framework has.
pub fn of(profile: &Profile) -> impl Iterator<Item = &'static Target> {
    profile.targets().filter_map(find)
}

/// The target of a name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A number below `count` that depends on nothing but the key and `count`.
pub fn spread(key: &str, count: usize) -> usize {
    // The upper half of a product is even in its range, and below the other factor.
    ((u128::from(xxh3_64(key.as_bytes())) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_targets_are_those_that_profiles_know() {
        assert!(TARGETS.iter().map(|target| target.name).eq(profile::TARGETS.iter().copied()));
    }

    #[test]
    fn every_key_has_a_number_below_the_count() {
        for count in [1, 2, 7, 256] {
            assert!(["", "relu", "matmul"].iter().all(|key| spread(key, count) < count));
        }
    }
}
