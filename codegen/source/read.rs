//! Reading files into [`Sources`], with errors that say what to do.

use crate::rules;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::file::{FileId, SourceFile, Sources, Span};

/// Larger files are no operator YAML.
const MAX_BYTES: u64 = 64 << 20;

/// Reads `path` under the name `name`. `Ok(None)`: there is no such file. `Err`: reported.
pub fn read(
    path: &Path,
    name: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Result<Option<FileId>, Reported> {
    from_result(bytes(path), name, sources, diagnostics)
}

/// Takes what came of reading a file by other means.
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

/// Takes the bytes of a file that was read by other means.
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
            let message = format!("{name} is not UTF-8 text, but UTF-16");
            diagnostics.push(Diagnostic::new(rules::NOT_UTF8, Span::start_of(id), message).help("save it as UTF-8"));
            diagnostics.lose_everything();
            Err(Reported)
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let id = sources.add(SourceFile::new(name.to_owned(), lossy));
            let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
            let message = format!("{name} is not UTF-8 text: byte {at} begins no character");
            diagnostics.push(Diagnostic::new(rules::NOT_UTF8, Span::new(id, at, end), message));
            diagnostics.lose_everything();
            Err(Reported)
        }
    }
}

/// The problem has been put into the diagnostics.
#[derive(Debug)]
pub struct Reported;

/// The bytes of a file. `Ok(None)`: there is no such file.
///
/// # Errors
/// Why it cannot be read.
pub fn bytes(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let metadata = match fs::metadata(path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        other => other.map_err(|error| error.to_string())?,
    };
    if metadata.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !metadata.is_file() {
        return Err("it is no regular file".to_owned());
    }
    if metadata.len() > MAX_BYTES {
        return Err(format!("it has {} bytes, more than the {MAX_BYTES} that operator YAML may have", metadata.len()));
    }
    fs::read(path).map(Some).map_err(|error| error.to_string())
}
