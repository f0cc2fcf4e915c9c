//! Where the YAML of a project comes from.

use std::fmt;
use std::path::{Path, PathBuf};

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
