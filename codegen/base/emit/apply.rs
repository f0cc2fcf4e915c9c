//! Makes changes: all of them, or none.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use parallel::prelude::*;

use crate::staged::Staged;
use crate::{Change, EmitError, Kind, temporary_path};

/// Makes all changes. Each new text is first written to `NAME.tmp` beside its file; when all are complete, they replace the old
/// files. A file that is to be removed is first renamed to `NAME.tmp`, so that it can be restored.
///
/// # Errors
/// If a file cannot be written. Only the first such file is reported. All old files are then unchanged, and no `.tmp` file is
/// left.
pub fn apply(changes: &[Change]) -> Result<(), EmitError> {
    apply_all(&changes.iter().collect::<Vec<_>>(), Staged::default())
}

/// The same below an output folder that the caller has locked. Folders of it that do not exist yet are written elsewhere in it, and
/// moved into place whole.
///
/// # Errors
/// As [`apply`] says.
pub fn apply_in(out: &Path, changes: &[Change]) -> Result<(), EmitError> {
    let (staged, others) = Staged::of(out, changes);
    apply_all(&others, staged)
}

fn apply_all(changes: &[&Change], staged: Staged) -> Result<(), EmitError> {
    staged.write()?;
    let write = |change: &&Change| {
        let mut pending = Pending::default();
        let written = pending.write(change);
        (pending, written)
    };
    let all: Vec<_> = changes.par_iter().with_max_len(1).map(write).collect();
    let (mut pending, mut written) = (Pending::default(), Ok(()));
    for (mut one, result) in all {
        pending.temporary.append(&mut one.temporary);
        written = written.and(result);
    }
    written?;
    pending.commit(changes)?;
    staged.commit().inspect_err(|_| changes.iter().for_each(|change| restore(change)))
}

/// Temporary files that have been written. Dropping this removes those that have not been moved into place.
#[derive(Default)]
struct Pending {
    temporary: Vec<PathBuf>,
}

impl Pending {
    fn write(&mut self, change: &Change) -> Result<(), EmitError> {
        refuse_read_only(&change.path)?;
        let (Kind::Create { text } | Kind::Replace { text, .. }) = change.kind else { return Ok(()) };
        if let Some(folder) = change.path.parent() {
            fs::create_dir_all(folder).map_err(EmitError::at("create the folder", folder))?;
        }
        let temporary = temporary_path(&change.path);
        write_new(&temporary, text.as_bytes(), &mut self.temporary).map_err(EmitError::at("write", &temporary))
    }

    fn commit(&mut self, changes: &[&Change]) -> Result<(), EmitError> {
        for (done, change) in changes.iter().enumerate() {
            let temporary = temporary_path(&change.path);
            let (from, to) = if change.removes() { (&change.path, &temporary) } else { (&temporary, &change.path) };
            if let Err(error) = fs::rename(from, to) {
                changes[..done].iter().for_each(|change| restore(change));
                let action = if change.removes() { "remove" } else { "replace" };
                return Err(EmitError::at(action, &change.path)(error));
            }
        }
        // All new files are in place. What remains are the files to remove, under their temporary names.
        self.temporary =
            changes.iter().filter(|change| change.removes()).map(|change| temporary_path(&change.path)).collect();
        Ok(())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        for path in &self.temporary {
            // If this fails, nothing more can be done. A later run removes the file.
            let _ = fs::remove_file(path);
        }
    }
}

/// Refuses to replace a read-only file. Renaming would succeed, but the user protected the file for a reason.
pub fn refuse_read_only(path: &Path) -> Result<(), EmitError> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.permissions().readonly() => {
            let error = io::Error::new(ErrorKind::PermissionDenied, "the file is read-only");
            Err(EmitError::at("replace", path)(error))
        }
        Ok(metadata) if metadata.is_dir() => {
            let error = io::Error::new(ErrorKind::IsADirectory, "it is a folder");
            Err(EmitError::at("replace", path)(error))
        }
        _ => Ok(()),
    }
}

/// Writes a new file, after removing one that a killed run left behind.
fn write_new(path: &Path, bytes: &[u8], written: &mut Vec<PathBuf>) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    written.push(path.to_owned());
    file.write_all(bytes)
}

/// Undoes a change.
fn restore(change: &Change) {
    let path = &change.path;
    let undone = match &change.kind {
        Kind::Replace { old, .. } => {
            let temporary = temporary_path(path);
            write_new(&temporary, old, &mut Vec::new()).and_then(|()| fs::rename(temporary, path))
        }
        Kind::Create { .. } => fs::remove_file(path),
        Kind::Remove => fs::rename(temporary_path(path), path),
    };
    // The failed rename is reported. A second failure on the same disk would add no information.
    let _ = undone;
}
