//! All frameworks, and how a project of any of them is read.

use std::path::{Path, PathBuf};

use project::Root;
use project::any::{AnyFramework, AnyInputs};
use project::choice;
#[cfg(feature = "full")]
use project::framework::Names;
use project::settings::Options;
use registry::Program;
#[cfg(feature = "full")]
use registry::Project;
use source::Diagnostics;

use super::package::PACKAGE;
use super::program::PROGRAM;
use super::templates;

/// All frameworks. A root that looks like none is the first one's.
pub static FRAMEWORKS: &[&dyn AnyFramework] = &[
    &PROGRAM,
    &PACKAGE,
    #[cfg(feature = "full")]
    &super::torch::TORCH,
];

/// Paddle, and the frameworks whose operators have the same model. What only Paddle's rooms can do is done for these, too.
pub static WITH_SHARED_MODEL: &[&Program] = &[&PROGRAM, &PACKAGE];

/// Their names.
#[cfg(feature = "full")]
pub const SHARED_NAMES: &[&Names] = &[PROGRAM.framework.owner.names, package_operators::PACKAGES.owner.names];

/// Of the frameworks whose operators have Paddle's model, the one whose profile the options, the settings or a normal form choose; else
/// Paddle.
pub fn with_shared_model(root: &Root, options: &Options) -> &'static Program {
    let chosen = match root {
        // It names the profile that it was written for.
        Root::NormalForm(_) => Some(of(root, options)),
        Root::BuiltIn | Root::Tree(_) | Root::Revision { .. } => choice::chosen(FRAMEWORKS, root, options),
    };
    let is_chosen = |program: &&&Program| chosen.is_some_and(|framework| has_name(program, framework));
    WITH_SHARED_MODEL.iter().copied().find(|program| is_chosen(&program)).unwrap_or(&PROGRAM)
}

fn has_name(program: &Program, framework: &dyn AnyFramework) -> bool {
    program.framework.owner.names.framework == framework.names().framework
}

/// What the framework of a project adds for editors, and those who use its operators.
#[cfg(feature = "full")]
pub fn own_tools(project: &Project) -> Option<&'static dyn lsp::own::Own> {
    (project.program.framework == PACKAGE.framework).then_some(&package_tools::editor::Editor)
}

/// Two versions of operators, to be compared.
#[cfg(feature = "full")]
pub fn sides<'a>(base: &'a Project, head: &'a Project) -> diff::Sides<'a> {
    diff::Sides { base, head, users: own_tools(head).map(|own| own.users()) }
}

/// The framework of a root, or of the profile that the options choose.
pub fn of(root: &Root, options: &Options) -> &'static dyn AnyFramework {
    choice::framework(FRAMEWORKS, root, options)
}

/// Reads the files of a project, and checks its templates if they may be rendered.
pub fn read(root: &Root, options: &Options) -> Box<dyn AnyInputs> {
    let mut inputs = of(root, options).read(root, options);
    let found = templates_checked(root, &*inputs);
    inputs.report(found);
    inputs
}

/// The mistakes in the templates of a project.
pub(super) fn templates_checked(root: &Root, inputs: &dyn AnyInputs) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    // A revision is never rendered, and its templates are not read.
    if !matches!(root, Root::Revision { .. }) {
        let built_in = || inputs.built_in_templates();
        templates::check(inputs.recipe(), built_in, inputs.sources(), &mut diagnostics);
    }
    diagnostics
}

/// True if the operators of a framework have Paddle's model.
#[cfg(feature = "cli")]
pub fn shares_model(framework: &dyn AnyFramework) -> bool {
    WITH_SHARED_MODEL.iter().any(|program| has_name(program, framework))
}

/// The framework of a root, unless its operators have Paddle's model: comparisons and the reference of that know more than
/// descriptions say.
#[cfg(feature = "full")]
pub fn described(root: &Root, options: &Options) -> Option<&'static dyn AnyFramework> {
    let framework = of(root, options);
    (!shares_model(framework)).then_some(framework)
}

/// The nearest root around a folder, and its framework, unless its operators have Paddle's model.
#[cfg(feature = "full")]
pub fn described_around(folder: &Path, options: &Options) -> Option<(PathBuf, &'static dyn AnyFramework)> {
    let root = source::path::tidy(&folder.join(nearest_root(folder, options.profile.as_deref())?));
    Some((root.clone(), described(&Root::Tree(root), options)?))
}

/// See [`project::nearest_root`]. Of the roots that frameworks find, the nearest.
pub fn nearest_root(here: &Path, chosen: Option<&str>) -> Option<PathBuf> {
    choice::nearest_root(FRAMEWORKS, here, chosen)
}

/// The names of the built-in targets of all frameworks.
pub fn targets() -> impl Iterator<Item = &'static str> {
    FRAMEWORKS.iter().flat_map(|framework| framework.names().targets).copied()
}

/// The names of the optional outputs of all frameworks.
pub fn features() -> impl Iterator<Item = &'static str> {
    FRAMEWORKS.iter().flat_map(|framework| framework.names().features).copied()
}

/// The names of the built-in profiles of all frameworks.
pub fn profiles() -> impl Iterator<Item = &'static str> {
    FRAMEWORKS.iter().flat_map(|framework| framework.names().profiles).copied()
}
