//! The C++ below a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parallel::prelude::*;
use source::files;
use source::path::with_slashes;
use walkdir::{DirEntry, WalkDir};

use crate::signature::{CppFile, Kernel};

const EXTENSIONS: [&str; 11] = ["h", "hpp", "cuh", "inl", "inc", "c++", "cc", "cpp", "cxx", "cu", "mm"];
/// More files than a backend has.
const MOST_FILES: usize = 20_000;

/// A file that was read.
pub struct File {
    /// The path in messages.
    pub name: String,
    pub text: String,
    /// What was read of it.
    pub read: CppFile,
}

impl File {
    /// The functions that the file defines for a class.
    pub fn kernels_of(&self, class: &str) -> impl Iterator<Item = &Kernel> {
        self.read.kernels.iter().filter(move |kernel| kernel.has_body && kernel.class() == class)
    }
}

/// The C++ of folders. No file is read twice.
#[derive(Default)]
pub struct Folders(BTreeMap<PathBuf, Vec<Arc<File>>>);

impl Folders {
    /// The files below a folder, in the order of their paths. `shown` stands for the folder in messages.
    ///
    /// # Errors
    /// If the folder or a file in it cannot be read, or there are too many files.
    pub fn read(&mut self, folder: &Path, shown: &Path) -> Result<Vec<Arc<File>>, String> {
        if let Some(known) = folder.ancestors().find_map(|outer| self.0.get(outer)) {
            let beginning = with_slashes(shown) + "/";
            return Ok(known.iter().filter(|file| file.name.starts_with(&beginning)).cloned().collect());
        }
        let files: Vec<Arc<File>> = below(folder, shown)?.into_iter().map(Arc::new).collect();
        self.0.insert(folder.to_owned(), files.clone());
        Ok(files)
    }
}

fn below(folder: &Path, shown: &Path) -> Result<Vec<File>, String> {
    let file = |path: &PathBuf| {
        let name = with_slashes(&shown.join(path.strip_prefix(folder).unwrap_or(path)));
        // Without a file, its kernels would seem to be missing.
        let text = text(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        Ok(File { name, read: CppFile::of(&text), text })
    };
    paths(folder)?.par_iter().map(file).collect()
}

/// The text of a file.
///
/// # Errors
/// If the file cannot be read.
pub fn text(path: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&files::read(path)?).into_owned())
}

/// The C++ files below a folder, in the order of their paths.
///
/// # Errors
/// If the folder cannot be read, or there are too many files.
pub fn paths(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| !is_hidden(entry));
    for entry in walk {
        let entry = entry.map_err(|error| format!("the C++ cannot be read: {error}"))?;
        let is_cpp =
            entry.path().extension().is_some_and(|found| EXTENSIONS.iter().any(|extension| found == *extension));
        if is_cpp && entry.file_type().is_file() {
            paths.push(entry.into_path());
        }
        if paths.len() > MOST_FILES {
            return Err(format!("{} has more than {MOST_FILES} files of C++: name a smaller folder", folder.display()));
        }
    }
    Ok(paths)
}

/// True for a folder such as `.git`.
fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
}
