//! Reads files into [`Sources`], and reports files that cannot be read.

use crate::rules;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::file::{FileId, SourceFile, Sources, Span};
use super::files;

/// Texts of files that are open in an editor and not saved yet. They take the place of what is on disk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unsaved(Arc<BTreeMap<PathBuf, Arc<str>>>);

impl Unsaved {
    /// Takes the texts by the absolute paths of their files.
    pub fn new(texts: BTreeMap<PathBuf, Arc<str>>) -> Self {
        Unsaved(Arc::new(texts))
    }

    /// The same texts and others, which win.
    pub fn with(&self, texts: impl IntoIterator<Item = (PathBuf, Arc<str>)>) -> Self {
        let texts = texts.into_iter().filter_map(|(path, text)| Some((Unsaved::key(&path)?, text)));
        Unsaved::new(self.0.iter().map(|(path, text)| (path.clone(), Arc::clone(text))).chain(texts).collect())
    }

    /// The path under which a text is kept.
    fn key(path: &Path) -> Option<PathBuf> {
        // `components` drops `.` in the middle of a path.
        Some(std::path::absolute(path).ok()?.components().collect())
    }

    fn text(&self, path: &Path) -> Option<&Arc<str>> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&Unsaved::key(path)?)
    }

    /// True if the path is a file, on disk or in an editor.
    pub fn has_file(&self, path: &Path) -> bool {
        self.text(path).is_some() || path.is_file()
    }

    /// The bytes of a file. `Ok(None)` if it does not exist.
    ///
    /// # Errors
    /// The reason, if the file exists but cannot be read.
    pub fn bytes(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        match self.text(path) {
            Some(text) => Ok(Some(text.as_bytes().to_vec())),
            None => bytes(path),
        }
    }

    /// Reads a file like [`read`], except that an unsaved text comes first.
    ///
    /// # Errors
    /// [`Reported`] if the file cannot be read or is not UTF-8; the diagnostics say why.
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

/// Larger files are refused: they cannot be operator YAML.
const MAX_BYTES: u64 = 64 << 20;

/// Reads the text of a file from a stream, such as standard input.
///
/// # Errors
/// The reason, if the stream cannot be read, is too long, or is not UTF-8.
pub fn text_from(stream: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    stream.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("it has more than {MAX_BYTES} bytes, the most that operator YAML may have"));
    }
    String::from_utf8(bytes).map_err(|error| format!("byte {} is not UTF-8", error.utf8_error().valid_up_to()))
}

/// Reads `path` from disk; messages call it `name`. `Ok(None)` if it does not exist.
///
/// # Errors
/// [`Reported`] if the file cannot be read or is not UTF-8; the diagnostics say why.
pub fn read(
    path: &Path,
    name: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Result<Option<FileId>, Reported> {
    from_result(bytes(path), name, sources, diagnostics)
}

/// Adds a file that was read by other means, or reports why it could not be read. `Ok(None)` if it does not exist.
///
/// # Errors
/// [`Reported`] if `read` is an error or the bytes are not UTF-8; the diagnostics say why.
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
            diagnostics.note_all_lost();
            Err(Reported)
        }
    }
}

/// Adds a file whose bytes were read by other means.
///
/// # Errors
/// [`Reported`] if the bytes are not UTF-8; the diagnostics say why.
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
            diagnostics.note_all_lost();
            Err(Reported)
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let id = sources.add(SourceFile::new(name.to_owned(), lossy));
            let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
            let message = format!("{name} is not UTF-8 text: byte {at} does not begin a character");
            diagnostics.push(Diagnostic::new(rules::NOT_UTF8, Span::new(id, at, end), message));
            diagnostics.note_all_lost();
            Err(Reported)
        }
    }
}

/// An error about which the diagnostics say more.
#[derive(Debug)]
pub struct Reported;

/// The bytes of a file on disk. `Ok(None)` if it does not exist.
///
/// # Errors
/// The reason, if the path exists but is not a regular file, is too large, or cannot be read.
pub fn bytes(path: &Path) -> Result<Option<Vec<u8>>, String> {
    match files::read_at_most(MAX_BYTES, path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        read => read.map(Some).map_err(|error| error.to_string()),
    }
}
