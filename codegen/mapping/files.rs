//! Which files of a folder are mapping documents, and what is expected of them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::document::Expected;
use crate::format::{self, NOT_READ, OTHER_FOLDERS, OWN_COLUMN, OWN_FOLDER, OWN_PREFIX, TARGET_COLUMN, TARGET_PREFIX};

/// A file that is read as a document.
pub(crate) struct DocumentFile {
    /// The path from the folder of all documents, with `/`.
    pub path: String,
    pub expected: Expected,
}

/// The files below a folder.
#[derive(Default)]
pub(crate) struct Found {
    pub documents: Vec<DocumentFile>,
    /// Markdown files whose names are not those of documents.
    pub unread: Vec<String>,
}

/// A folder has neither documents nor an index.
#[derive(Debug)]
pub struct NoDocuments(PathBuf);

impl fmt::Display for NoDocuments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.0.display();
        write!(f, "{folder} has no mapping documents: there is neither a folder `{OWN_FOLDER}` nor a folder `{OTHER_FOLDERS}` in it")
    }
}

impl std::error::Error for NoDocuments {}

/// All documents below a folder: those of the library itself, then those of others, each by name.
pub(crate) fn find(folder: &Path) -> Result<Found, NoDocuments> {
    let mut found = Found::default();
    let own = folder.join(OWN_FOLDER);
    let others = folder.join(OTHER_FOLDERS);
    if !own.is_dir() && !others.is_dir() {
        return Err(NoDocuments(folder.to_owned()));
    }
    found.add(folder, &own, OWN_PREFIX.to_owned(), TARGET_PREFIX, OWN_COLUMN);
    let mut names: Vec<String> = fs::read_dir(&others)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    for name in names {
        found.add(folder, &others.join(&name), format!("{name}."), "", &name);
    }
    Ok(found)
}

impl Found {
    /// Adds the documents below a folder. Their names begin with the prefix of their APIs.
    fn add(&mut self, root: &Path, folder: &Path, prefix: String, target_prefix: &'static str, column: &str) {
        let columns = [column, TARGET_COLUMN, format::REMARK_COLUMN].map(str::to_owned);
        let expected = Expected { source_prefix: prefix, target_prefix, columns };
        let files = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
        for entry in files.filter(|entry| entry.file_type().is_file()) {
            let name = entry.file_name().to_string_lossy();
            let path = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_string_lossy().replace('\\', "/");
            if !name.ends_with(".md") || NOT_READ.contains(&name.as_ref()) {
                continue;
            }
            match name.starts_with(&expected.source_prefix) {
                true => self.documents.push(DocumentFile { path, expected: expected.clone() }),
                false => self.unread.push(path),
            }
        }
    }
}
