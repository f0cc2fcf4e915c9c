//! The folder that a run writes to. No link in it leads a write out of it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use source::path::{is_git, refusal};

use crate::EmitError;

/// A folder that may be written to, and nothing outside of it.
#[derive(Debug)]
pub struct Folder<'a> {
    path: &'a Path,
    /// The folder behind all links. `None` if it does not exist.
    real: Option<PathBuf>,
    /// The folders of files that were resolved, and their real paths. Thousands of files share a folder.
    real_parents: Mutex<BTreeMap<PathBuf, PathBuf>>,
}

impl<'a> Folder<'a> {
    /// The folder at a path, which may be a link itself.
    pub fn at(path: &'a Path) -> Self {
        Folder { path, real: fs::canonicalize(or_current(path)).ok(), real_parents: Mutex::default() }
    }

    /// The path of an output. If it is a link, this is its target.
    ///
    /// # Errors
    /// If no output may have this name, or a link leads out of the folder, to Git's own folder, or nowhere.
    pub fn output(&self, name: &str) -> Result<PathBuf, EmitError> {
        match refusal(name) {
            Some(reason) => Err(refused(&self.path.join(name), &format!("the path {reason}"))),
            None => self.file(name),
        }
    }

    /// The path of any file in the folder. If it is a link, this is its target.
    ///
    /// # Errors
    /// As for [`Self::resolve`].
    pub fn file(&self, name: &str) -> Result<PathBuf, EmitError> {
        self.resolve(self.path.join(name))
    }

    /// The path itself or, if it is a link, its target.
    ///
    /// # Errors
    /// If the path or a link leads out of the folder, to Git's own folder, or nowhere.
    pub fn resolve(&self, path: PathBuf) -> Result<PathBuf, EmitError> {
        let is_link = path.is_symlink();
        let real = if is_link { real_path(&path)? } else { self.real_path_of_file(&path)? };
        match self.refusal(&real) {
            None if is_link => Ok(real),
            None => Ok(path),
            Some(reason) => Err(self.refused_target(&path, &real, &reason)),
        }
    }

    /// The path behind all links of a file that is not a link itself, and that may not exist yet.
    fn real_path_of_file(&self, path: &Path) -> Result<PathBuf, EmitError> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return real_path(path) };
        let known = || self.real_parents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(real) = known().get(parent) {
            return Ok(real.join(name));
        }
        let real = real_path(parent)?;
        let file = real.join(name);
        known().insert(parent.to_owned(), real);
        Ok(file)
    }

    /// The reason why a path without links must not be written to.
    fn refusal(&self, real: &Path) -> Option<String> {
        match real.strip_prefix(self.real.as_ref()?) {
            Err(_) => Some(format!("which is outside of {}", or_current(self.path).display())),
            Ok(_) => real.iter().any(|part| is_git(&part.to_string_lossy())).then(|| "which belongs to Git".to_owned()),
        }
    }

    /// The error for a path that leads to such a place. It names the link that leads there.
    fn refused_target(&self, path: &Path, real: &Path, reason: &str) -> EmitError {
        let target = |path: &Path| fs::canonicalize(path).ok().filter(|target| self.refusal(target).is_some());
        let link = path.ancestors().filter(|above| above.is_symlink()).find_map(|link| Some((link, target(link)?)));
        match link {
            Some((link, target)) => refused(link, &format!("it is a link to {}, {reason}", target.display())),
            None => refused(path, &format!("it is {}, {reason}", real.display())),
        }
    }
}

/// The path behind all links of a file that may not exist yet.
///
/// # Errors
/// If a link leads nowhere, or a folder cannot be read.
pub fn real_path(path: &Path) -> Result<PathBuf, EmitError> {
    let failed = |error| EmitError::at("write", path)(error);
    match fs::symlink_metadata(or_current(path)) {
        Err(error) if error.kind() == ErrorKind::NotFound => match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) => Ok(real_path(folder)?.join(name)),
            _ => Err(failed(error)),
        },
        Err(error) => Err(failed(error)),
        Ok(_) => match (fs::canonicalize(or_current(path)), fs::read_link(path)) {
            (Err(error), Ok(target)) if error.kind() == ErrorKind::NotFound => {
                Err(refused(path, &format!("it is a link to {}, which does not exist", target.display())))
            }
            (real, _) => real.map_err(failed),
        },
    }
}

fn refused(path: &Path, reason: &str) -> EmitError {
    EmitError::at("write", path)(io::Error::new(ErrorKind::InvalidInput, reason))
}

/// Writes the empty path as `.`.
fn or_current(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}
