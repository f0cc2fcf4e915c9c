//! The stages in their order: read, check, plan, render, write.

mod builder;
mod cargo;
pub mod custom_targets;
pub mod generate;
#[cfg(feature = "full")]
pub mod reference;
pub mod selection;
pub mod shards;
pub mod target_shards;
#[cfg(feature = "full")]
pub mod template_fields;
pub mod templates;
pub mod update;

use project::settings::Options;
use project::{Files, Inputs, Program, Project, Root};
use registry::Registry;
#[cfg(feature = "cli")]
use source::Catalogue;
use source::Diagnostics;

pub use builder::{BuildError, BuildErrorKind, Builder, Finding, Target};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The rules whose levels a caller may set.
#[cfg(feature = "cli")]
pub const CATALOGUE: Catalogue = Catalogue::joined(&[check::CATALOGUE, of_commands::MAPPINGS]);

/// The rules of all rooms.
#[cfg(feature = "cli")]
pub const ALL_RULES: Catalogue = Catalogue::joined(&[CATALOGUE, of_commands::TRANSLATIONS, of_commands::CONVERSIONS]);

/// The rules that a single command checks.
#[cfg(feature = "full")]
mod of_commands {
    use source::Catalogue;

    pub const MAPPINGS: Catalogue = mapping::CATALOGUE;
    pub const TRANSLATIONS: Catalogue = Catalogue::new(&[translate::rules::ALL]);
    pub const CONVERSIONS: Catalogue = convert::findings::CATALOGUE;
}

/// None, in a program without these commands.
#[cfg(all(feature = "cli", not(feature = "full")))]
mod of_commands {
    use source::Catalogue;

    pub const MAPPINGS: Catalogue = Catalogue::new(&[]);
    pub const TRANSLATIONS: Catalogue = Catalogue::new(&[]);
    pub const CONVERSIONS: Catalogue = Catalogue::new(&[]);
}

/// The group of the files of the reference among the outputs in a folder. With its space, it is no target's name.
const REFERENCE: &str = "opgen docs";

/// What the rooms below need of those above: all rules, the built-in operators, and the built-in templates.
pub const PROGRAM: Program =
    Program { catalogue: check::CATALOGUE, check: run_check, yaml: BUILT_IN as Files, templates: TEMPLATES };

fn run_check(registry: &Registry, diagnostics: &mut Diagnostics) {
    check::run(registry, diagnostics);
}

/// Reads the files of a project.
pub fn read(root: &Root, options: &Options) -> Inputs {
    let mut inputs = Inputs::read(root, options, PROGRAM);
    let recipe = inputs.recipe();
    let mut diagnostics = Diagnostics::default();
    templates::check(&recipe, inputs.sources(), &mut diagnostics);
    inputs.report(diagnostics);
    inputs
}

/// Reads, normalises, links and checks a project with its own settings.
pub fn load(root: &Root) -> Project {
    read(root, &Options::default()).analyse()
}
