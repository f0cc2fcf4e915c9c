//! Records the files that decide the outputs of a run, so that a build knows when to run opgen again. Paths that do not
//! exist are recorded, too, because creating such a file may change the outputs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The files that a run looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dependencies {
    files: BTreeSet<PathBuf>,
    absent: BTreeSet<PathBuf>,
}

impl Dependencies {
    /// Records a path that the run looks for.
    pub fn note(&mut self, path: &Path) {
        let path = path.components().skip_while(|part| *part == Component::CurDir).collect::<PathBuf>();
        if path.exists() {
            self.files.insert(path)
        } else {
            self.absent.insert(path)
        };
    }

    /// The paths that exist, sorted.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// For each path that does not exist, the folder that changes if the path, or a folder on the way to it, is
    /// created.
    pub fn folders(&self) -> BTreeSet<&Path> {
        self.absent
            .iter()
            .filter_map(|path| path.ancestors().skip(1).map(or_current).find(|path| path.is_dir()))
            .collect()
    }
}

/// The paths at which a change affects what a run reads.
#[derive(Debug, Default)]
pub struct Triggers {
    paths: BTreeSet<PathBuf>,
    /// Folders in which every file is read.
    folders: BTreeSet<PathBuf>,
}

impl Triggers {
    /// True if an absolute path affects what a run reads: if it is an input, would be one if it existed, or is a folder
    /// on the way to one.
    pub fn contain(&self, path: &Path) -> bool {
        // `components` drops `.` in the middle of a path.
        let path: PathBuf = path.components().collect();
        let is_in_folder = path.parent().is_some_and(|folder| self.folders.contains(folder)) && !is_hidden(&path);
        is_in_folder || self.paths.iter().any(|input| input.starts_with(&path))
    }
}

impl Dependencies {
    /// The paths that were looked for, under every name that they have.
    pub fn triggers(&self) -> Triggers {
        let mut triggers = Triggers::default();
        for path in self.files.iter().chain(&self.absent) {
            let (folders, is_folder) = (&mut triggers.folders, path.is_dir());
            let names = names(path);
            if is_folder {
                folders.extend(names.iter().cloned());
            }
            triggers.paths.extend(names);
        }
        triggers
    }
}

impl Dependencies {
    /// The paths of the files that were looked for, under every name that they have, whether they exist or not.
    pub fn places(&self) -> BTreeSet<PathBuf> {
        self.files.iter().filter(|path| !path.is_dir()).chain(&self.absent).flat_map(|path| names(path)).collect()
    }
}

/// The absolute paths of a file: as given, with links in its folder resolved, and with the file itself resolved if it
/// is a link.
fn names(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().map(or_current).and_then(|folder| fs::canonicalize(folder).ok());
    let in_folder = folder.zip(path.file_name()).map(|(folder, name)| folder.join(name));
    [std::path::absolute(path).ok(), in_folder, fs::canonicalize(path).ok()].into_iter().flatten().collect()
}

/// True for hidden files, and for the temporary files that editors keep beside an open file.
pub fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(b".") || name.starts_with(b"#") || name.ends_with(b"~")
}

/// Writes the empty path as `.`.
fn or_current(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_file_is_awaited_in_the_nearest_folder_that_exists() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path();
        fs::create_dir(root.join("yaml")).expect("a new folder");
        fs::write(root.join("yaml/ops.yaml"), "").expect("a new file");
        let mut dependencies = Dependencies::default();
        for path in ["yaml/ops.yaml", "yaml/backward.yaml", "api/yaml/ops.yaml"] {
            dependencies.note(&root.join(path));
        }
        assert_eq!(dependencies.files().collect::<Vec<_>>(), [root.join("yaml/ops.yaml")]);
        assert_eq!(dependencies.folders(), [root, &root.join("yaml")].into());
    }

    #[test]
    fn the_current_folder_has_a_name() {
        let mut dependencies = Dependencies::default();
        dependencies.note(Path::new("./no-such-file"));
        dependencies.note(Path::new("./Cargo.toml"));
        assert_eq!(dependencies.folders(), [Path::new(".")].into());
        assert_eq!(dependencies.files().collect::<Vec<_>>(), [Path::new("Cargo.toml")]);
    }

    #[test]
    fn only_what_may_be_read_is_a_trigger() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["yaml", "templates"] {
            fs::create_dir(path(name)).expect("a new folder");
        }
        fs::write(path("yaml/ops.yaml"), "").expect("a new file");
        let mut dependencies = Dependencies::default();
        for name in ["yaml/ops.yaml", "yaml/op_compat.yaml", "paddle/ops.yaml", "templates"] {
            dependencies.note(&path(name));
        }
        let triggers = dependencies.triggers();
        let inputs = [
            "yaml/ops.yaml",
            "yaml/./ops.yaml",
            "yaml/op_compat.yaml",
            "yaml",
            "paddle",
            "templates",
            "templates/new.j2",
        ];
        assert!(inputs.iter().all(|name| triggers.contain(&path(name))));
        let others = [
            "yaml/.ops.yaml.swp",
            "yaml/ops.yaml~",
            "yaml/ops.yaml.tmp",
            "yaml/notes.yaml",
            "yaml/generated",
            ".git",
            "target",
            "templates/.new.j2.swp",
            "templates/folder/page.j2",
            "paddle/phi",
        ];
        assert_eq!(others.iter().find(|name| triggers.contain(&path(name))), None);
    }
}
