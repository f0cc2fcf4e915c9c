//! Finds saved programs, and reads which operators are in them. A framework says what its programs are called and how they are read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use source::files;
use walkdir::WalkDir;

use crate::saved_program;

const FILE_NAME: &str = "__model__";
const EXTENSION: &str = "pdmodel";

/// A help line for a path without saved programs.
pub const HELP: &str = "a saved program is a file `NAME.pdmodel` or `__model__`";

/// The saved programs of a framework.
#[derive(Debug, Clone, Copy)]
pub struct ProgramFormat {
    /// Whether a file in a folder is a program, by its path.
    pub is_program: fn(&Path) -> bool,
    /// Reads the types of the operators in a program.
    pub types: fn(&Path) -> Result<BTreeSet<String>, String>,
    /// A help line for a path without programs.
    pub help: &'static str,
    /// A help line for a file that is not a program.
    pub help_for_others: &'static str,
    /// True if names of operators may contain dots and colons, as paths of files do.
    pub has_dotted_names: bool,
}

impl ProgramFormat {
    /// Files `NAME.pdmodel` or, in the older form, files `__model__` in folders of their own.
    pub const PROGRAM_DESC: ProgramFormat = ProgramFormat {
        is_program,
        types: |path| {
            let bytes = files::read(path).map_err(|error| error.to_string())?;
            saved_program::operator_types(&bytes).map_err(str::to_owned)
        },
        help: HELP,
        help_for_others: "give programs that the framework saved: `NAME.pdmodel` or `__model__`, without the parameters",
        has_dotted_names: false,
    };
}

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
        ProgramFiles::of(path, is_program)
    }

    /// The same, for files that `is_program` recognises.
    ///
    /// # Errors
    /// The reason, if a folder cannot be read.
    pub fn of(path: &Path, is_program: fn(&Path) -> bool) -> Result<ProgramFiles, String> {
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
