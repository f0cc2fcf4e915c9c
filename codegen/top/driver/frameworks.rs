//! All frameworks, and how a project of any of them is read.

use std::path::{Path, PathBuf};

use project::Root;
use project::any::{AnyFramework, AnyInputs};
use project::choice;
use project::settings::Options;
use source::Diagnostics;

use super::program::PROGRAM;
use super::templates;

/// All frameworks. A root that looks like none is the first one's.
pub static FRAMEWORKS: &[&dyn AnyFramework] = &[
    &PROGRAM,
    #[cfg(feature = "full")]
    &super::torch::TORCH,
];

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

/// The framework of a root, unless it is the first: comparisons and the reference of that know more than its descriptions say.
#[cfg(feature = "full")]
pub fn described(root: &Root, options: &Options) -> Option<&'static dyn AnyFramework> {
    let framework = of(root, options);
    (framework.names().framework != FRAMEWORKS[0].names().framework).then_some(framework)
}

/// The nearest root around a folder, and its framework, unless that is the first.
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
