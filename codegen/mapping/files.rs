//! The files of a folder with mapping documents, and what each of them is.

use std::fmt;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use source::path::with_slashes;
use source::read;
use walkdir::WalkDir;

use crate::document::Expected;
use crate::format::{
    ALIASES, INDEX, NOT_READ, OTHER_FOLDERS, OWN_COLUMN, OWN_FOLDER, OWN_PREFIX, REMARK_COLUMN, TARGET_COLUMN,
    TARGET_PREFIX,
};

/// What a file is to the mapping.
pub(crate) enum Role {
    Document(Expected),
    /// A Markdown file among the documents whose name is not that of a document.
    Unread,
    Index,
    Aliases,
}

/// A file: its path from the folder, with `/`, and its bytes, or why they cannot be read.
type Read = (String, Result<Option<Vec<u8>>, String>);

/// The files of a folder with mapping documents.
#[derive(Debug)]
pub struct Files(pub(crate) Vec<Read>);

/// A folder has no documents.
#[derive(Debug)]
pub struct NoDocuments(PathBuf);

impl fmt::Display for NoDocuments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.0.display();
        write!(
            f,
            "{folder} has no mapping documents: there is neither a folder `{OWN_FOLDER}` nor a folder `{OTHER_FOLDERS}` in it"
        )
    }
}

impl std::error::Error for NoDocuments {}

impl Files {
    /// Reads a folder, on all cores.
    ///
    /// # Errors
    /// It has no folder of documents.
    pub fn read(folder: &Path) -> Result<Files, NoDocuments> {
        let folders = [OWN_FOLDER, OTHER_FOLDERS].map(|name| folder.join(name));
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

    /// Files with these paths and texts.
    pub fn of(texts: impl IntoIterator<Item = (String, String)>) -> Files {
        Files(texts.into_iter().map(|(path, text)| (path, Ok(Some(text.into_bytes())))).collect())
    }
}

/// What the file at a path is, if anything.
pub(crate) fn role(path: &str) -> Option<Role> {
    match path {
        INDEX => return Some(Role::Index),
        ALIASES => return Some(Role::Aliases),
        _ => {}
    }
    let (folder, below) = path.split_once('/')?;
    let name = below.rsplit('/').next().unwrap_or(below);
    if !name.ends_with(".md") || NOT_READ.contains(&name) {
        return None;
    }
    let (prefix, target_prefix, column) = match folder {
        OWN_FOLDER => (OWN_PREFIX.to_owned(), TARGET_PREFIX, OWN_COLUMN),
        OTHER_FOLDERS => {
            let (library, _) = below.split_once('/')?;
            (format!("{library}."), "", library)
        }
        _ => return None,
    };
    if !name.starts_with(&prefix) {
        return Some(Role::Unread);
    }
    let columns = [column, TARGET_COLUMN, REMARK_COLUMN].map(str::to_owned);
    Some(Role::Document(Expected { source_prefix: prefix, target_prefix, columns }))
}
