//! The interface for build scripts: generates into Cargo's output folder, and tells Cargo what it read and found.

use std::collections::BTreeSet;
use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use profile::Feature;
use project::dependencies::Dependencies;
use project::settings::Options;
use project::shards::Shards;
use project::{Project, Root};
use source::{Diagnostic, Level, Sources, count, report};

use super::update::{Mode, Request, UpdateError, Voice};

/// The built-in targets. A project's `opgen.toml` can add others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// C++ API functions, their runtime header, and the infer meta functions around kernels.
    CppApi,
    /// Functions of the dynamic graph, their grad nodes and runtime header.
    Dygraph,
    /// Functions that Python calls in eager mode, and their runtime header.
    PythonC,
    /// Type stubs with documentation for those functions, for editors and type checkers.
    Stubs,
    /// Methods and operators of the C++ `Tensor`, and the classes that implement them in each mode.
    Operants,
    /// Primitive functions for the dynamic graph and for static programs, and their runtime header.
    Prim,
    /// The mapping from operators of the static graph to kernels and their arguments.
    Signature,
    /// Operators of the static graph: op makers, kernel selection, gradients, versions, and their runtime header.
    StaticOp,
    /// Attributes that only programs of the static graph have, with defaults.
    ExtraInfo,
    /// Legacy names of operators and arguments, for the translator of old programs.
    Compat,
    /// A Rust table of all operators, with lookup by name and by the name in saved programs.
    Rust,
}

impl Target {
    /// The name on the command line and in `opgen.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Target::CppApi => "cpp_api",
            Target::Dygraph => "dygraph",
            Target::PythonC => "python_c",
            Target::Stubs => "stubs",
            Target::Operants => "operants",
            Target::Prim => "prim",
            Target::Signature => "signature",
            Target::StaticOp => "static_op",
            Target::ExtraInfo => "extra_info",
            Target::Compat => "compat",
            Target::Rust => "rust",
        }
    }
}

impl AsRef<str> for Target {
    fn as_ref(&self) -> &str {
        self.name()
    }
}

/// Generates outputs from a build script.
///
/// ```no_run
/// use opgen::Target;
///
/// opgen::Builder::new().root("yaml").targets([Target::Rust]).generate()?;
/// # Ok::<(), opgen::BuildError>(())
/// ```
///
/// The settings of an `opgen.toml` in the root apply, unless the builder overrides them.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    root: Option<PathBuf>,
    config: Option<PathBuf>,
    profile: Option<String>,
    targets: Vec<String>,
    shards: Option<u16>,
    distributed: bool,
    warnings: bool,
    out: Option<PathBuf>,
}

/// Why a build script cannot go on. All outputs are as they were.
///
/// `Debug` is what Cargo shows of it, so it is the same as `Display`: what opgen says on the command line.
pub struct BuildError {
    kind: BuildErrorKind,
    message: String,
    findings: Vec<Finding>,
}

/// What went wrong in a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// The call makes no sense: no output folder, a target that does not exist, a number of shards out of range.
    Usage,
    /// The operators, the settings or the project's templates have errors; [`BuildError::findings`] has them.
    Findings,
    /// A template of opgen's own does not fit what it is given.
    Template,
    /// A file cannot be read or written, or the inputs change all the time.
    Files,
}

/// Something that is wrong with the operators or the settings of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The stable code of the rule that is broken, such as `E0102`.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub level: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The file, relative to the root.
    pub file: String,
    /// Line and column of the place, from 1; columns count characters.
    pub line: usize,
    /// See `line`.
    pub column: usize,
    /// What to do about it, where that is known.
    pub help: Option<String>,
}

impl Finding {
    fn of(diagnostic: &Diagnostic, project: &Project) -> Self {
        let region = project.sources.region(diagnostic.span);
        Finding {
            code: diagnostic.rule.code(),
            level: diagnostic.level.name(),
            message: diagnostic.message.clone(),
            file: project.sources.file(diagnostic.span.file).name().to_owned(),
            line: region.line,
            column: region.column,
            help: diagnostic.help.clone(),
        }
    }
}

impl BuildError {
    /// What went wrong.
    pub fn kind(&self) -> BuildErrorKind {
        self.kind
    }

    /// What is wrong with the operators or the settings, by file and place; empty for every other kind of error.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl Builder {
    /// Starts with the built-in operators, every target, and Cargo's output folder.
    pub fn new() -> Self {
        Builder::default()
    }

    /// The folder with the YAML, or a file in normal form. A relative path starts at the package.
    #[must_use]
    pub fn root(self, root: impl Into<PathBuf>) -> Self {
        Builder { root: Some(root.into()), ..self }
    }

    /// The project's settings, instead of `opgen.toml` in the root.
    #[must_use]
    pub fn config(self, file: impl Into<PathBuf>) -> Self {
        Builder { config: Some(file.into()), ..self }
    }

    /// The version of the framework: the name of a profile such as `paddle-2.6`, or the path of one. Without it, the
    /// project's settings decide, or what the tree looks like.
    #[must_use]
    pub fn profile(self, profile: impl Into<String>) -> Self {
        Builder { profile: Some(profile.into()), ..self }
    }

    /// What to generate: a [`Target`], or the name of a target that `opgen.toml` adds. Further calls add more.
    #[must_use]
    pub fn targets(mut self, targets: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.targets.extend(targets.into_iter().map(|target| target.as_ref().to_owned()));
        self
    }

    /// The number of files into which each large source is split: 1 to 256.
    #[must_use]
    pub fn shards(self, count: u16) -> Self {
        Builder { shards: Some(count), ..self }
    }

    /// Whether C++ API functions also take distributed tensors.
    #[must_use]
    pub fn distributed(self, distributed: bool) -> Self {
        Builder { distributed, ..self }
    }

    /// Whether each warning becomes a warning of Cargo. Otherwise, a single one says how many there are.
    #[must_use]
    pub fn warnings(self, warnings: bool) -> Self {
        Builder { warnings, ..self }
    }

    /// The folder for outputs, instead of `OUT_DIR`.
    #[must_use]
    pub fn out_dir(self, out: impl Into<PathBuf>) -> Self {
        Builder { out: Some(out.into()), ..self }
    }

    /// Writes every output that differs. Cargo shows the number of warnings, and runs the script again when an input changes.
    ///
    /// Messages have absolute paths: the script runs in the folder of the package, and whoever reads them started Cargo
    /// elsewhere.
    ///
    /// # Errors
    /// A target does not exist, operators or settings have errors, a template fails, or a file cannot be written. The old
    /// outputs are then unchanged.
    pub fn generate(self) -> Result<(), BuildError> {
        let out = self.out.or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let out = out.ok_or_else(|| usage("OUT_DIR is not set: call this from a build script, or set `out_dir`"))?;
        let shards = self.shards.map(|count| count.to_string().parse::<Shards>()).transpose();
        let shards = shards.map_err(|reason| usage(format!("the number of shards is {reason}")))?;
        let features = self.distributed.then_some(Feature::Distributed).into_iter().collect();
        let root = self.root.map_or(Root::BuiltIn, |root| Root::at(absolute(root)));
        let request = Request {
            root: root.clone(),
            options: Options {
                config: self.config.map(absolute),
                profile: self.profile,
                features,
                ..Options::default()
            },
            targets: self.targets,
            shards,
            out: Some(out),
            home: PathBuf::new(),
        };
        let found = Mutex::new(Vec::new());
        let report = |project: &Project| {
            let findings = project.diagnostics.sorted().into_iter().map(|finding| Finding::of(finding, project));
            *found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = findings.collect();
            report_to_cargo(project, &root, self.warnings)
        };
        let say = |text: &str| print!("{}", warnings(text.lines()));
        let voice = Voice { form: if self.warnings { "cargo, warnings" } else { "cargo" }, report: &report, say: &say };
        let update = request.update(Mode::Write, &voice)?;
        for path in watched(&update.dependencies, &update.out) {
            println!("cargo:rerun-if-changed={}", path.display());
        }
        if update.files.is_none() {
            let findings = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
            let message = format!("the operators have errors\n\n{}", update.report);
            return Err(BuildError { kind: BuildErrorKind::Findings, message, findings });
        }
        print!("{}", update.report);
        Ok(())
    }
}

fn usage(reason: impl Into<String>) -> BuildError {
    BuildError { kind: BuildErrorKind::Usage, message: reason.into(), findings: Vec::new() }
}

impl From<UpdateError> for BuildError {
    fn from(error: UpdateError) -> Self {
        let kind = match error {
            UpdateError::Selection(_) => BuildErrorKind::Usage,
            UpdateError::Render(_) => BuildErrorKind::Template,
            UpdateError::Emit(_) | UpdateError::Restless => BuildErrorKind::Files,
        };
        BuildError { kind, message: error.to_string(), findings: Vec::new() }
    }
}

/// The report on a project: lines for Cargo or, if the project has errors, the text that the build fails with.
fn report_to_cargo(project: &Project, root: &Root, shows_warnings: bool) -> String {
    let (diagnostics, sources) = (&project.diagnostics, &with_absolute_names(project, root));
    let number = diagnostics.count(Level::Warning);
    let least = if shows_warnings { Level::Warning } else { Level::Error };
    if diagnostics.has_errors() {
        return report::render_to(least, diagnostics, sources);
    }
    if !shows_warnings && number > 0 {
        let number = count(number, "warning");
        return warnings([format!("{number} in {root} (shown by `opgen check` and by `Builder::warnings(true)`)")]);
    }
    let shown = diagnostics.sorted().into_iter().filter(|finding| finding.level <= least);
    let line =
        |finding: &Diagnostic| format!("{} {}: {}", finding.rule.code(), sources.place(finding.span), finding.message);
    warnings(shown.map(line))
}

/// The files of a project by their absolute paths. What is no file keeps its name.
fn with_absolute_names(project: &Project, root: &Root) -> Sources {
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

/// The absolute path, as far as there is a current folder.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

fn warnings<T: fmt::Display>(lines: impl IntoIterator<Item = T>) -> String {
    lines.into_iter().map(|line| format!("cargo:warning={line}\n")).collect()
}

/// What Cargo has to watch: the files that are read, and their folders, where other files may appear.
///
/// Cargo watches everything below a folder. So a folder that contains the outputs is not watched: it would change with
/// every build.
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
    // If no path is printed, Cargo watches every file of the package.
    let always = PathBuf::from("Cargo.toml");
    folders.chain(dependencies.files().map(PathBuf::from)).chain([always]).collect()
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
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
    use targets::TARGETS;

    #[test]
    fn every_target_has_a_name_here() {
        use Target::*;
        let targets = [CppApi, Dygraph, PythonC, Stubs, Operants, Prim, Signature, StaticOp, ExtraInfo, Compat, Rust];
        assert!(targets.map(Target::name).into_iter().eq(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>()));
    }

    #[test]
    fn cargo_shows_the_number_of_warnings_or_each_by_its_absolute_path() {
        let package = tempfile::tempdir().expect("a temporary folder");
        let yaml = "- op : foo\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : InferFoo\n    \
                    param : [x, y]\n  kernel :\n    func : foo\n";
        fs::write(package.path().join("ops.yaml"), yaml).expect("a new file");
        let root = Root::at(package.path().to_owned());
        let project = super::super::load(&root);
        let folder = package.path().display();
        let number = "(shown by `opgen check` and by `Builder::warnings(true)`)";
        assert_eq!(report_to_cargo(&project, &root, false), format!("cargo:warning=1 warning in {folder} {number}\n"));
        let each = report_to_cargo(&project, &root, true);
        assert!(each.starts_with(&format!("cargo:warning=W0306 {folder}/ops.yaml:6:16: ")), "{each}");
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
