//! Brings an output folder up to date: the whole way from reading to writing, also while others do the same.

use std::fmt;
use std::path::PathBuf;

use crate::dependencies::Dependencies;
use crate::emit::{self, Change, EmitError};
use crate::generate::{self, Outputs};
use crate::lock;
use crate::profile::{Feature, PADDLE_2_6, Profile};
use crate::project::{self, Inputs, Project, Root};
use crate::render::{RenderError, Rendered};
use crate::settings::Options;
use crate::shards::Shards;
use crate::stale::{self, Left};
use crate::stamp::{self, Fingerprint};
use crate::targets::Target;

/// What is to be generated, and where.
#[derive(Clone)]
pub struct Request {
    pub root: Root,
    pub options: Options,
    pub targets: Vec<&'static Target>,
    pub features: Vec<Feature>,
    pub shards: Shards,
    /// The folder that outputs go to.
    pub out: PathBuf,
}

/// Whether outputs are written, or only compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Write,
    Check,
}

/// What a run found, and what it did.
#[derive(Debug)]
pub struct Update {
    /// What is to be said of the operators; empty where nothing was found.
    pub report: String,
    pub dependencies: Dependencies,
    /// `None`: the operators have errors, and nothing was touched.
    pub files: Option<Files>,
}

/// What became of the outputs.
#[derive(Debug)]
pub struct Files {
    /// What was changed, or would be.
    pub changed: Vec<Changed>,
    /// How many outputs there are.
    pub total: usize,
}

/// A file that was changed, or would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Relative to the output folder.
    pub name: String,
    /// `new`, `changed` or `stale`.
    pub verb: &'static str,
    /// Whether it goes without another in its place.
    pub is_removed: bool,
}

/// Why outputs could not be brought up to date.
#[derive(Debug)]
pub enum UpdateError {
    Render(RenderError),
    Emit(EmitError),
}

/// How a run talks to its caller.
pub struct Voice<'a> {
    /// A name for the form of reports: what was said in another form is not said again.
    pub form: &'static str,
    /// What is to be said of the operators.
    pub report: &'a dyn Fn(&Project) -> String,
    /// Is told at once what else is worth knowing, such as why it takes long.
    pub say: &'a dyn Fn(&str),
}

impl Request {
    pub fn profile(&self) -> Profile {
        let mut profile = Profile::paddle_2_6();
        self.features.iter().for_each(|feature| profile.enable(*feature));
        profile
    }

    /// The paths of all outputs below the output folder, in order.
    pub fn outputs(&self) -> Vec<String> {
        generate::outputs(&self.profile(), &self.targets, self.shards).paths
    }

    pub fn read(&self) -> Inputs {
        project::read(&self.root, &self.profile(), &self.options)
    }

    /// Reads, checks and generates, and writes what differs.
    ///
    /// What is written is always made of what the inputs are while this run alone may write: where somebody changed them
    /// in the meantime, it begins anew. So a run that started earlier never overwrites what a later one made.
    ///
    /// # Errors
    /// A template that does not fit, and files that cannot be read or written. No output is touched then.
    pub fn update(&self, mode: Mode, voice: &Voice) -> Result<Update, UpdateError> {
        let profile = self.profile();
        let (mut inputs, outputs) = rayon::join(
            || project::read(&self.root, &profile, &self.options),
            || generate::outputs(&profile, &self.targets, self.shards),
        );
        let run = Run { request: self, profile, outputs };
        loop {
            let fingerprint = run.fingerprint(&inputs, voice);
            let dependencies = inputs.dependencies().clone();
            if let Some((report, total)) = run.still_good(&fingerprint, mode)? {
                return Ok(Update { report, dependencies, files: Some(Files { changed: Vec::new(), total }) });
            }
            let project = inputs.analyse(&run.profile);
            let report = (voice.report)(&project);
            if project.diagnostics.has_errors() {
                return Ok(Update { report, dependencies, files: None });
            }
            let rendered = generate::generate(&project.registry, &run.profile, &self.targets, self.shards)?;
            let changed = if mode == Mode::Check {
                describe(&run.changes(&rendered, &run.left()?)?)
            } else {
                let _lock = lock::take(&self.out, voice.say)?;
                inputs = run.read();
                if run.fingerprint(&inputs, voice) != fingerprint {
                    continue;
                }
                let changed = run.write(&rendered)?;
                stamp::write(&self.out, &fingerprint, report.clone(), &rendered);
                changed
            };
            return Ok(Update { report, dependencies, files: Some(Files { changed, total: rendered.len() }) });
        }
    }
}

/// A request, with what follows from it alone.
struct Run<'a> {
    request: &'a Request,
    profile: Profile,
    outputs: Outputs,
}

impl Run<'_> {
    fn read(&self) -> Inputs {
        project::read(&self.request.root, &self.profile, &self.request.options)
    }

    fn fingerprint(&self, inputs: &Inputs, voice: &Voice) -> Fingerprint {
        let shards = self.request.shards.count().to_string();
        let names = self.request.targets.iter().map(|target| target.name);
        let features = self.request.features.iter().map(|feature| feature.name());
        Fingerprint::new(
            inputs,
            &[voice.form, PADDLE_2_6, &shards].into_iter().chain(names).chain(features).collect::<Vec<_>>(),
        )
    }

    /// What the run that made the outputs reported and how many there are, if nothing is to be done.
    fn still_good(&self, fingerprint: &Fingerprint, mode: Mode) -> Result<Option<(String, usize)>, EmitError> {
        let left = self.left()?;
        let is_clean = left.stale.is_empty() && (mode == Mode::Check || left.temporary.is_empty());
        Ok(stamp::still_good(&self.request.out, fingerprint).filter(|_| is_clean))
    }

    fn left(&self) -> Result<Left, EmitError> {
        stale::find(&self.request.out, &self.outputs)
    }

    fn changes<'b>(&'b self, rendered: &'b [Rendered], left: &'b Left) -> Result<Vec<Change<'b>>, EmitError> {
        let mut changes = emit::changes(&self.request.out, rendered)?;
        changes.extend(emit::removals(&self.request.out, &left.stale));
        Ok(changes)
    }

    fn write(&self, rendered: &[Rendered]) -> Result<Vec<Changed>, EmitError> {
        let left = self.left()?;
        emit::remove_temporary(&left.temporary)?;
        let changes = self.changes(rendered, &left)?;
        emit::apply(&changes)?;
        Ok(describe(&changes))
    }
}

fn describe(changes: &[Change]) -> Vec<Changed> {
    let owned =
        |change: &Change| Changed { name: change.name().to_owned(), verb: change.verb(), is_removed: change.removes() };
    changes.iter().map(owned).collect()
}

impl From<RenderError> for UpdateError {
    fn from(error: RenderError) -> Self {
        UpdateError::Render(error)
    }
}

impl From<EmitError> for UpdateError {
    fn from(error: EmitError) -> Self {
        UpdateError::Emit(error)
    }
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpdateError::Render(error) => error.fmt(f),
            UpdateError::Emit(error) => error.fmt(f),
        }
    }
}

/// Its text is that of the cause.
impl std::error::Error for UpdateError {}
