//! The interface for build scripts: generates into Cargo's output folder, and tells Cargo what it read and found.

use std::env;
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;

use profile::{Feature, for_each_section};
use project::any::AnyProject;
use project::settings::Options;
use project::shards::Shards;
use project::wanted::WantedOptions;
use project::{Review, Root};
use source::Diagnostic;

use super::cargo;
use super::selection::WantedTargets;
use super::update::{Mode, Reporter, Request, UpdateError};

macro_rules! define_target {
    ($($section:ident: $type:ident { $($target:ident as $variant:ident = $title:literal,)* })*) => {
        /// The built-in targets. A project's `opgen.toml` can add others.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Target {
            $($(
                #[doc = concat!("Generates ", $title, ".")]
                $variant,
            )*)*
            /// Generates headers, Python modules and tests of a package of operators outside the tree.
            Package,
            /// Generates the registrations of a package with Paddle, and its Python functions.
            PaddlePackage,
            /// Generates the registrations of a package with PyTorch, and its Python functions.
            TorchPackage,
            /// Generates the handlers of a package for JAX, and its Python functions.
            JaxPackage,
        }

        impl Target {
            /// The name on the command line and in `opgen.toml`.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Target::$variant => stringify!($target),)*)*
                    Target::Package => "package",
                    Target::PaddlePackage => "paddle_package",
                    Target::TorchPackage => "torch_package",
                    Target::JaxPackage => "jax_package",
                }
            }
        }
    };
}

for_each_section!(define_target);

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
    wanted: WantedOptions,
    warnings: bool,
    out: Option<PathBuf>,
}

/// Why a build script cannot continue. The outputs are unchanged.
///
/// Cargo prints errors by `Debug`, so `Debug` prints the same message as `Display`.
pub struct BuildError {
    kind: BuildErrorKind,
    message: String,
    findings: Vec<Finding>,
}

/// The kind of a [`BuildError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// The builder is misconfigured: no output folder, an unknown target, or a number of shards out of range.
    Usage,
    /// The operators, the settings or the project's templates have errors, which [`BuildError::findings`] lists.
    Findings,
    /// A built-in template failed, which is a bug in opgen.
    Template,
    /// A file cannot be read or written, or the inputs kept changing.
    Files,
}

/// An error, warning or note about the operators or the settings of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The stable code of the rule, such as `E0102`.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub level: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The file, relative to the root.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What to do about it, if there is something to suggest.
    pub help: Option<String>,
}

impl Finding {
    fn of(diagnostic: &Diagnostic, project: &Review) -> Self {
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
    /// Tells programs what went wrong.
    pub fn kind(&self) -> BuildErrorKind {
        self.kind
    }

    /// The findings, sorted by position. Empty unless the kind is [`BuildErrorKind::Findings`].
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

    /// The version of the framework: the name of a profile, such as `paddle-2.6`, or its path. By default, it is set in the
    /// project's settings or recognised by the files in the tree.
    #[must_use]
    pub fn profile(self, profile: impl Into<String>) -> Self {
        Builder { profile: Some(profile.into()), ..self }
    }

    /// Adds targets to generate: [`Target`]s, or names of targets that `opgen.toml` defines.
    #[must_use]
    pub fn targets(mut self, targets: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.targets.extend(targets.into_iter().map(|target| target.as_ref().to_owned()));
        self
    }

    /// The number of files into which each large source is divided, from 1 to 256.
    #[must_use]
    pub fn shards(self, count: u16) -> Self {
        Builder { shards: Some(count), ..self }
    }

    /// Whether C++ API functions also accept distributed tensors.
    #[must_use]
    pub fn distributed(self, distributed: bool) -> Self {
        Builder { distributed, ..self }
    }

    /// Restricts the outputs to some operators and their dependencies: names, or paths of files that list names. Further calls
    /// add more.
    #[must_use]
    pub fn ops(mut self, ops: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.wanted.ops.extend(ops.into_iter().map(Into::into));
        self
    }

    /// Restricts the outputs to the operators in a saved program, or in all saved programs in a folder. Further calls add more.
    #[must_use]
    pub fn programs(mut self, path: impl Into<PathBuf>) -> Self {
        self.wanted.programs.push(path.into());
        self
    }

    /// Whether [`Self::ops`] and [`Self::programs`] include the gradients of their operators.
    #[must_use]
    pub fn gradients(mut self, gradients: bool) -> Self {
        self.wanted.gradients = gradients;
        self
    }

    /// Whether Cargo shows each warning instead of only their number.
    #[must_use]
    pub fn warnings(self, warnings: bool) -> Self {
        Builder { warnings, ..self }
    }

    /// The output folder, instead of `OUT_DIR`.
    #[must_use]
    pub fn out_dir(self, out: impl Into<PathBuf>) -> Self {
        Builder { out: Some(out.into()), ..self }
    }

    /// Writes every output that differs, and tells Cargo to run the script again when an input changes.
    ///
    /// Messages have absolute paths, because the script runs in the folder of the package, but Cargo may have been started
    /// elsewhere.
    ///
    /// # Errors
    /// If a target does not exist, the operators or settings have errors, a template fails, or a file cannot be written. The
    /// old outputs are then unchanged.
    pub fn generate(self) -> Result<(), BuildError> {
        let out = self.out.or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let out = out.ok_or_else(|| usage("OUT_DIR is not set: call this from a build script, or set `out_dir`"))?;
        let shards = self.shards.map(|count| count.to_string().parse::<Shards>()).transpose();
        let shards = shards.map_err(|reason| usage(format!("the number of shards is {reason}")))?;
        let features = self.distributed.then(|| Feature::Distributed.name().to_owned()).into_iter().collect();
        let root = self.root.map_or(Root::BuiltIn, |root| Root::at(cargo::absolute(root)));
        let request = Request {
            root: root.clone(),
            options: Options {
                config: self.config.map(cargo::absolute),
                profile: self.profile,
                features,
                wanted: self.wanted,
                ..Options::default()
            },
            targets: WantedTargets::named(&self.targets),
            shards,
            out: Some(out),
            home: PathBuf::new(),
        };
        let found = Mutex::new(Vec::new());
        let report = |project: &dyn AnyProject| {
            let findings = project.diagnostics.sorted().into_iter().map(|finding| Finding::of(finding, project));
            *found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = findings.collect();
            cargo::report(project, &root, self.warnings)
        };
        let say = |text: &str| print!("{}", cargo::warnings(text.lines()));
        let format = if self.warnings { "cargo, warnings" } else { "cargo" };
        let reporter = Reporter { format, report: &report, say: &say, stage: &|_| {} };
        let update = request.update(Mode::Write, &reporter)?;
        for path in cargo::watched(&update.dependencies, &update.out) {
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
            UpdateError::Emit(_) | UpdateError::Foreign(..) | UpdateError::InputsKeepChanging => BuildErrorKind::Files,
        };
        BuildError { kind, message: error.to_string(), findings: Vec::new() }
    }
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
