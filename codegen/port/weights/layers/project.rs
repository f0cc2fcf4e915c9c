//! The files of a converted project, and the modules that its imports refer to.

use std::path::{Path, PathBuf};

use convert::python::{self, Tree};
use source::files;
use walkdir::WalkDir;

use crate::error::{Result, WeightsError, fail};

/// A file as text.
pub(super) struct Text {
    /// The name of the module below the folder of the project.
    pub(super) module: String,
    pub(super) is_package: bool,
    text: String,
}

/// A parsed file.
pub(super) struct File<'a> {
    pub(super) module: &'a str,
    is_package: bool,
    pub(super) tree: Tree<'a>,
}

/// The package of helpers, and the files that opgen writes.
const HELPERS: [&str; 2] = ["paddle_torch", "paddle_utils"];

impl File<'_> {
    /// Whether the file has helpers of converted code.
    pub(super) fn is_helper(&self) -> bool {
        self.module.split('.').any(|part| HELPERS.iter().any(|helpers| part.starts_with(helpers)))
    }
}

/// The index of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileId(pub(super) usize);

const MOST_FILES: usize = 20_000;

/// The Python files of a folder, or one file with those beside it.
pub(super) fn read(project: &Path) -> Result<Vec<Text>> {
    let folder = if project.is_dir() { project } else { project.parent().unwrap_or(Path::new("")) };
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    if !project.exists() {
        return fail(format!("there is no project at {}", project.display()));
    }
    let is_hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    let mut walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    let mut texts = Vec::new();
    while let Some(entry) = walk.next() {
        let Ok(entry) = entry else { continue };
        if entry.depth() > 0 && entry.file_type().is_dir() && (is_hidden(entry.file_name()) || project.is_file()) {
            walk.skip_current_dir();
            continue;
        }
        let path = entry.path();
        if !entry.file_type().is_file() || path.extension().is_none_or(|extension| extension != "py") {
            continue;
        }
        if texts.len() == MOST_FILES {
            return fail(format!("the project has more than {MOST_FILES} files"));
        }
        let text = files::read_text(path).map_err(|error| WeightsError::new(error.to_string()).at(path.display()))?;
        let (module, is_package) = module_name(path.strip_prefix(folder).unwrap_or(path));
        texts.push(Text { module, is_package, text });
    }
    Ok(texts)
}

/// The module of a file, and whether it is a package.
fn module_name(path: &Path) -> (String, bool) {
    let path: PathBuf = path.with_extension("");
    let mut parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let is_package = parts.last().is_some_and(|last| last == "__init__");
    if is_package {
        parts.pop();
    }
    (parts.join("."), is_package)
}

/// Parses the files. Those that are not Python are ignored: the class may be in another one.
pub(super) fn parse(texts: &[Text]) -> Vec<File<'_>> {
    let parsed = texts.iter().filter_map(|text| {
        let tree = python::parse(&text.text).ok()?;
        Some(File { module: &text.module, is_package: text.is_package, tree })
    });
    parsed.collect()
}

/// The full name of a module that a file imports with so many dots.
pub(super) fn absolute(file: &File, module: &str, level: u32) -> String {
    if level == 0 {
        return module.to_owned();
    }
    let mut package: Vec<&str> = file.module.split('.').filter(|part| !part.is_empty()).collect();
    let up = level as usize - usize::from(file.is_package);
    package.truncate(package.len().saturating_sub(up));
    package.extend(Some(module).filter(|module| !module.is_empty()));
    package.join(".")
}

/// The file of a module: below the project's folder, beside the importing file, or below the package that the folder is.
pub(super) fn find(files: &[File], from: &File, module: &str) -> Option<FileId> {
    let named = |name: &str| files.iter().position(|file| file.module == name).map(FileId);
    let beside = match from.module.rsplit_once('.') {
        Some((package, _)) => named(&format!("{package}.{module}")),
        None => None,
    };
    let inside = || module.split_once('.').and_then(|(_, rest)| named(rest));
    named(module).or(beside).or_else(inside)
}
