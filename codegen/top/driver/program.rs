//! Joins the rooms: all rules, and what they make of Paddle's operators.

use profile::Profile;
use project::Files;
use registry::{Inputs, Program, Registry, Specs, has_registered_ops};
use render::FilePlan;
#[cfg(feature = "cli")]
use source::Catalogue;
use source::Diagnostics;
use spec::keys;

use super::embedded::{BUILT_IN, TEMPLATES};

/// The rules whose levels a user can set.
#[cfg(feature = "cli")]
pub const CATALOGUE: Catalogue =
    Catalogue::joined(&[check::CATALOGUE, of_commands::MAPPINGS, of_commands::OTHER_FRAMEWORKS]);

/// The rules of all rooms.
#[cfg(feature = "cli")]
pub const ALL_RULES: Catalogue = Catalogue::joined(&[CATALOGUE, of_commands::TRANSLATIONS, of_commands::CONVERSIONS]);

/// What only the commands of the feature `full` add.
#[cfg(feature = "full")]
pub(super) mod of_commands {
    use source::Catalogue;

    pub const MAPPINGS: Catalogue = mapping::CATALOGUE;
    pub const OTHER_FRAMEWORKS: Catalogue = torch_check::CATALOGUE;
    pub const TRANSLATIONS: Catalogue = Catalogue::new(&[translate::rules::ALL]);
    pub const CONVERSIONS: Catalogue = convert::findings::CATALOGUE;

    pub use super::super::kernels::add_to as add_cpp;

    pub const fn with_cpp(program: registry::Program) -> registry::Program {
        registry::Program { check_further: super::super::kernels::check, ..program }
    }
}

/// Nothing, for a program without these commands.
#[cfg(not(feature = "full"))]
pub(super) mod of_commands {
    #[cfg(feature = "cli")]
    use source::Catalogue;

    #[cfg(feature = "cli")]
    pub const MAPPINGS: Catalogue = Catalogue::new(&[]);
    #[cfg(feature = "cli")]
    pub const OTHER_FRAMEWORKS: Catalogue = Catalogue::new(&[]);
    #[cfg(feature = "cli")]
    pub const TRANSLATIONS: Catalogue = Catalogue::new(&[]);
    #[cfg(feature = "cli")]
    pub const CONVERSIONS: Catalogue = Catalogue::new(&[]);

    /// The program cannot read C++.
    #[cfg(feature = "cli")]
    pub fn add_cpp(_: &mut [show::Shown], _: &project::Root, _: Option<&std::path::Path>, _: &registry::Project) {}

    /// The same.
    pub const fn with_cpp(program: registry::Program) -> registry::Program {
        program
    }
}

/// What `project` needs from the rooms above it: the rules, the built-in operators and the built-in templates.
pub const PROGRAM: Program = of_commands::with_cpp(Program {
    further_rules: check::CPP_RULES,
    yaml: BUILT_IN as Files,
    templates: TEMPLATES,
    globals: spelling::globals,
    plan,
    without_operators,
    leading_keys: Some(|profile, kind| profile.input(kind).map_or(&[], |input| keys::leading(input.holds))),
    count: |registry| registry.ops().count(),
    values: |project| show::all(project).into_iter().map(|(span, shown)| (span, render::value(&shown))).collect(),
    #[cfg(feature = "cli")]
    find: super::find::find,
    describe: |project| show::all(project).iter().map(|(span, shown)| (*span, show::described(shown))).collect(),
    narrow: subset::narrow,
    why: subset::why,
    ..Program::new(check::CATALOGUE, run_check)
});

fn run_check(registry: &Registry, diagnostics: &mut Diagnostics) {
    check::run(registry, diagnostics);
}

fn plan(registry: &Registry, profile: &Profile, target: &str) -> Vec<FilePlan> {
    targets::find(target).map_or_else(Vec::new, |target| (target.plan)(registry, profile))
}

/// Outputs only depend on whether the project has a file of registered operators.
fn without_operators(inputs: &Inputs) -> Registry {
    let registered = has_registered_ops(inputs).then(Default::default);
    Registry::new(Specs { registered, ..Specs::default() }, inputs.profile())
}
