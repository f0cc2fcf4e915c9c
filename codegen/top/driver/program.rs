//! Joins the rooms: all rules, and what they make of Paddle's operators.

use profile::Profile;
use project::Files;
use registry::{Inputs, Paddle, Program, Registry, Specs, has_registered_ops};
use render::FilePlan;
use source::Catalogue;
use spec::keys;

use super::embedded::{BUILT_IN, TEMPLATES};
use super::of_commands;

/// The rules about operators that have Paddle's model. A project of Paddle's may set the levels of those for packages, too.
pub const RULES: Catalogue = Catalogue::joined(&[check::CATALOGUE, Catalogue::new(&[package_operators::rules::ALL])]);

/// The rules whose levels a user can set.
#[cfg(feature = "cli")]
pub const CATALOGUE: Catalogue = Catalogue::joined(&[RULES, of_commands::MAPPINGS, of_commands::OTHER_FRAMEWORKS]);

/// The rules of all rooms.
#[cfg(feature = "cli")]
pub const ALL_RULES: Catalogue = Catalogue::joined(&[CATALOGUE, of_commands::TRANSLATIONS, of_commands::CONVERSIONS]);

/// What `project` needs from the rooms above it: the rules, the built-in operators and the built-in templates.
pub const PROGRAM: Program = Program {
    check_further: of_commands::check_cpp,
    further_rules: check::CPP_RULES,
    yaml: BUILT_IN as Files,
    templates: TEMPLATES,
    globals: spelling::globals,
    plan,
    without_operators,
    leading_keys: Some(|profile, kind| profile.input(kind).map_or(&[], |input| keys::leading(input.holds))),
    #[cfg(feature = "cli")]
    schemas: manual::schema::files,
    count: |registry| registry.ops().count(),
    values: |project| show::all(project).into_iter().map(|(span, shown)| (span, render::value(&shown))).collect(),
    #[cfg(feature = "cli")]
    find: super::find::find,
    describe: |project| show::all(project).iter().map(|(span, shown)| (*span, show::described(shown))).collect(),
    narrow: subset::narrow,
    why: subset::why,
    check_errors: check::errors,
    ..Program::new(Paddle::ITSELF, RULES, check::run)
};

fn plan(registry: &Registry, profile: &Profile, target: &str) -> Vec<FilePlan> {
    targets::find(target).map_or_else(Vec::new, |target| (target.plan)(registry, profile))
}

/// Outputs only depend on whether the project has a file of registered operators.
fn without_operators(inputs: &Inputs) -> Registry {
    let registered = has_registered_ops(inputs).then(Default::default);
    Registry::new(Specs { registered, ..Specs::default() }, inputs.profile())
}
