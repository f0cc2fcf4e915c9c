//! The root of a project: the place where its operator YAML is. Also finds the root if the caller does not name one.

use std::cell::LazyCell;
use std::fmt;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use source::read::Unsaved;
use source::{Diagnostics, Sources};

use crate::finder::of_trees;
use crate::folder::Folder;
use crate::framework::{Framework, Recognised, Version};
use crate::{config, settings};

/// The place where operator YAML is read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Root {
    /// The operators that are built into opgen.
    BuiltIn,
    /// A folder on disk, with the layout that the profile describes.
    Tree(PathBuf),
    /// A folder as it is in a git revision.
    Revision {
        /// The folder in the work tree.
        folder: PathBuf,
        /// Any name of the revision that git understands.
        revision: String,
    },
    /// A file in normal form.
    NormalForm(PathBuf),
}

impl Root {
    /// The root at a path, which is a folder or a file in normal form.
    pub fn at(path: PathBuf) -> Self {
        if path.is_file() { Root::NormalForm(path) } else { Root::Tree(path) }
    }

    /// The folder that may contain an `opgen.toml`.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Root::Tree(folder) | Root::Revision { folder, .. } => Some(folder),
            Root::BuiltIn | Root::NormalForm(_) => None,
        }
    }
}

/// The root for a caller who does not name one: the nearest folder with operator YAML among `here` and the folders
/// above it in the same repository, or up to the nearest `opgen.toml` outside of repositories. Without both, folders above `here`
/// count only if they look like a tree of a known version. The path is relative to `here`.
///
/// A folder has operator YAML if it contains an `opgen.toml`, looks like a tree of a known version, or has operator
/// files where the profile `chosen` (or, without one, any built-in profile) looks for them. If the nearest such folder
/// is only part of a tree, or of a project with an `opgen.toml`, the root is the whole tree or project.
pub fn nearest_root<F: Framework>(framework: F, here: &Path, chosen: Option<&str>) -> Option<PathBuf> {
    let here = std::path::absolute(here).ok()?;
    let chosen = chosen.and_then(|name| load_named(framework, name));
    let unsaved = Unsaved::default();
    nearest_of(framework, &here, up_to_project(&here, &unsaved), chosen.as_ref(), &unsaved)
}

/// Like [`nearest_root`], for an editor that has opened the folder `top`. The search ends there instead of at the
/// repository.
pub fn nearest_root_below<F: Framework>(
    framework: F,
    top: Option<&Path>,
    here: &Path,
    unsaved: &Unsaved,
) -> Option<PathBuf> {
    let steps = top.and_then(|top| here.ancestors().position(|folder| folder == top));
    nearest_of(framework, here, steps.or_else(|| up_to_project(here, unsaved)), None, unsaved)
}

/// Searches a folder and those above it, up to `last` levels above.
fn nearest_of<F: Framework>(
    framework: F,
    here: &Path,
    last: Option<usize>,
    chosen: Option<&F::Profile>,
    unsaved: &Unsaved,
) -> Option<PathBuf> {
    // Loading all profiles is slow, and unnecessary if a folder can be recognised.
    let profiles = LazyCell::new(|| match chosen {
        Some(chosen) => vec![chosen],
        // Projects outside of trees have an `opgen.toml`; their folders have common names.
        None => of_trees(framework).collect(),
    });
    let mut part: Option<(usize, &Path)> = None;
    for (height, folder) in
        here.ancestors().enumerate().take_while(|(height, _)| last.is_none_or(|last| *height <= last))
    {
        if unsaved.has_file(&folder.join(config::NAME)) {
            return Some(parent_path(height));
        }
        let files = files_of_tree(framework, folder, chosen, unsaved);
        let is_whole = |part: &Path| files.iter().any(|file| folder.join(file).parent() == Some(part));
        match part {
            Some((height_of_part, part)) if !files.is_empty() && !is_whole(part) => {
                return Some(parent_path(height_of_part));
            }
            _ if !files.is_empty() => return Some(parent_path(height)),
            // Somebody's files above, with common names, are not the caller's.
            None if last.is_none() && height > 0 => {}
            None if operator_files(&profiles).any(|file| unsaved.has_file(&folder.join(file))) => {
                part = Some((height, folder));
            }
            _ => {}
        }
    }
    part.map(|(height, _)| parent_path(height))
}

/// Loads the profile that the caller names. Its mistakes are reported later, when the project is read.
fn load_named<F: Framework>(framework: F, name: &str) -> Option<F::Profile> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let choice = settings::named_by_caller(settings::PROFILE_OPTION, name, &mut sources);
    let (default, here) = (framework.names().default_profile, Path::new(""));
    let loaded = framework.load(Some(&choice), default, here, &Unsaved::default(), &mut sources, &mut diagnostics);
    (!diagnostics.has_errors()).then_some(loaded.profile)
}

/// The repository that a folder is in or, without one, the folder itself. What a project writes stays in it.
pub fn tree_of(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    folder.ancestors().find(|folder| is_repository(folder)).unwrap_or(&folder).to_owned()
}

fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists()
}

/// How many levels above a folder the top of its repository is. If it is not in a repository, the nearest `opgen.toml`.
fn up_to_project(folder: &Path, unsaved: &Unsaved) -> Option<usize> {
    let repository = folder.ancestors().position(is_repository);
    let settings = || folder.ancestors().position(|folder| unsaved.has_file(&folder.join(config::NAME)));
    repository.or_else(settings)
}

/// The relative path from a folder to the one `height` levels above it.
fn parent_path(height: usize) -> PathBuf {
    if height == 0 { PathBuf::from(".") } else { iter::repeat_n("..", height).collect() }
}

/// The paths of the operator files in a folder that looks like a tree of a known version. Empty if it does not look
/// like one.
fn files_of_tree<'a, F: Framework>(
    framework: F,
    folder: &Path,
    chosen: Option<&'a F::Profile>,
    unsaved: &Unsaved,
) -> Vec<&'a str> {
    let mut tree = Folder::Disk(folder, unsaved);
    let profile = match framework.recognised(&mut tree) {
        Some(Recognised::Unsupported(version)) => return version.recognised_by.iter().map(String::as_str).collect(),
        Some(Recognised::Profile(name)) => chosen.or_else(|| framework.built_in(name)),
        None => chosen.filter(|profile| F::has_marks(&mut tree, profile.marks())),
    };
    operator_files(profile.as_slice()).collect()
}

/// The paths at which profiles look for operator files.
pub(crate) fn operator_files<'a>(profiles: &[&'a impl Version]) -> impl Iterator<Item = &'a str> {
    let of_operators = profiles.iter().flat_map(|profile| profile.kinds()).filter(|kind| kind.has_operators);
    of_operators.flat_map(|kind| kind.paths).map(String::as_str)
}

/// The name of a root in messages.
impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Root::BuiltIn => f.write_str("the built-in operators"),
            Root::Tree(path) | Root::NormalForm(path) => write!(f, "{}", path.display()),
            Root::Revision { folder, revision } => write!(f, "{} at {revision}", folder.display()),
        }
    }
}
