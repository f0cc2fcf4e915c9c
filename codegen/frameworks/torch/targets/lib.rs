//! The targets: each turns PyTorch's operators into plans of files.
//!
//! A plan states what to generate. The tree's own templates are the frames of the files, and opgen's templates spell what stands
//! inside.

#![deny(missing_docs)]

mod autograd;
mod backend;
mod call;
mod declarations;
mod frame;
mod functionalization;
mod headers;
mod lazy;
mod lists;
mod operator;
mod operators;
mod python;
mod reframed;
mod register;
mod runtime;
mod schema;
mod shims;
mod static_dispatch;
mod stubs;
mod trace;
mod vmap;

use project::{Frame, PlanLists};
use render::{FilePlan, Syntax};
use torch_profile::Profile;
use torch_registry::Registry;

pub use shims::declarations as shim_declarations;
pub use torch_registry::Program;

/// A group of outputs that are generated together.
#[derive(Debug)]
pub struct Target {
    /// The name on the command line and in `opgen.toml`.
    pub name: &'static str,
    /// Its outputs.
    pub plan: fn(&Registry, &Profile) -> Vec<FilePlan>,
}

/// The plans of the targets that follow from operators. `torch_profile` lists all targets.
pub const TARGETS: &[Target] = &[
    Target { name: "headers", plan: headers::plan },
    Target { name: "schema", plan: schema::plan },
    Target { name: "operators", plan: operators::plan },
    Target { name: "vmap", plan: vmap::plan },
    Target { name: "shims", plan: shims::plan },
    Target { name: "stubs", plan: stubs::plan },
    Target { name: "declarations", plan: declarations::plan },
    Target { name: "python", plan: python::plan },
    Target { name: "backend", plan: backend::plan },
    Target { name: "autograd", plan: autograd::plan },
    Target { name: "register", plan: register::plan },
    Target { name: "functionalization", plan: functionalization::plan },
    Target { name: "trace", plan: trace::plan },
    Target { name: "lazy", plan: lazy::plan },
];

/// The target that lists the files of the others, and its outputs.
pub const LISTS: (&str, PlanLists) = ("lists", lists::plan);

/// The outputs of a target, by its name.
pub fn plan(registry: &Registry, profile: &Profile, name: &str) -> Vec<FilePlan> {
    let target = TARGETS.iter().find(|target| target.name == name);
    target.map_or_else(Vec::new, |target| (target.plan)(registry, profile))
}

/// The tree's own templates.
pub fn frames(registry: &Registry) -> Vec<Frame> {
    let frame =
        |frame: &torch_spec::Frame| Frame { name: frame.name.clone(), syntax: Syntax::CodeTemplate, file: frame.file };
    registry.frames().iter().map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_of_the_profile_has_a_plan() {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).chain([LISTS.0]).collect();
        assert_eq!(names, torch_profile::TARGET_NAMES);
    }
}
