//! One run at a time writes to an output folder.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::EmitError;

/// The file that is locked. It stays, and stays empty: whoever removed it could remove one that another run waits for.
pub const NAME: &str = ".opgen-lock";

/// The right to write to a folder. The system takes it back when the process ends, however it does.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Waits until no other run writes to `out`, and says so where that takes time. `None`: the file system has no locks.
///
/// # Errors
/// A folder that cannot be made or written to.
pub fn take(out: &Path, say: &dyn Fn(&str)) -> Result<Option<Lock>, EmitError> {
    fs::create_dir_all(out).map_err(EmitError::at("create the folder", out))?;
    let path = out.join(NAME);
    let open = File::options().write(true).create(true).truncate(false).open(&path);
    let file = open.map_err(EmitError::at("write", &path))?;
    let locked = match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            say(&format!("waiting for another run that writes to {}\n", out.display()));
            wait(&file)
        }
        Err(TryLockError::Error(error)) => Err(error),
    };
    match locked {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(error) => {
            let path = path.display();
            say(&format!("warning: cannot lock {path} ({error}), so nothing must write here at the same time\n"));
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
