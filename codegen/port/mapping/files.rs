//! The files of a folder with mapping documents, and the role of each file.

use std::fmt;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use source::path::with_slashes;
use source::read;
use walkdir::WalkDir;

use crate::document::Expected;
use crate::format::{
    ALIASES, INDEX, NOT_READ, OTHER_LIBRARIES_FOLDER, PYTORCH_COLUMN, PYTORCH_FOLDER, PYTORCH_PREFIX, REMARK_COLUMN,
    TARGET_COLUMN, TARGET_PREFIX,
};

/// The role of a file.
pub(crate) enum FileRole {
    Document(Expected),
    /// A Markdown file among the documents whose name does not begin with the prefix of the mapped library.
    Unread,
    Index,
    Aliases,
}

/// A path relative to the folder, with `/`, and the bytes of the file, or the reason why it cannot be read.
type ReadFile = (String, Result<Option<Vec<u8>>, String>);

/// The files of a folder with mapping documents.
#[derive(Debug)]
pub struct Files(pub(crate) Vec<ReadFile>);

/// A folder has no mapping documents.
#[derive(Debug)]
pub struct NoDocuments(PathBuf);

impl fmt::Display for NoDocuments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.0.display();
        write!(
            f,
            "{folder} has no mapping documents: there is neither a folder `{PYTORCH_FOLDER}` nor a folder `{OTHER_LIBRARIES_FOLDER}` in it"
        )
    }
}

impl std::error::Error for NoDocuments {}

impl Files {
    /// Reads a folder, on all cores.
    ///
    /// # Errors
    /// The folder has no mapping documents.
    pub fn read(folder: &Path) -> Result<Files, NoDocuments> {
        let folders = [PYTORCH_FOLDER, OTHER_LIBRARIES_FOLDER].map(|name| folder.join(name));
        if !folders.iter().any(|folder| folder.is_dir()) {
            return Err(NoDocuments(folder.to_owned()));
        }
        let entries = folders.iter().flat_map(|below| WalkDir::new(below).sort_by_file_name()).flatten();
        let relative = |path: &Path| with_slashes(path.strip_prefix(folder).unwrap_or(path));
        let below = entries.filter(|entry| !entry.file_type().is_dir()).map(|entry| relative(entry.path()));
        let beside = [INDEX, ALIASES].map(str::to_owned).into_iter().filter(|name| folder.join(name).exists());
        let paths: Vec<String> = below.chain(beside).filter(|path| role(path).is_some()).collect();
        let read = |path: String| (path.clone(), read::bytes(&folder.join(path)));
        Ok(Files(paths.into_par_iter().with_min_len(16).map(read).collect()))
    }

    /// Files with given paths and texts, for callers that have read them already.
    pub fn of(texts: impl IntoIterator<Item = (String, String)>) -> Files {
        Files(texts.into_iter().map(|(path, text)| (path, Ok(Some(text.into_bytes())))).collect())
    }
}

/// The role of the file at a path. `None` for files that are ignored.
pub(crate) fn role(path: &str) -> Option<FileRole> {
    match path {
        INDEX => return Some(FileRole::Index),
        ALIASES => return Some(FileRole::Aliases),
        _ => {}
    }
    let (folder, below) = path.split_once('/')?;
    let name = below.rsplit('/').next().unwrap_or(below);
    let is_markdown = Path::new(name).extension().is_some_and(|extension| extension == "md");
    if !is_markdown || NOT_READ.contains(&name) {
        return None;
    }
    let (prefix, target_prefix, column) = match folder {
        PYTORCH_FOLDER => (PYTORCH_PREFIX.to_owned(), TARGET_PREFIX, PYTORCH_COLUMN),
        OTHER_LIBRARIES_FOLDER => {
            let (library, _) = below.split_once('/')?;
            (format!("{library}."), "", library)
        }
        _ => return None,
    };
    if !name.starts_with(&prefix) {
        return Some(FileRole::Unread);
    }
    let columns = [column, TARGET_COLUMN, REMARK_COLUMN].map(str::to_owned);
    Some(FileRole::Document(Expected { source_prefix: prefix, target_prefix, columns }))
}
