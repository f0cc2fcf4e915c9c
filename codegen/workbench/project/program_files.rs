//! Finds saved programs: files `NAME.pdmodel` or, in the framework's older form, files `__model__` in folders of their
//! own.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

const FILE_NAME: &str = "__model__";
const EXTENSION: &str = "pdmodel";

/// A help line for a path without saved programs.
pub const HELP: &str = "a saved program is a file `NAME.pdmodel` or `__model__`";

/// The saved programs at a path.
#[derive(Debug, Default)]
pub struct ProgramFiles {
    /// The programs, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// The folders that were searched.
    pub folders: Vec<PathBuf>,
}

impl ProgramFiles {
    /// The programs in a folder and in the folders below it. If the path is a file, it is taken for a program whatever
    /// its name. Links to folders are not followed.
    ///
    /// # Errors
    /// The reason, if a folder cannot be read.
    pub fn at(path: &Path) -> Result<ProgramFiles, String> {
        let mut found = ProgramFiles::default();
        if path.is_file() {
            found.files.push(path.to_owned());
            return Ok(found);
        }
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|error| error.io_error().map_or(error.to_string(), ToString::to_string))?;
            if entry.file_type().is_dir() {
                found.folders.push(entry.into_path());
            } else if is_program(entry.path()) && entry.path().is_file() {
                found.files.push(entry.into_path());
            }
        }
        Ok(found)
    }
}

fn is_program(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == FILE_NAME)
        || path.extension().is_some_and(|extension| extension == EXTENSION)
}
