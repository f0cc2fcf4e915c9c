//! For build scripts: generates into Cargo's output folder, and tells Cargo what it read and found.

use std::collections::BTreeSet;
use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::dependencies::Dependencies;
use crate::emit::EmitError;
use crate::project::{Project, Root};
use crate::render::RenderError;
use crate::settings::Options;
use crate::shards::Shards;
use crate::source::{Diagnostic, Level, report};
use crate::targets::{self, Target};
use crate::update::{Mode, Request, UpdateError, Voice};

/// Generates outputs from a build script.
///
/// ```no_run
/// opgen::Builder::new().root("yaml").target("rust").generate()?;
/// # Ok::<(), opgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Builder {
    root: Option<PathBuf>,
    targets: Vec<String>,
    out: Option<PathBuf>,
}

/// Why a build script cannot go on. `Debug` is what Cargo shows, so it is the same as `Display`.
pub enum BuildError {
    /// There is no target of this name.
    UnknownTarget(String),
    /// Neither `out_dir` nor Cargo says where outputs go.
    NoOutputFolder,
    /// The operators have errors; this is the report.
    Findings(String),
    Render(RenderError),
    Emit(EmitError),
}

impl Builder {
    /// The built-in operators, no target, and Cargo's output folder.
    pub fn new() -> Self {
        Builder::default()
    }

    /// The folder that holds the YAML, or a file in normal form. A relative path begins at the package.
    #[must_use]
    pub fn root(self, root: impl Into<PathBuf>) -> Self {
        Builder { root: Some(root.into()), ..self }
    }

    /// One more target, by name.
    #[must_use]
    pub fn target(mut self, name: &str) -> Self {
        self.targets.push(name.to_owned());
        self
    }

    /// Where outputs go, instead of `OUT_DIR`.
    #[must_use]
    pub fn out_dir(self, out: impl Into<PathBuf>) -> Self {
        Builder { out: Some(out.into()), ..self }
    }

    /// Writes every output that differs. Warnings become warnings of Cargo, and Cargo comes back when an input changes.
    ///
    /// # Errors
    /// A target that does not exist, operators with errors, and files that cannot be written.
    pub fn generate(self) -> Result<(), BuildError> {
        let find = |name: &String| targets::find(name).ok_or_else(|| BuildError::UnknownTarget(name.clone()));
        let chosen: Vec<&Target> = self.targets.iter().map(find).collect::<Result<_, _>>()?;
        let out = self.out.or_else(|| env::var_os("OUT_DIR").map(PathBuf::from)).ok_or(BuildError::NoOutputFolder)?;
        let request = Request {
            root: self.root.map_or(Root::BuiltIn, Root::at),
            options: Options::default(),
            targets: chosen,
            features: Vec::new(),
            shards: Shards::WHOLE,
            out,
        };
        let say = |text: &str| print!("{}", warnings(text.lines()));
        let update = request.update(Mode::Write, &Voice { form: "cargo", report: &findings, say: &say })?;
        for path in watched(&update.dependencies, &request.out) {
            println!("cargo:rerun-if-changed={}", path.display());
        }
        if update.files.is_none() {
            return Err(BuildError::Findings(update.report));
        }
        print!("{}", update.report);
        Ok(())
    }
}

/// What Cargo is told of a project; of one with errors, what the build fails with.
fn findings(project: &Project) -> String {
    let (diagnostics, sources) = (&project.diagnostics, &project.sources);
    if diagnostics.has_errors() {
        return report::render_to(Level::Warning, diagnostics, sources);
    }
    let shown = diagnostics.sorted().into_iter().filter(|finding| finding.level <= Level::Warning);
    let line =
        |finding: &Diagnostic| format!("{} {}: {}", finding.rule.code(), sources.place(finding.span), finding.message);
    warnings(shown.map(line))
}

fn warnings<T: fmt::Display>(lines: impl IntoIterator<Item = T>) -> String {
    lines.into_iter().map(|line| format!("cargo:warning={line}\n")).collect()
}

/// What Cargo is to watch: the files that are read, and the folders they are in, where others may appear.
///
/// Cargo takes everything below a folder for a part of it. So a folder that also holds the outputs is left out: it would
/// change with every build.
fn watched(dependencies: &Dependencies, out: &Path) -> BTreeSet<PathBuf> {
    let folder = |file: &Path| match file.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Some(PathBuf::from(".")),
        folder => folder.map(PathBuf::from),
    };
    let holds_outputs = |folder: &PathBuf| match (fs::canonicalize(folder), fs::canonicalize(out)) {
        (Ok(folder), Ok(out)) => out.starts_with(folder),
        _ => false,
    };
    let folders = dependencies.files().filter_map(folder).filter(|folder| !holds_outputs(folder));
    // Without any path, Cargo would come back for every file of the package.
    let always = PathBuf::from("Cargo.toml");
    folders.chain(dependencies.files().map(PathBuf::from)).chain([always]).collect()
}

impl From<UpdateError> for BuildError {
    fn from(error: UpdateError) -> Self {
        match error {
            UpdateError::Render(error) => BuildError::Render(error),
            UpdateError::Emit(error) => BuildError::Emit(error),
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::UnknownTarget(name) => {
                let known: Vec<_> = targets::TARGETS.iter().map(|target| target.name).collect();
                write!(f, "opgen has no target `{name}`; known: {}", known.join(", "))
            }
            BuildError::NoOutputFolder => {
                f.write_str("OUT_DIR is not set: call this from a build script, or say `out_dir`")
            }
            BuildError::Findings(report) => write!(f, "the operators have errors\n\n{report}"),
            BuildError::Render(error) => error.fmt(f),
            BuildError::Emit(error) => error.fmt(f),
        }
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}

#[cfg(test)]
mod tests {
    use super::*;

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
