//! Writes outputs: only those that differ, either all of them or none, and each atomically. Also the stamp that tells a later
//! run that nothing changed, the lock, and the lists that build systems read.
//!
//! It knows paths and bytes, but neither operators nor templates.

#![deny(missing_docs)]

use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use parallel::prelude::*;
use source::files;

mod apply;
pub mod cmake_list;
pub mod depfile;
mod folder;
pub mod foreign;
pub mod leftovers;
pub mod lock;
pub mod single_file;
mod staged;
pub mod stamp;
mod temporary;
mod temporary_folder;

pub use apply::{apply, apply_in};
pub use folder::{Folder, real_path};
pub use temporary::is_temporary;
pub use temporary_folder::TemporaryFolder;

/// The desired contents of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFile {
    /// The path below the output folder, with `/`.
    pub path: String,
    /// The contents.
    pub text: String,
    /// A group of outputs. Files that earlier runs wrote for the same group are removed if they are no longer outputs.
    pub group: Option<String>,
}

impl OutputFile {
    /// An output that belongs to no group.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        OutputFile { path: path.into(), text: text.into(), group: None }
    }
}

/// A file that could not be read, written or replaced.
#[derive(Debug)]
pub struct EmitError {
    /// What failed, as a verb: "read".
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// The cause.
    pub error: io::Error,
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.action, self.path.display(), self.error)
    }
}

/// The text includes the cause, so `source` is not implemented.
impl std::error::Error for EmitError {}

impl EmitError {
    /// A function for `map_err` that adds the action and the path.
    pub fn at(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| EmitError { action, path, error }
    }
}

/// An output that differs from the file on disk, or a file that is to be removed.
#[derive(Debug)]
pub struct Change<'a> {
    /// The path below the output folder.
    name: &'a str,
    /// The file to replace. If the output's path is a symbolic link, this is its target.
    path: PathBuf,
    kind: Kind<'a>,
}

#[derive(Debug)]
enum Kind<'a> {
    Create { text: &'a str },
    Replace { text: &'a str, old: Vec<u8> },
    Remove,
}

impl Change<'_> {
    /// The path below the output folder.
    pub fn name(&self) -> &str {
        self.name
    }

    /// The word in reports: `new`, `changed` or `stale`.
    pub fn verb(&self) -> &'static str {
        match self.kind {
            Kind::Create { .. } => "new",
            Kind::Replace { .. } => "changed",
            Kind::Remove => "stale",
        }
    }

    /// Whether the file is to be removed.
    pub fn removes(&self) -> bool {
        matches!(self.kind, Kind::Remove)
    }
}

/// Changes that remove files below `out`. Of a link, the link itself is removed.
///
/// # Errors
/// If a link leads to a file outside of the folder.
pub fn removals<'a>(out: &Path, names: &'a [String]) -> Result<Vec<Change<'a>>, EmitError> {
    let folder = Folder::at(out);
    let removal = |name: &'a String| {
        folder.output(name)?;
        Ok(Change { name, path: out.join(name), kind: Kind::Remove })
    };
    names.iter().map(removal).collect()
}

/// Compares outputs with the files below `out`. Returns those that differ, in order.
///
/// # Errors
/// If a file exists but cannot be read, or a link leads out of the folder.
pub fn changes<'a>(out: &Path, rendered: &'a [OutputFile]) -> Result<Vec<Change<'a>>, EmitError> {
    let folder = Folder::at(out);
    let compare = |output| compare(&folder, output);
    let compared: Result<Vec<_>, _> = rendered.par_iter().with_max_len(1).map(compare).collect();
    Ok(compared?.into_iter().flatten().collect())
}

fn compare<'a>(folder: &Folder, output: &'a OutputFile) -> Result<Option<Change<'a>>, EmitError> {
    let path = folder.output(&output.path)?;
    compare_at(path, output)
}

/// Compares an output with the file at a path, which is not a link.
fn compare_at(path: PathBuf, output: &OutputFile) -> Result<Option<Change<'_>>, EmitError> {
    let text = output.text.as_str();
    let kind = match holds(&path, text.as_bytes()) {
        Ok(true) => return Ok(None),
        Ok(false) => Kind::Replace { text, old: files::read(&path).map_err(EmitError::at("read", &path))? },
        Err(error) if error.kind() == ErrorKind::NotFound => Kind::Create { text },
        Err(error) => return Err(EmitError::at("read", &path)(error)),
    };
    Ok(Some(Change { name: &output.path, path, kind }))
}

/// Whether a file has exactly these bytes. Most files do, so the file is compared piece by piece instead of read into memory.
fn holds(path: &Path, mut expected: &[u8]) -> io::Result<bool> {
    let mut file = files::open(path)?;
    if file.limit() != expected.len() as u64 {
        return Ok(false);
    }
    let mut buffer = vec![0; BUFFER];
    loop {
        let count = match file.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        match expected.strip_prefix(&buffer[..count]) {
            Some(rest) if count > 0 => expected = rest,
            Some(rest) => return Ok(rest.is_empty()),
            None => return Ok(false),
        }
    }
}

/// The number of bytes compared at a time.
const BUFFER: usize = 64 * 1024;

const TEMPORARY: &str = ".tmp";

/// The temporary path to which a new file is written before it replaces the old one.
pub fn temporary_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    PathBuf::from(name)
}

/// A file name without the `.tmp` of temporary files, and whether it had one.
pub fn without_temporary(name: &str) -> (&str, bool) {
    name.strip_suffix(TEMPORARY).map_or((name, false), |name| (name, true))
}

/// Removes leftover temporary files and folders.
///
/// # Errors
/// If one of them cannot be removed.
pub fn remove_temporary(paths: &[PathBuf]) -> Result<(), EmitError> {
    paths.iter().try_for_each(|path| staged::remove(path).map_err(EmitError::at("remove", path)))
}
