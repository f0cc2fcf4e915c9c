//! The targets: each turns the registry into plans of files.
//!
//! A plan states what to generate, in the words of its target. A template only spells it.

#![deny(missing_docs)]

mod by_hand;
pub mod compat;
pub mod cpp_api;
pub mod decomp;
pub mod drr;
pub mod dygraph;
pub mod extra_info;
pub mod legacy_dygraph;
mod method_patch;
mod names;
mod operants;
mod pir;
mod pir_api;
mod pir_python;
mod prim;
mod primitive;
mod python_c;
mod rust;
mod signature;
mod static_op;
mod stubs;

use parallel::prelude::*;
use profile::{Profile, for_each_section};
use registry::Registry;
use render::{BANNER, FilePlan, Item, value};
use xxhash_rust::xxh3::xxh3_64;

/// Creates an item for each element, in parallel and in order.
fn items<T: Sync>(of: &[T], make: impl Fn(&T) -> Item + Sync + Send) -> Vec<Item> {
    of.par_iter().with_min_len(16).map(make).collect()
}

/// A group of outputs that are generated together.
#[derive(Debug)]
pub struct Target {
    /// The name on the command line and in `opgen.toml`.
    pub name: &'static str,
    /// One line of documentation.
    pub title: &'static str,
    /// Its outputs. Their paths depend only on the profile, not on the operators.
    pub plan: fn(&Registry, &Profile) -> Vec<FilePlan>,
}

macro_rules! define_targets {
    ($($section:ident: $type:ident { $($target:ident as $variant:ident = $title:literal,)* })*) => {
        /// All targets, in the order in which they are generated.
        pub const TARGETS: &[Target] = &[
            $($(Target { name: stringify!($target), title: $title, plan: $target::plan },)*)*
        ];
    };
}

for_each_section!(define_targets);

/// The targets of a version of the framework.
pub fn of(profile: &Profile) -> impl Iterator<Item = &'static Target> {
    profile.targets().filter_map(|target| find(target.name))
}

/// The target with this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A number below `count` that depends only on the key and `count`.
pub fn spread(key: &str, count: usize) -> usize {
    // The upper half of the product is evenly distributed and below `count`.
    ((u128::from(xxh3_64(key.as_bytes())) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_number_below_the_count() {
        for count in [1, 2, 7, 256] {
            assert!(["", "relu", "matmul"].iter().all(|key| spread(key, count) < count));
        }
    }
}
