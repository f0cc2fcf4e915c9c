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

use project::{Frame, Listing};
use render::{FilePlan, Syntax};
use torch_profile::Profile;
use torch_registry::{Registry, Torch};

pub use shims::declarations as shim_declarations;
pub use torch_registry::Program;

/// A group of outputs that are generated together.
#[derive(Debug)]
pub struct Target {
    /// The name on the command line and in `opgen.toml`.
    pub name: &'static str,
    /// Its outputs.
    pub plan: fn(&Registry, &Profile) -> Vec<FilePlan>,
    /// The paths of those outputs in the folder of `ATen` that follow from operators. The others follow from the version.
    paths: fn(&Registry, &Profile) -> Vec<String>,
}

/// The paths of a target whose outputs follow from the version.
fn none(_: &Registry, _: &Profile) -> Vec<String> {
    Vec::new()
}

/// The plans of the targets that follow from operators. `torch_profile` lists all targets.
pub const TARGETS: &[Target] = &[
    Target { name: "headers", plan: headers::plan, paths: headers::paths },
    Target { name: "schema", plan: schema::plan, paths: none },
    Target { name: "operators", plan: operators::plan, paths: none },
    Target { name: "vmap", plan: vmap::plan, paths: none },
    Target { name: "shims", plan: shims::plan, paths: none },
    Target { name: "stubs", plan: stubs::plan, paths: none },
    Target { name: "declarations", plan: declarations::plan, paths: none },
    Target { name: "python", plan: python::plan, paths: none },
    Target { name: "backend", plan: backend::plan, paths: none },
    Target { name: "autograd", plan: autograd::plan, paths: none },
    Target { name: "register", plan: register::plan, paths: register::paths },
    Target { name: "functionalization", plan: functionalization::plan, paths: none },
    Target { name: "trace", plan: trace::plan, paths: none },
    Target { name: "lazy", plan: lazy::plan, paths: none },
];

/// The target that lists the files of the others.
pub const LISTING: Listing<Torch> = Listing { target: "lists", paths, plan: lists::plan };

/// The outputs of a target, by its name.
pub fn plan(registry: &Registry, profile: &Profile, name: &str) -> Vec<FilePlan> {
    let target = TARGETS.iter().find(|target| target.name == name);
    target.map_or_else(Vec::new, |target| (target.plan)(registry, profile))
}

/// The paths of a target's outputs in the folder of `ATen`, by the target's name. Nothing is planned for operators.
fn paths(registry: &Registry, profile: &Profile, name: &str) -> Vec<String> {
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else { return Vec::new() };
    let of_version = (target.plan)(&registry.without_operators(), profile).into_iter().map(|plan| plan.path);
    of_version.chain((target.paths)(registry, profile)).collect()
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
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).chain([LISTING.target]).collect();
        assert_eq!(names, torch_profile::TARGET_NAMES);
    }
}
