//! Temporary files in folders that may contain anything. Their names are `.opgen-PID-N.tmp`, which no user would choose.
//!
//! A run locks its temporary files until they are moved into place. So a later run knows those of killed runs: it can lock them.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

const PREFIX: &str = ".opgen-";
const SUFFIX: &str = ".tmp";

/// A temporary file. Dropping this removes it, unless it has been renamed.
pub struct Temporary {
    /// The path.
    pub path: PathBuf,
    file: File,
}

impl Temporary {
    /// A complete file in a folder, with the bytes that `from` yields.
    pub fn in_folder(folder: &Path, from: &mut impl Read) -> io::Result<Self> {
        remove_abandoned(folder);
        let mut temporary = Self::create(folder)?;
        io::copy(from, &mut temporary.file)?;
        temporary.file.flush()?;
        Ok(temporary)
    }

    /// A complete file in a folder, with the bytes that `write` writes.
    pub fn written(folder: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Self> {
        remove_abandoned(folder);
        let temporary = Self::create(folder)?;
        let mut file = BufWriter::new(&temporary.file);
        write(&mut file)?;
        file.flush()?;
        drop(file);
        Ok(temporary)
    }

    /// Creates an empty file. Its name is short enough for every file system.
    fn create(folder: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{number}{SUFFIX}", process::id()));
            let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            // Another run may have removed the file before it was locked.
            if !is_taken && path.exists() {
                return Ok(Temporary { path, file });
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After the rename, there is no such file. If an unfinished file cannot be removed, nothing more can be done.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes temporary files of killed runs from a folder, once in a run. If that fails, they only take space.
fn remove_abandoned(folder: &Path) {
    static DONE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !DONE.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_temporary(&entry.file_name().to_string_lossy()) {
            let path = entry.path();
            let locked = OpenOptions::new().write(true).open(&path).map(|file| file.try_lock().map(|()| file));
            if let Ok(Ok(_file)) = locked {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Whether a name is that of a temporary file.
pub fn is_temporary(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX)?.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_abandoned_temporary_files_are_removed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        let others = [".opgen-1.tmp", ".opgen-1-a.tmp", ".opgen-stamp", "opgen-1-1.tmp"];
        others.iter().chain(&[".opgen-1-1.tmp"]).for_each(|name| fs::write(path(name), "").expect("it is new"));
        let unfinished = Temporary::create(folder.path()).expect("it can be created");
        remove_abandoned(folder.path());
        assert!(others.iter().all(|name| path(name).exists()));
        assert!(!path(".opgen-1-1.tmp").exists());
        assert!(unfinished.path.exists());
        let name = unfinished.path.clone();
        drop(unfinished);
        assert!(!name.exists());
    }
}
