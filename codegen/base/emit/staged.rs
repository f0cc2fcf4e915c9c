//! Folders that do not exist before a run: their files are written in another place of the output folder, and each folder is then moved
//! whole. That takes a third of the time of moving each file.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use parallel::prelude::*;

use crate::{Change, EmitError, Kind};

/// The folder below an output folder where new folders are written.
pub const NAME: &str = ".opgen-new";

/// The files of new folders. Dropping this removes what has not been moved into place.
#[derive(Debug, Default)]
pub struct Staged<'a> {
    /// The output folder.
    out: PathBuf,
    /// The names of the new folders.
    names: BTreeSet<&'a str>,
    /// The paths below the output folder, and the texts.
    files: Vec<(&'a str, &'a str)>,
}

impl<'a> Staged<'a> {
    /// The files of new folders, and the other changes.
    pub fn of<'c>(out: &Path, changes: &'c [Change<'a>]) -> (Staged<'a>, Vec<&'c Change<'a>>) {
        let first = |name: &'a str| name.split_once('/').map(|(first, _)| first);
        let firsts: BTreeSet<&str> = changes.iter().filter_map(|change| first(change.name)).collect();
        let is_missing = |name: &&str| {
            let metadata = fs::symlink_metadata(out.join(name));
            matches!(metadata, Err(error) if error.kind() == ErrorKind::NotFound)
        };
        let names: BTreeSet<&str> = firsts.into_iter().filter(is_missing).collect();
        let (mut files, mut others) = (Vec::new(), Vec::new());
        for change in changes {
            match (&change.kind, first(change.name).is_some_and(|first| names.contains(first))) {
                (Kind::Create { text }, true) => files.push((change.name, *text)),
                _ => others.push(change),
            }
        }
        (Staged { out: out.to_owned(), names, files }, others)
    }

    fn folder(&self) -> PathBuf {
        self.out.join(NAME)
    }

    /// Writes the files.
    ///
    /// # Errors
    /// If that is not possible. Only the first file or folder is reported.
    pub fn write(&self) -> Result<(), EmitError> {
        if self.names.is_empty() {
            return Ok(());
        }
        let folder = self.folder();
        remove(&folder).map_err(EmitError::at("remove", &folder))?;
        let parents: BTreeSet<&str> =
            self.files.iter().filter_map(|(name, _)| name.rsplit_once('/')).map(|(parent, _)| parent).collect();
        for parent in parents {
            let path = folder.join(parent);
            fs::create_dir_all(&path).map_err(EmitError::at("create the folder", &path))?;
        }
        let write = |(name, text): &(&str, &str)| {
            let path = folder.join(name);
            let open = OpenOptions::new().write(true).create_new(true).open(&path);
            open.and_then(|mut file| file.write_all(text.as_bytes())).map_err(EmitError::at("write", &path))
        };
        self.files.par_iter().try_for_each(write)
    }

    /// Moves the folders into place.
    ///
    /// # Errors
    /// If a folder cannot be moved. Then none is in place.
    pub fn commit(&self) -> Result<(), EmitError> {
        for (done, name) in self.names.iter().enumerate() {
            let to = self.out.join(name);
            if let Err(error) = fs::rename(self.folder().join(name), &to) {
                for name in self.names.iter().take(done) {
                    // The failed rename is reported. A second failure on the same disk would add no information.
                    let _ = fs::remove_dir_all(self.out.join(name));
                }
                return Err(EmitError::at("create the folder", &to)(error));
            }
        }
        Ok(())
    }
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        if !self.names.is_empty() {
            // If this fails, nothing more can be done. A later run removes the folder.
            let _ = remove(&self.folder());
        }
    }
}

/// Removes a file, a link, or a folder with everything in it, if it exists. Links are not followed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OutputFile, apply_in, changes};

    fn written(out: &Path, files: &[OutputFile]) -> Result<(), EmitError> {
        apply_in(out, &changes(out, files)?)
    }

    #[test]
    fn new_folders_are_complete_and_nothing_is_left() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path();
        fs::create_dir(out.join("old")).expect("it is new");
        fs::create_dir(out.join(NAME)).expect("it is new");
        fs::write(out.join(NAME).join("left"), "by a killed run").expect("it is new");
        let names = ["top.h", "old/a.h", "new/a.h", "new/deep/b.h", "other/c.h"];
        let files = names.map(|name| OutputFile::new(name, name));
        written(out, &files).expect("they can be written");
        assert!(names.iter().all(|name| fs::read(out.join(name)).is_ok_and(|text| text == name.as_bytes())));
        assert!(!out.join(NAME).exists());
    }

    #[cfg(unix)]
    #[test]
    fn if_one_file_cannot_be_written_no_folder_is_new() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path();
        fs::create_dir_all(out.join("old/a.h")).expect("it is new");
        let files = ["new/a.h", "old/a.h"].map(|name| OutputFile::new(name, name));
        assert!(written(out, &files).is_err());
        assert!(!out.join("new").exists() && !out.join(NAME).exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_new_folders_is_removed_and_not_followed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (out, elsewhere) = (folder.path().join("out"), folder.path().join("elsewhere"));
        [&out, &elsewhere].into_iter().for_each(|path| fs::create_dir(path).expect("it is new"));
        fs::write(elsewhere.join("kept"), "").expect("it is new");
        std::os::unix::fs::symlink(&elsewhere, out.join(NAME)).expect("it is new");
        written(&out, &[OutputFile::new("new/a.h", "a")]).expect("it can be written");
        assert!(out.join("new/a.h").exists() && elsewhere.join("kept").exists() && !elsewhere.join("new").exists());
    }
}
