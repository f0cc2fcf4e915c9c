//! For build scripts: generates into Cargo's output folder, and tells Cargo what it read and found.

use std::collections::BTreeSet;
use std::env;
use std::fmt;
use std::path::PathBuf;

use crate::emit::{self, EmitError};
use crate::generate;
use crate::profile::Profile;
use crate::project::{self, InputKind, Root};
use crate::render::RenderError;
use crate::settings::Options;
use crate::shards::Shards;
use crate::source::report;
use crate::targets::{self, Target};

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
        let profile = Profile::paddle_2_6();
        let root = self.root.map_or(Root::BuiltIn, Root::at);
        watch(&root, &profile);
        let project = project::read(&root, &profile, &Options::default()).analyse(&profile);
        if project.diagnostics.has_errors() {
            return Err(BuildError::Findings(report::render_all(&project.diagnostics, &project.sources)));
        }
        for finding in project.diagnostics.sorted() {
            println!(
                "cargo:warning={} {}: {}",
                finding.rule.code(),
                project.sources.place(finding.span),
                finding.message
            );
        }
        let rendered =
            generate::generate(&project.registry, &profile, &chosen, Shards::WHOLE).map_err(BuildError::Render)?;
        let changes = emit::changes(&out, &rendered).map_err(BuildError::Emit)?;
        emit::apply(&changes).map_err(BuildError::Emit)
    }
}

/// Names what is read, and the folders it is in: a file that appears there matters too.
fn watch(root: &Root, profile: &Profile) {
    let paths: BTreeSet<PathBuf> = match root {
        // Nothing but a new opgen changes these.
        Root::BuiltIn | Root::Revision { .. } => ["build.rs".into()].into(),
        Root::NormalForm(path) => [path.clone()].into(),
        Root::Tree(folder) => {
            let places = InputKind::all().flat_map(|kind| profile.places(kind.key())).map(String::as_str);
            let files = places.chain(["opgen.toml"]).map(|place| folder.join(place)).filter(|path| path.is_file());
            files.flat_map(|file| [file.parent().map(PathBuf::from), Some(file)]).flatten().collect()
        }
    };
    for path in paths {
        println!("cargo:rerun-if-changed={}", path.display());
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
