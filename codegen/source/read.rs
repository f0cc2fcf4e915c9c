//! Reads files into [`Sources`], and reports files that cannot be read.

use crate::rules;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::file::{FileId, SourceFile, Sources, Span};

/// Texts of files that their editor has not saved yet. They stand for what is on disk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unsaved(Arc<BTreeMap<PathBuf, Arc<str>>>);

impl Unsaved {
    /// Texts by the absolute paths of their files.
    pub fn new(texts: BTreeMap<PathBuf, Arc<str>>) -> Self {
        Unsaved(Arc::new(texts))
    }

    fn text(&self, path: &Path) -> Option<&Arc<str>> {
        if self.0.is_empty() {
            return None;
        }
        // Without `.` in the middle.
        let path: PathBuf = std::path::absolute(path).ok()?.components().collect();
        self.0.get(&path)
    }

    /// Whether there is a file.
    pub fn has_file(&self, path: &Path) -> bool {
        self.text(path).is_some() || path.is_file()
    }

    /// The bytes of a file; `Ok(None)` if there is no such file.
    ///
    /// # Errors
    /// Why the file cannot be read.
    pub fn bytes(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        match self.text(path) {
            Some(text) => Ok(Some(text.as_bytes().to_vec())),
            None => bytes(path),
        }
    }

    /// Reads a file as [`read`] does.
    pub fn read(
        &self,
        path: &Path,
        name: &str,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<FileId>, Reported> {
        from_result(self.bytes(path), name, sources, diagnostics)
    }
}

/// A larger file cannot be operator YAML.
const MAX_BYTES: u64 = 64 << 20;

/// Reads `path` from the disk under the name `name`. Returns `Ok(None)` if there is no such file; an error has been reported.
pub fn read(
    path: &Path,
    name: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Result<Option<FileId>, Reported> {
    from_result(bytes(path), name, sources, diagnostics)
}

/// Adds a file that was read by other means, or reports why it could not be read.
pub fn from_result(
    read: Result<Option<Vec<u8>>, String>,
    name: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Result<Option<FileId>, Reported> {
    match read {
        Ok(None) => Ok(None),
        Ok(Some(bytes)) => from_bytes(bytes, name, sources, diagnostics).map(Some),
        Err(reason) => {
            let id = sources.add(SourceFile::new(name.to_owned(), String::new()));
            let message = format!("cannot read {name}: {reason}");
            diagnostics.push(Diagnostic::new(rules::UNREADABLE, Span::start_of(id), message));
            diagnostics.lose_everything();
            Err(Reported)
        }
    }
}

/// Adds the bytes of a file that was read by other means.
pub fn from_bytes(
    bytes: Vec<u8>,
    name: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Result<FileId, Reported> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(sources.add(SourceFile::new(name.to_owned(), text))),
        Err(error) if error.as_bytes().starts_with(&[0xff, 0xfe]) || error.as_bytes().starts_with(&[0xfe, 0xff]) => {
            let id = sources.add(SourceFile::new(name.to_owned(), String::new()));
            let message = format!("{name} is UTF-16 text, not UTF-8");
            diagnostics.push(Diagnostic::new(rules::NOT_UTF8, Span::start_of(id), message).help("save it as UTF-8"));
            diagnostics.lose_everything();
            Err(Reported)
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let id = sources.add(SourceFile::new(name.to_owned(), lossy));
            let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
            let message = format!("{name} is not UTF-8 text: byte {at} does not begin a character");
            diagnostics.push(Diagnostic::new(rules::NOT_UTF8, Span::new(id, at, end), message));
            diagnostics.lose_everything();
            Err(Reported)
        }
    }
}

/// The problem has been added to the diagnostics.
#[derive(Debug)]
pub struct Reported;

/// The bytes of a file; `Ok(None)` if there is no such file.
///
/// # Errors
/// Why the file cannot be read.
pub fn bytes(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let metadata = match fs::metadata(path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        other => other.map_err(|error| error.to_string())?,
    };
    if metadata.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !metadata.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    if metadata.len() > MAX_BYTES {
        return Err(format!("it has {} bytes, but operator YAML may have at most {MAX_BYTES}", metadata.len()));
    }
    fs::read(path).map(Some).map_err(|error| error.to_string())
}
