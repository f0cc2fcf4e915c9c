//! The C++ of a project: its own sources, or the headers of an installed framework.

use std::path::Path;

use cpp::Index;
use cpp::index::is_wanted;
use diff::CppChange;
use kernels::package::{self, Files};
use profile::CppSources;
use project::{Further, Inputs, Project, Root, git};
use show::Shown;
use source::path::{tidy, with_slashes};

/// Reads the C++ of a project: the folder that the caller names, or else the one in `opgen.toml`, or else the root. `None` if there
/// is no C++.
pub fn index(root: &Root, include: Option<&Path>, project: &Project) -> Option<Index> {
    let settings = project.recipe.profile.cpp_sources.as_ref()?;
    let is_named = include.is_some() || project.recipe.cpp_include.is_some();
    match root {
        Root::Revision { folder, revision } if !is_named => of_revision(folder, revision, settings),
        _ => {
            let folder = kernels::cpp_folder(root.folder(), include, project)?;
            let index = Index::read(&folder, settings)?;
            Some(if is_named { index.with_prefix(with_slashes(&tidy(&folder)) + "/") } else { index })
        }
    }
}

/// The C++ of a folder in a git revision.
fn of_revision(folder: &Path, revision: &str, settings: &CppSources) -> Option<Index> {
    let paths = git::files(folder, revision, &settings.folders).ok()?;
    let mut tree = git::Tree::open(folder, revision).ok()?;
    let wanted = paths.into_iter().filter(|path| is_wanted(path, settings));
    let text = |path: String| {
        let bytes = tree.read(&path).ok()??;
        Some((path, String::from_utf8_lossy(&bytes).into_owned()))
    };
    Index::of_texts(wanted.filter_map(text).collect(), settings)
}

/// A version of the operators, and where it comes from.
pub struct Version<'a> {
    /// Where it was read from.
    pub root: &'a Root,
    /// What stands before the names of its files.
    pub prefix: &'a str,
    /// Its operators.
    pub project: &'a mut Project,
}

impl Version<'_> {
    fn index(&self) -> Option<Index> {
        let index = index(self.root, None, self.project)?;
        let is_named = self.project.recipe.cpp_include.is_some();
        Some(if is_named { index } else { index.with_prefix(self.prefix.to_owned()) })
    }
}

/// The changes of C++ that the YAML does not show. There are none if one of the two versions has no C++. The files that the changes
/// point to are added to the sources of both.
pub fn changes(base: Version, head: Version) -> Vec<CppChange> {
    match rayon::join(|| base.index(), || head.index()) {
        (Some(old), Some(new)) => kernels::changes::compare((base.project, &old), (head.project, &new)),
        _ => Vec::new(),
    }
}

/// Checks a project, and compares it with its C++ if there is some.
pub fn analyse(inputs: Inputs, root: &Root, include: Option<&Path>) -> Project {
    inputs.link().analyse_with(|project| match (index(root, include, project), root) {
        (Some(index), _) => kernels::check(project, &index),
        (None, Root::Tree(folder)) => {
            Files::read(project, folder).map_or_else(Further::default, |files| package::check(project, &files))
        }
        (None, _) => Further::default(),
    })
}

/// Adds what C++ has of the kernels of operators, if there is some.
pub fn add_to(shown: &mut [Shown], root: &Root, include: Option<&Path>, project: &Project) {
    if let (Some(index), Some(settings)) = (index(root, include, project), &project.recipe.profile.cpp_sources) {
        kernels::shown::add(shown, &index, settings);
    }
}
