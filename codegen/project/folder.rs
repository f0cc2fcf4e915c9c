//! Where the files of a project are read from: the disk, a git revision, or the program itself.

use std::path::Path;

use source::read::Unsaved;

use crate::{Root, git};

/// Names and texts of files that are part of the program.
pub type Files = &'static [(&'static str, &'static str)];

/// The source of a root's files.
pub enum Folder<'a> {
    BuiltIn(Files),
    Disk(&'a Path, &'a Unsaved),
    Git(git::Tree),
}

impl<'a> Folder<'a> {
    /// Opens the folder of a root.
    ///
    /// # Errors
    /// Git does not know the revision.
    pub fn open(root: &'a Root, unsaved: &'a Unsaved, built_in: Files) -> Result<Self, String> {
        match root {
            Root::BuiltIn => Ok(Folder::BuiltIn(built_in)),
            Root::Tree(path) | Root::NormalForm(path) => Ok(Folder::Disk(path, unsaved)),
            Root::Revision { folder, revision } => git::Tree::open(folder, revision).map(Folder::Git),
        }
    }

    /// The bytes of a file, if it exists.
    ///
    /// # Errors
    /// Why the file cannot be read.
    pub fn file(&mut self, place: &str) -> Result<Option<Vec<u8>>, String> {
        match self {
            Folder::BuiltIn(files) => {
                let text = files.iter().find(|(name, _)| *name == place);
                Ok(text.map(|(_, text)| text.as_bytes().to_vec()))
            }
            Folder::Disk(path, unsaved) => unsaved.bytes(&path.join(place)),
            Folder::Git(tree) => tree.read(place),
        }
    }

    /// Whether there is a file of a name.
    pub fn has(&mut self, place: &str) -> bool {
        match self {
            Folder::Disk(path, unsaved) => unsaved.has_file(&path.join(place)),
            Folder::BuiltIn(_) | Folder::Git(_) => matches!(self.file(place), Ok(Some(_))),
        }
    }
}
