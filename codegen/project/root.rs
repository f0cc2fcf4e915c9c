//! Where the YAML of a project comes from.

use std::cell::LazyCell;
use std::fmt;
use std::iter;
use std::path::{Path, PathBuf};

use profile::{DEFAULT, Holds, Profile, Recognised, built_in, built_in_profiles, recognised};
use source::read::Unsaved;
use source::{Diagnostics, Sources};

use crate::{config, settings};

/// Where the YAML comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Root {
    /// The operators that are built into opgen.
    BuiltIn,
    /// A folder with the layout that the profile describes.
    Tree(PathBuf),
    /// The same folder in a git revision.
    Revision { folder: PathBuf, revision: String },
    /// One file in normal form.
    NormalForm(PathBuf),
}

impl Root {
    /// A folder, or a file in normal form.
    pub fn at(path: PathBuf) -> Self {
        if path.is_file() { Root::NormalForm(path) } else { Root::Tree(path) }
    }

    /// The folder of the project's own files.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Root::Tree(folder) | Root::Revision { folder, .. } => Some(folder),
            Root::BuiltIn | Root::NormalForm(_) => None,
        }
    }
}

/// The folder that a caller means who names none: `here`, or a folder above it in the same repository, whichever is the
/// nearest that holds operator YAML. `None` if there is none. The path is relative to `here`.
///
/// A folder holds operator YAML if it has an `opgen.toml`, looks like a tree of a known version, or has operator files
/// where `chosen` or else a built-in profile looks for them. A folder that is only a part of a tree, or of a project with an
/// `opgen.toml`, stands for the whole.
pub fn nearest(here: &Path, chosen: Option<&str>) -> Option<PathBuf> {
    let here = std::path::absolute(here).ok()?;
    let chosen = chosen.and_then(profile_of_caller);
    nearest_of(up_to_the_top(&here), chosen.as_ref(), &Unsaved::default())
}

/// The same for an editor that has opened the folder `top`, which is a top like that of a repository.
pub fn nearest_below(top: Option<&Path>, here: &Path, unsaved: &Unsaved) -> Option<PathBuf> {
    let steps = top.and_then(|top| here.ancestors().position(|folder| folder == top));
    match steps {
        Some(steps) => nearest_of(here.ancestors().take(steps + 1), None, unsaved),
        None => nearest_of(up_to_the_top(here), None, unsaved),
    }
}

/// The nearest of some folders, each of which is in the next.
fn nearest_of<'a>(
    folders: impl Iterator<Item = &'a Path>,
    chosen: Option<&Profile>,
    unsaved: &Unsaved,
) -> Option<PathBuf> {
    // Not loaded where a folder tells which of them it needs.
    let profiles = LazyCell::new(|| match chosen {
        Some(chosen) => vec![chosen],
        None => built_in_profiles().collect(),
    });
    let mut part: Option<(usize, &Path)> = None;
    for (height, folder) in folders.enumerate() {
        if unsaved.has_file(&folder.join(config::NAME)) {
            return Some(above(height));
        }
        let files = files_of_tree(folder, chosen, unsaved);
        let is_whole = |part: &Path| files.iter().any(|file| folder.join(file).parent() == Some(part));
        match part {
            Some((height_of_part, part)) if !files.is_empty() && !is_whole(part) => return Some(above(height_of_part)),
            _ if !files.is_empty() => return Some(above(height)),
            None if operator_files(&profiles).any(|file| unsaved.has_file(&folder.join(file))) => {
                part = Some((height, folder));
            }
            _ => {}
        }
    }
    part.map(|(height, _)| above(height))
}

/// The profile that the caller names. What is wrong with it is reported when the project is read.
fn profile_of_caller(name: &str) -> Option<Profile> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let choice = settings::named_by_caller(name, &mut sources);
    let loaded =
        profile::load(Some(&choice), DEFAULT, Path::new(""), &Unsaved::default(), &mut sources, &mut diagnostics);
    (!diagnostics.has_errors()).then_some(loaded.profile)
}

/// The folder and those above it, up to the top of its repository. Outside of a repository, only the folder itself.
fn up_to_the_top(folder: &Path) -> impl Iterator<Item = &Path> {
    let top = folder.ancestors().position(|folder| folder.join(".git").exists());
    folder.ancestors().take(top.unwrap_or(0) + 1)
}

/// The path from a folder to the one that is so many steps above it.
fn above(height: usize) -> PathBuf {
    if height == 0 { PathBuf::from(".") } else { iter::repeat_n("..", height).collect() }
}

/// Where a folder that looks like a tree of a known version has its operator files; empty if it does not look like one.
fn files_of_tree<'a>(folder: &Path, chosen: Option<&'a Profile>, unsaved: &Unsaved) -> Vec<&'a str> {
    let has = |file: &str| unsaved.has_file(&folder.join(file));
    let is_chosen =
        |profile: &&Profile| !profile.recognised_by.is_empty() && profile.recognised_by.iter().all(|file| has(file));
    let profile = match recognised(has) {
        Some(Recognised::Unsupported(version)) => return version.recognised_by.iter().map(String::as_str).collect(),
        Some(Recognised::Profile(name)) => chosen.or_else(|| built_in(name)),
        None => chosen.filter(is_chosen),
    };
    operator_files(profile.as_slice()).collect()
}

/// Where profiles look for operators.
fn operator_files<'a>(profiles: &[&'a Profile]) -> impl Iterator<Item = &'a str> {
    let inputs = profiles.iter().flat_map(|profile| &profile.inputs);
    let of_operators = inputs.filter(|input| matches!(input.holds, Holds::Operators(_)));
    of_operators.flat_map(|input| &input.paths).map(String::as_str)
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// What is found from a folder of a repository with these files.
    fn found(files: &[&str], here: &str) -> Option<PathBuf> {
        let repository = tempfile::tempdir().expect("a temporary folder");
        for path in [&[".git/HEAD"], files].concat().iter().map(|file| repository.path().join(file)) {
            fs::create_dir_all(path.parent().expect("it is below")).expect("a new folder");
            fs::write(path, "").expect("it is writable");
        }
        let here = repository.path().join(here);
        fs::create_dir_all(&here).expect("a new folder");
        nearest(&here, None)
    }

    /// Where a built-in profile looks for operators in a tree.
    fn place() -> &'static str {
        built_in_profiles().flat_map(|profile| &profile.recognised_by).next().expect("there is one")
    }

    #[test]
    fn the_nearest_folder_with_operators_is_found() {
        assert_eq!(found(&["ops.yaml"], ""), Some(".".into()));
        assert_eq!(found(&["ops.yaml"], "a/b"), Some("../..".into()));
        assert_eq!(found(&["ops.yaml", "a/backward.yaml"], "a/b"), Some("..".into()));
        assert_eq!(found(&["opgen.toml"], "a"), Some("..".into()));
        assert_eq!(found(&["yaml/ops.yaml"], ""), None);
        // A name that many files have.
        assert_eq!(found(&["api.yaml"], ""), None);
    }

    #[test]
    fn a_part_stands_for_the_whole() {
        let folder = Path::new(place()).parent().expect("it is in a folder");
        let height = folder.components().count();
        assert_eq!(found(&[place()], &folder.to_string_lossy()), Some(above(height)));
        assert_eq!(found(&[place()], "docs"), Some("..".into()));
        // Somebody's own operators in a tree are not part of it.
        assert_eq!(found(&[place(), "mine/ops.yaml"], "mine"), Some(".".into()));
        assert_eq!(found(&["opgen.toml", "yaml/ops.yaml"], "yaml"), Some("..".into()));
        for file in profile::unsupported().iter().flat_map(|version| &version.recognised_by) {
            let folder = Path::new(file).parent().expect("it is in a folder");
            assert_eq!(found(&[file], &folder.to_string_lossy()), Some(above(folder.components().count())));
        }
    }

    #[test]
    fn folders_above_a_repository_do_not_count() {
        assert_eq!(found(&["ops.yaml", "module/.git"], "module/a"), None);
    }
}
