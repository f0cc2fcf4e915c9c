//! Reads the input files of a project from disk, from a git revision, or from the program itself.

use std::path::Path;

use source::read::Unsaved;

use crate::framework::Tree;
use crate::{Root, git};

/// Names and texts of files that are built into the program.
pub type Files = &'static [(&'static str, &'static str)];

/// The folder that contains the input files of a root.
pub enum Folder<'a> {
    /// The operators that are built into the program.
    BuiltIn(Files),
    /// A folder on disk. Texts in an editor come before saved files.
    Disk(&'a Path, &'a Unsaved),
    /// A folder in a git revision.
    Git(git::Tree),
}

impl<'a> Folder<'a> {
    /// Opens the folder of a root.
    ///
    /// # Errors
    /// If git cannot be run, or does not know the revision.
    pub fn open(root: &'a Root, unsaved: &'a Unsaved, built_in: Files) -> Result<Self, String> {
        match root {
            Root::BuiltIn => Ok(Folder::BuiltIn(built_in)),
            Root::Tree(path) | Root::NormalForm(path) => Ok(Folder::Disk(path, unsaved)),
            Root::Revision { folder, revision } => git::Tree::open(folder, revision).map(Folder::Git),
        }
    }

    /// The bytes of a file at a path in the folder. `Ok(None)` if it does not exist.
    ///
    /// # Errors
    /// The reason, if the file exists but cannot be read.
    pub fn file(&mut self, path: &str) -> Result<Option<Vec<u8>>, String> {
        match self {
            Folder::BuiltIn(files) => {
                let text = files.iter().find(|(name, _)| *name == path);
                Ok(text.map(|(_, text)| text.as_bytes().to_vec()))
            }
            Folder::Disk(folder, unsaved) => unsaved.bytes(&folder.join(path)),
            Folder::Git(tree) => tree.read(path),
        }
    }
}

impl Tree for Folder<'_> {
    fn has(&mut self, path: &str) -> bool {
        match self {
            Folder::Disk(folder, unsaved) => unsaved.has_file(&folder.join(path)),
            Folder::BuiltIn(_) => matches!(self.file(path), Ok(Some(_))),
            Folder::Git(tree) => tree.has(path),
        }
    }

    fn text(&mut self, path: &str) -> Option<String> {
        String::from_utf8(self.file(path).ok()??).ok()
    }
}
