//! The C++ of a project: its own sources, or the headers of an installed framework.

use std::path::Path;

use cpp::Index;
use project::{Further, Inputs, Project, Root};
use show::Shown;
use source::path::{tidy, with_slashes};

/// Reads the C++ of a project: the folder that the caller names, or else the one in `opgen.toml`, or else the root. `None` if there
/// is no C++.
pub fn index(root: &Root, include: Option<&Path>, project: &Project) -> Option<Index> {
    let settings = project.recipe.profile.cpp_sources.as_ref()?;
    let folder = kernels::cpp_folder(root.folder(), include, project)?;
    let index = Index::read(&folder, settings)?;
    let is_named = include.is_some() || project.recipe.cpp_include.is_some();
    Some(if is_named { index.with_prefix(with_slashes(&tidy(&folder))) } else { index })
}

/// Checks a project, and compares it with its C++ if there is some.
pub fn analyse(inputs: Inputs, root: &Root, include: Option<&Path>) -> Project {
    inputs.link().analyse_with(|project| match (index(root, include, project), root) {
        (Some(index), _) => kernels::check(project, &index),
        (None, Root::Tree(folder)) => kernels::package::check(project, folder),
        (None, _) => Further::default(),
    })
}

/// Adds what C++ has of the kernels of operators, if there is some.
pub fn add_to(shown: &mut [Shown], root: &Root, include: Option<&Path>, project: &Project) {
    if let (Some(index), Some(settings)) = (index(root, include, project), &project.recipe.profile.cpp_sources) {
        kernels::shown::add(shown, &index, settings);
    }
}
