//! The C++ of a project: its own sources, or the headers of an installed framework.

use std::path::Path;

use diff::CppChange;
use kernels::index::Index;
use profile::CppSources;
use project::{Further, Root, git};
use registry::Project;
use show::Shown;
use source::path::{tidy, with_slashes};

/// Reads the C++ of a project: the folder that the caller names, or else the one in `opgen.toml`, or else the root. `None` if there
/// is no C++.
///
/// # Errors
/// If the root is a git revision that cannot be read, or the C++ cannot be read.
pub fn index(root: &Root, include: Option<&Path>, project: &Project) -> Result<Option<Index>, git::GitError> {
    let Some(settings) = &project.profile.cpp_sources else { return Ok(None) };
    let is_named = include.is_some() || project.recipe.cpp_include.is_some();
    match root {
        Root::Revision { folder, revision } if !is_named => of_revision(folder, revision, settings),
        _ => {
            let Some(folder) = kernels::cpp_folder(root.folder(), include, project) else { return Ok(None) };
            let with_prefix = |index: Index| match is_named {
                true => index.with_prefix(with_slashes(&tidy(&folder)) + "/"),
                false => index,
            };
            Ok(Index::read(&folder, settings).map_err(|error| error.to_string())?.map(with_prefix))
        }
    }
}

/// The C++ of a folder in a git revision.
fn of_revision(folder: &Path, revision: &str, settings: &CppSources) -> Result<Option<Index>, git::GitError> {
    let mut tree = git::Tree::open(folder, revision)?;
    let mut texts = Vec::new();
    for path in tree.files(&settings.folders)?.into_iter().filter(|path| settings.reads(path)) {
        if let Some(bytes) = tree.read(&path)? {
            texts.push((path, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    Ok(Index::of_texts(texts, settings))
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
    fn index(&self) -> Result<Option<Index>, git::GitError> {
        let index = index(self.root, None, self.project)?;
        let is_named = self.project.recipe.cpp_include.is_some();
        Ok(index.map(|index| if is_named { index } else { index.with_prefix(self.prefix.to_owned()) }))
    }
}

/// The changes of C++ that the YAML does not show. There are none if one of the two versions has no C++. The files that the changes
/// point to are added to the sources of both.
///
/// # Errors
/// If a version is a git revision that cannot be read.
pub fn changes(base: Version, head: Version) -> Result<Vec<CppChange>, git::GitError> {
    let (old, new) = rayon::join(|| base.index(), || head.index());
    Ok(match (old?, new?) {
        (Some(old), Some(new)) => kernels::changes::compare((base.project, &old), (head.project, &new)),
        _ => Vec::new(),
    })
}

/// Compares a project with its C++ if there is some.
pub fn check(project: &Project, root: &Root, include: Option<&Path>) -> Further {
    match index(root, include, project) {
        Err(reason) => Further { incomplete: Some(reason), ..Further::default() },
        Ok(Some(index)) => kernels::check(project, &index),
        Ok(None) => Further::default(),
    }
}

/// Adds what C++ has of the kernels of operators, if there is some.
pub fn add_to(shown: &mut [Shown], root: &Root, include: Option<&Path>, project: &Project) {
    if let (Ok(Some(index)), Some(settings)) = (index(root, include, project), &project.profile.cpp_sources) {
        kernels::shown::add(shown, &index, settings);
    }
}
