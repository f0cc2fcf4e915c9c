//! A folder that exists as long as its value.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process;

/// A new folder in the system's folder for temporary files, which only this user can read.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes one.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new() -> io::Result<Self> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        for number in 0.. {
            let path = std::env::temp_dir().join(format!("opgen-{}-{number}", process::id()));
            match builder.create(&path) {
                Ok(()) => return Ok(TemporaryFolder(path)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 1000 => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Writes a file below the folder, and the folders that it is in.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let file = self.0.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&self.0))?;
        fs::write(file, bytes)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // The system removes what cannot be removed now.
        let _ = fs::remove_dir_all(&self.0);
    }
}
