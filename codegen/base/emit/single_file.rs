//! Writes single files: each to a path that the user chose, or in the place of a file that was read.
//!
//! Unlike the outputs of a run, a file keeps its mode. Its folder may contain anything.

use std::fs::{self, Metadata, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use source::files;

use super::apply::refuse_read_only;
use super::{EmitError, Folder, holds};
use crate::temporary::Temporary;

/// Writes a file atomically, unless it already has these bytes. An old file keeps its mode; of a symbolic link, the target is
/// replaced. Missing folders are created.
///
/// # Errors
/// If the path is not in the folder `within`, is a folder, a device, a pipe or a read-only file, or cannot be written. An old
/// file is then unchanged.
pub fn write_file(within: &Folder, path: &Path, bytes: &[u8]) -> Result<(), EmitError> {
    let path = within.resolve(path.to_owned())?;
    let old = replaceable(&path)?;
    if old.is_some() && holds(&path, bytes).map_err(EmitError::at("read", &path))? {
        return Ok(());
    }
    replace(&path, &mut &*bytes, old.map(|old| old.permissions()))
}

/// Copies a file atomically, like [`write_file`].
///
/// # Errors
/// As for [`write_file`], and if the file to copy cannot be read.
pub fn copy_file(within: &Folder, from: &Path, to: &Path) -> Result<(), EmitError> {
    let to = within.resolve(to.to_owned())?;
    let old = replaceable(&to)?;
    let mut file = files::open(from).map_err(EmitError::at("read", from))?;
    replace(&to, &mut file, old.map(|old| old.permissions()))
}

/// Writes a file atomically, like [`write_file`], with the bytes that `write` writes one after the other.
///
/// # Errors
/// As for [`write_file`], and if `write` fails.
pub fn write_streamed(
    within: &Folder,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), EmitError> {
    let path = within.resolve(path.to_owned())?;
    let old = replaceable(&path)?;
    replace_with(&path, old.map(|old| old.permissions()), |folder| Temporary::written(folder, write))
}

/// Copies the mode of a file, so that scripts stay executable. The owner can always write, so that another run can replace the
/// copy.
///
/// # Errors
/// If the mode cannot be set.
#[cfg(unix)]
pub fn copy_mode(from: &Path, to: &Path) -> Result<(), EmitError> {
    use std::os::unix::fs::PermissionsExt;

    let Ok(metadata) = fs::metadata(from) else { return Ok(()) };
    let mode = metadata.permissions().mode() & 0o777 | 0o200;
    let set = || match fs::metadata(to)?.permissions().mode() & 0o777 == mode {
        true => Ok(()),
        false => fs::set_permissions(to, Permissions::from_mode(mode)),
    };
    set().map_err(EmitError::at("set the mode of", to))
}

/// Other systems have no modes.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn copy_mode(_: &Path, _: &Path) -> Result<(), EmitError> {
    Ok(())
}

/// The file at a path, if there is one. Fails if it must not be replaced.
fn replaceable(path: &Path) -> Result<Option<Metadata>, EmitError> {
    let refuse = |error| EmitError::at("write", path)(error);
    match fs::metadata(path) {
        Ok(old) => files::refuse_special(&old).map_err(refuse).map(|()| Some(old)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(refuse(error)),
    }
}

/// Replaces a file, which is not a link, by one with other contents.
fn replace(path: &Path, from: &mut impl Read, mode: Option<Permissions>) -> Result<(), EmitError> {
    replace_with(path, mode, |folder| Temporary::in_folder(folder, from))
}

/// Replaces a file, which is not a link, by a temporary one that `make` makes in its folder.
fn replace_with(
    path: &Path,
    mode: Option<Permissions>,
    make: impl FnOnce(&Path) -> io::Result<Temporary>,
) -> Result<(), EmitError> {
    let refuse = |error: io::Error| EmitError::at("write", path)(error);
    refuse_read_only(path)?;
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(EmitError::at("create the folder", folder))?;
    let temporary = make(folder).map_err(refuse)?;
    if let Some(mode) = mode {
        fs::set_permissions(&temporary.path, mode).map_err(refuse)?;
    }
    fs::rename(&temporary.path, path).map_err(EmitError::at("replace", path))
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    fn write(path: &Path, bytes: &[u8]) -> Result<(), EmitError> {
        write_file(&Folder::at(folder_of(path)), path, bytes)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder exists");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn refusal(path: &Path) -> String {
        write(path, b"new").expect_err("it is refused").error.to_string()
    }

    #[test]
    fn a_file_keeps_its_mode_and_a_link_stays_a_link() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (file, link) = (folder.path().join("script"), folder.path().join("link"));
        fs::write(&file, "old").expect("it is new");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o750)).expect("it is ours");
        symlink("script", &link).expect("it is new");
        write(&link, b"new").expect("it can be written");
        assert_eq!(fs::read(&file).expect("it exists"), b"new");
        assert_eq!(fs::metadata(&file).expect("it exists").permissions().mode() & 0o777, 0o750);
        assert_eq!(fs::read_link(&link).expect("it is a link"), Path::new("script"));
        assert_eq!(names(folder.path()), ["link", "script"]);
    }

    #[test]
    fn a_link_out_of_the_folder_is_not_followed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("in/.git")).expect("it is new");
        ["outside", "in/.git/config"].iter().for_each(|name| fs::write(path(name), "old").expect("it is new"));
        let links = [("../outside", "in/file"), ("..", "in/up"), (".git/config", "in/own"), (".git", "in/repository")];
        links.iter().for_each(|(target, link)| symlink(target, path(link)).expect("it is new"));
        let outside = fs::canonicalize(path("outside")).expect("it exists");
        let reason = format!("it is a link to {}, which is outside of {}", outside.display(), path("in").display());
        assert_eq!(refusal(&path("in/file")), reason);
        for (name, reason) in [
            ("in/up/outside", "which is outside of"),
            ("in/up/new/file", "which is outside of"),
            ("in/own", "which belongs to Git"),
            ("in/repository/hooks/x", "which belongs to Git"),
        ] {
            let within = path("in");
            let error = write_file(&Folder::at(&within), &path(name), b"new").expect_err("it is refused");
            assert!(error.to_string().contains(reason), "{name}: {error}");
        }
        assert_eq!(fs::read(path("outside")).expect("it exists"), b"old");
        assert_eq!(fs::read(path("in/.git/config")).expect("it exists"), b"old");
    }

    #[test]
    fn missing_folders_are_made() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a/b/file.tmp");
        write(&file, b"text").expect("it can be written");
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
        assert_eq!(refusal(&path("dangling")), "it is a link to nowhere, which does not exist");
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
        write(&file, b"old").expect("nothing is written");
    }
}
