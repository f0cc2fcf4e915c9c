//! Writes a single file to a path that the user chose.
//!
//! Unlike the outputs of a run, the file keeps its mode. Its folder may contain anything, so the temporary file has a name that
//! no user would choose.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{EmitError, behind_link, holds, refuse_read_only};

/// Writes a file atomically, unless it already has these bytes. An old file keeps its mode; of a symbolic link, the target is
/// replaced. Missing folders are created.
///
/// # Errors
/// If the path is a folder, a device, a pipe or a read-only file, or cannot be written. An old file is then unchanged.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), EmitError> {
    let path = &behind_link(path.to_owned());
    let refuse = |error| EmitError::at("write", path)(error);
    let old = match fs::metadata(path) {
        Ok(old) => Some(old),
        Err(_) if path.is_symlink() => return Err(refuse(invalid("it is a link to a file that does not exist"))),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(refuse(error)),
    };
    if let Some(kind) = old.as_ref().and_then(other_than_file) {
        return Err(refuse(invalid(&format!("it is a {kind}"))));
    }
    if old.is_some() {
        if holds(path, bytes).map_err(EmitError::at("read", path))? {
            return Ok(());
        }
        refuse_read_only(path)?;
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(EmitError::at("create the folder", folder))?;
    let temporary = Temporary::in_folder(folder, bytes).map_err(refuse)?;
    if let Some(old) = &old {
        fs::set_permissions(&temporary.path, old.permissions()).map_err(refuse)?;
    }
    fs::rename(&temporary.path, path).map_err(EmitError::at("replace", path))
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// What a path is, if it is not a regular file.
fn other_than_file(metadata: &Metadata) -> Option<&'static str> {
    match metadata.file_type() {
        kind if kind.is_file() => None,
        kind if kind.is_dir() => Some("folder"),
        kind => Some(special_kind(kind)),
    }
}

#[cfg(unix)]
fn special_kind(kind: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "pipe"
    } else if kind.is_socket() {
        "socket"
    } else {
        "device"
    }
}

#[cfg(not(unix))]
fn special_kind(_: fs::FileType) -> &'static str {
    "device"
}

/// A complete temporary file. Dropping this removes it, unless it has been renamed.
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    fn in_folder(folder: &Path, bytes: &[u8]) -> io::Result<Self> {
        let (temporary, mut file) = Self::create(folder)?;
        file.write_all(bytes)?;
        Ok(temporary)
    }

    /// Creates an empty file. Its name is short enough for every file system.
    fn create(folder: &Path) -> io::Result<(Self, File)> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".opgen-{}-{number}.tmp", process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((Temporary { path }, file)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder exists");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn refusal(path: &Path) -> String {
        write_file(path, b"new").expect_err("it is refused").error.to_string()
    }

    #[test]
    fn a_file_keeps_its_mode_and_a_link_stays_a_link() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (file, link) = (folder.path().join("script"), folder.path().join("link"));
        fs::write(&file, "old").expect("it is new");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o750)).expect("it is ours");
        symlink("script", &link).expect("it is new");
        write_file(&link, b"new").expect("it can be written");
        assert_eq!(fs::read(&file).expect("it exists"), b"new");
        assert_eq!(fs::metadata(&file).expect("it exists").permissions().mode() & 0o777, 0o750);
        assert_eq!(fs::read_link(&link).expect("it is a link"), Path::new("script"));
        assert_eq!(names(folder.path()), ["link", "script"]);
    }

    #[test]
    fn missing_folders_are_made() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a/b/file.tmp");
        write_file(&file, b"text").expect("it can be written");
        assert_eq!(fs::read(&file).expect("it exists"), b"text");
    }

    #[test]
    fn whatever_is_not_a_file_is_refused_and_nothing_is_left() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        let _socket = UnixListener::bind(path("socket")).expect("it is new");
        symlink("nowhere", path("dangling")).expect("it is new");
        fs::create_dir(path("folder")).expect("it is new");
        assert_eq!(refusal(&path("socket")), "it is a socket");
        assert_eq!(refusal(&path("dangling")), "it is a link to a file that does not exist");
        assert_eq!(refusal(&path("folder")), "it is a folder");
        assert_eq!(refusal(Path::new("/dev/null")), "it is a device");
        assert_eq!(names(folder.path()), ["dangling", "folder", "socket"]);
    }

    #[test]
    fn a_read_only_file_is_refused_unless_it_has_the_bytes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("file");
        fs::write(&file, "old").expect("it is new");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("it is ours");
        assert_eq!(refusal(&file), "the file is read-only");
        write_file(&file, b"old").expect("nothing is written");
    }
}
