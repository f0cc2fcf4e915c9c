//! Reads the files of a project from the disk, from a git revision, or from opgen itself.

use std::path::Path;

use crate::Root;
use source::{git, read};

include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// The source of a root's files.
pub enum Folder<'a> {
    BuiltIn,
    Disk(&'a Path),
    Git(git::Tree),
}

impl<'a> Folder<'a> {
    /// Opens the folder of a root.
    ///
    /// # Errors
    /// Git does not know the revision.
    pub fn open(root: &'a Root) -> Result<Self, String> {
        match root {
            Root::BuiltIn => Ok(Folder::BuiltIn),
            Root::Tree(path) | Root::NormalForm(path) => Ok(Folder::Disk(path)),
            Root::Revision { folder, revision } => git::Tree::open(folder, revision).map(Folder::Git),
        }
    }

    /// The bytes of a file, if it exists.
    ///
    /// # Errors
    /// Why the file cannot be read.
    pub fn file(&mut self, place: &str) -> Result<Option<Vec<u8>>, String> {
        match self {
            Folder::BuiltIn => {
                let text = BUILT_IN.iter().find(|(name, _)| *name == place);
                Ok(text.map(|(_, text)| text.as_bytes().to_vec()))
            }
            Folder::Disk(path) => read::bytes(&path.join(place)),
            Folder::Git(tree) => tree.read(place),
        }
    }
}
