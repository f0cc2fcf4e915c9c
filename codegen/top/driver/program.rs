//! Joins the rooms: all rules, the built-in files, and how a project is read with them.

use project::settings::Options;
use project::{Files, Root};
use registry::{Inputs, Program, Project, Registry};
#[cfg(feature = "cli")]
use source::Catalogue;
use source::Diagnostics;

use super::embedded::{BUILT_IN, TEMPLATES};
use super::templates;

/// The rules whose levels a user can set.
#[cfg(feature = "cli")]
pub const CATALOGUE: Catalogue = Catalogue::joined(&[check::CATALOGUE, of_commands::MAPPINGS]);

/// The rules of all rooms.
#[cfg(feature = "cli")]
pub const ALL_RULES: Catalogue = Catalogue::joined(&[CATALOGUE, of_commands::TRANSLATIONS, of_commands::CONVERSIONS]);

/// The rules that only a single command checks.
#[cfg(feature = "full")]
mod of_commands {
    use source::Catalogue;

    pub const MAPPINGS: Catalogue = mapping::CATALOGUE;
    pub const TRANSLATIONS: Catalogue = Catalogue::new(&[translate::rules::ALL]);
    pub const CONVERSIONS: Catalogue = convert::findings::CATALOGUE;
}

/// Empty catalogues, for a program without these commands.
#[cfg(all(feature = "cli", not(feature = "full")))]
mod of_commands {
    use source::Catalogue;

    pub const MAPPINGS: Catalogue = Catalogue::new(&[]);
    pub const TRANSLATIONS: Catalogue = Catalogue::new(&[]);
    pub const CONVERSIONS: Catalogue = Catalogue::new(&[]);
}

/// What `project` needs from the rooms above it: the rules, the built-in operators and the built-in templates.
pub const PROGRAM: Program = Program {
    catalogue: check::CATALOGUE,
    check: run_check,
    further_rules: check::CPP_RULES,
    yaml: BUILT_IN as Files,
    templates: TEMPLATES,
};

fn run_check(registry: &Registry, diagnostics: &mut Diagnostics) {
    check::run(registry, diagnostics);
}

/// Reads the files of a project, and checks its templates if they may be rendered.
pub fn read(root: &Root, options: &Options) -> Inputs {
    let mut inputs = Inputs::read(root, options, PROGRAM);
    let recipe = inputs.recipe();
    let mut diagnostics = Diagnostics::default();
    // A revision is never rendered, and its templates are not read.
    if !matches!(root, Root::Revision { .. }) {
        templates::check(&recipe, inputs.sources(), &mut diagnostics);
    }
    inputs.report(diagnostics);
    inputs
}

/// Reads, links and checks a project with its own settings.
pub fn load(root: &Root) -> Project {
    read(root, &Options::default()).analyse()
}
