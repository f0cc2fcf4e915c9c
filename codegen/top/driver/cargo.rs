//! The messages of a build script to Cargo: findings, and the paths to watch.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use project::dependencies::Dependencies;
use project::{Review, Root};
use source::{Diagnostic, Level, Sources, count, report};

/// The report on a project: warnings for Cargo or, if the project has errors, the text with which the build fails.
pub fn report(project: &Review, root: &Root, shows_warnings: bool) -> String {
    let (diagnostics, sources) = (&project.diagnostics, &with_absolute_names(project, root));
    let number = diagnostics.count(Level::Warning);
    let lowest = if shows_warnings { Level::Warning } else { Level::Error };
    if diagnostics.has_errors() {
        return report::render_to(lowest, diagnostics, sources);
    }
    if !shows_warnings && number > 0 {
        let number = count(number, "warning");
        return warnings([format!("{number} in {root} (shown by `opgen check` and by `Builder::warnings(true)`)")]);
    }
    let shown = diagnostics.sorted().into_iter().filter(|finding| finding.level <= lowest);
    let line =
        |finding: &Diagnostic| format!("{} {}: {}", finding.rule.code(), sources.place(finding.span), finding.message);
    warnings(shown.map(line))
}

/// The sources of a project under absolute paths. Sources that are not files keep their names.
fn with_absolute_names(project: &Review, root: &Root) -> Sources {
    let mut sources = project.sources.clone();
    if let Root::BuiltIn = root {
        return sources;
    }
    let folder = root.folder().unwrap_or(Path::new(""));
    sources.rename(|name| {
        let paths = [folder.join(name), PathBuf::from(name)].map(absolute);
        paths.iter().find(|path| path.exists()).map_or_else(|| name.to_owned(), |path| path.display().to_string())
    });
    sources
}

/// The absolute path, or the path itself if there is no current folder.
pub fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

/// Lines that Cargo shows as warnings.
pub fn warnings<T: fmt::Display>(lines: impl IntoIterator<Item = T>) -> String {
    lines.into_iter().map(|line| format!("cargo:warning={line}\n")).collect()
}

/// The paths that Cargo has to watch: the files that were read, and their folders, where new files may appear.
///
/// Cargo watches everything below a folder. A folder that contains the outputs is left out, because it would change with every
/// build.
pub fn watched(dependencies: &Dependencies, out: &Path) -> BTreeSet<PathBuf> {
    let folder = |file: &Path| match file.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Some(PathBuf::from(".")),
        folder => folder.map(PathBuf::from),
    };
    let contains_outputs = |folder: &PathBuf| match (fs::canonicalize(folder), fs::canonicalize(out)) {
        (Ok(folder), Ok(out)) => out.starts_with(folder),
        _ => false,
    };
    let folders = dependencies.files().filter_map(folder).filter(|folder| !contains_outputs(folder));
    // If there is no path at all, Cargo watches every file of the package.
    let always = PathBuf::from("Cargo.toml");
    folders.chain(dependencies.files().map(PathBuf::from)).chain([always]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_shows_the_number_of_warnings_or_each_by_its_absolute_path() {
        let package = tempfile::tempdir().expect("a temporary folder");
        let yaml = "- op : foo\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : InferFoo\n    \
                    param : [x, y]\n  kernel :\n    func : foo\n";
        fs::write(package.path().join("ops.yaml"), yaml).expect("a new file");
        let root = Root::at(package.path().to_owned());
        let project = crate::driver::load(&root);
        let folder = package.path().display();
        let number = "(shown by `opgen check` and by `Builder::warnings(true)`)";
        assert_eq!(report(&project, &root, false), format!("cargo:warning=1 warning in {folder} {number}\n"));
        let each = report(&project, &root, true);
        assert!(each.starts_with(&format!("cargo:warning=W0306 {folder}/ops.yaml:6:17: ")), "{each}");
    }

    #[test]
    fn cargo_watches_folders_of_yaml_but_none_with_outputs() {
        let package = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| package.path().join(name);
        for folder in ["yaml", "target/out"] {
            fs::create_dir_all(path(folder)).expect("a new folder");
        }
        let mut dependencies = Dependencies::default();
        for file in ["yaml/ops.yaml", "opgen.toml"] {
            fs::write(path(file), "").expect("a new file");
            dependencies.note(&path(file));
        }
        let expected = ["Cargo.toml".into(), path("opgen.toml"), path("yaml"), path("yaml/ops.yaml")];
        assert_eq!(watched(&dependencies, &path("target/out")), expected.into());
    }
}
