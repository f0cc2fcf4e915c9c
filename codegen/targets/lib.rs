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
mod readable;
pub mod registered_form;
pub mod rust;
pub mod schema;
pub mod signature;
pub mod static_graph;
pub mod static_op;
pub mod stubs;

use std::sync::Arc;

use minijinja::value::{Serde, Value};
use profile::Profile;
use rayon::prelude::*;
use registry::Registry;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

/// One output, or a source that may be divided into several.
#[derive(Debug, Clone)]
pub struct FilePlan {
    /// Relative to the output folder, with `/`.
    pub path: String,
    pub template: String,
    pub context: Value,
    /// Parts that are rendered on their own. A source that has such parts can be divided into shards.
    pub parts: Vec<Part>,
}

/// What operators put into a file, one after the other where the file's template says the name.
#[derive(Debug, Clone)]
pub struct Part {
    pub name: &'static str,
    /// It is one of a list, which the template has by the name.
    pub listed: bool,
    /// Shards do not divide it.
    pub whole: bool,
    pub template: &'static str,
    pub items: Vec<Item>,
}

/// What one operator puts into a part: any number of plans.
#[derive(Debug, Clone)]
pub struct Item {
    /// The operator that decides which shard the item is in. Items that change together have one.
    pub key: String,
    /// Headers that the file must include for this item.
    pub includes: Vec<String>,
    pub plans: Arc<[Value]>,
}

impl FilePlan {
    pub fn new(path: &str, template: impl Into<String>, context: impl Serialize) -> Self {
        let (template, context) = (template.into(), value(&context));
        FilePlan { path: path.to_owned(), template, context, parts: Vec::new() }
    }

    /// Adds a part that the file's template calls `items`.
    pub fn with_items(self, template: &'static str, items: Vec<Item>) -> Self {
        self.with_part("items", template, items)
    }

    pub fn with_part(mut self, name: &'static str, template: &'static str, items: Vec<Item>) -> Self {
        self.parts.push(Part { name, listed: false, whole: false, template, items });
        self
    }

    /// The same for a part that shards do not divide.
    pub fn with_whole(mut self, name: &'static str, template: &'static str, items: Vec<Item>) -> Self {
        self.parts.push(Part { name, listed: false, whole: true, template, items });
        self
    }

    /// Adds parts that the file's template finds in a list.
    pub fn with_parts(
        mut self,
        name: &'static str,
        template: &'static str,
        parts: impl IntoIterator<Item = Vec<Item>>,
    ) -> Self {
        self.parts.extend(parts.into_iter().map(|items| Part { name, listed: true, whole: false, template, items }));
        self
    }
}

impl Item {
    pub fn new<P: Serialize>(key: &str, plans: impl IntoIterator<Item = P>) -> Self {
        let plans = plans.into_iter().map(|plan| value(&plan)).collect();
        Item { key: key.to_owned(), includes: Vec::new(), plans }
    }
}

/// An item of each, made on all cores, in order.
fn items<T: Sync>(of: &[T], make: impl Fn(&T) -> Item + Sync + Send) -> Vec<Item> {
    of.par_iter().with_min_len(16).map(make).collect()
}

/// A plan as templates see it.
pub fn value(plan: &impl Serialize) -> Value {
    Value::from(Serde(plan))
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

/// The first line of every generated file.
pub const BANNER: &str = "Generated by opgen from operator YAML. Do not edit.";

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
