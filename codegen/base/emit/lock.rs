//! A lock that lets only one run at a time write to an output folder.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use source::files;

use crate::{EmitError, Folder};

/// The file that is locked. It is always empty, and never removed, because another run could be waiting for it.
pub const NAME: &str = ".opgen-lock";

/// Permission to write to a folder. The system releases the lock when the process ends, even if it is killed.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Waits until no other run writes to `out`. `say` prints that it has to wait. `None` if the file system does not support
/// locks.
///
/// # Errors
/// If the folder cannot be created or written to, or the lock is a link out of it.
pub fn take(out: &Path, say: &dyn Fn(&str)) -> Result<Option<Lock>, EmitError> {
    fs::create_dir_all(out).map_err(EmitError::at("create the folder", out))?;
    let path = Folder::at(out).file(NAME)?;
    if let Ok(metadata) = path.metadata() {
        files::refuse_special(&metadata).map_err(EmitError::at("write", &path))?;
    }
    let open = File::options().write(true).create(true).truncate(false).open(&path);
    let file = open.map_err(EmitError::at("write", &path))?;
    let locked = match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            say(&format!("waiting for another run that is writing to {}\n", out.display()));
            wait(&file)
        }
        Err(TryLockError::Error(error)) => Err(error),
    };
    match locked {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(error) => {
            let path = path.display();
            say(&format!(
                "warning: cannot lock {path} ({error}); do not start another run here until this one is done\n"
            ));
            Ok(None)
        }
    }
}

fn wait(file: &File) -> io::Result<()> {
    loop {
        match file.lock() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
