//! The files that decide a run's outputs, so that a build knows when to run it again. Every path that is looked for is
//! recorded, whether it exists or not.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The files that a run looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dependencies {
    files: BTreeSet<PathBuf>,
    absent: BTreeSet<PathBuf>,
}

impl Dependencies {
    /// Records a file that is read if it exists.
    pub fn note(&mut self, path: &Path) {
        let path = path.components().skip_while(|part| *part == Component::CurDir).collect::<PathBuf>();
        if path.exists() {
            self.files.insert(path)
        } else {
            self.absent.insert(path)
        };
    }

    /// The files that exist, by path.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// The folders that change when one of the other files, or its folder, is created.
    pub fn folders(&self) -> BTreeSet<&Path> {
        self.absent
            .iter()
            .filter_map(|path| path.ancestors().skip(1).map(or_current).find(|path| path.is_dir()))
            .collect()
    }
}

/// A folder, with `.` for the empty path.
fn or_current(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_is_absent_is_watched_for_in_the_nearest_folder() {
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
}
