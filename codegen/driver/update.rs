//! Brings an output folder up to date, from reading to writing, even while other runs do the same.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::driver::generate::{self, GenerateError, Selection, SelectionError};
use crate::driver::shards::Shards;
use crate::reuse::Texts;
use emit::leftovers::{self, Left};
use emit::lock;
use emit::stamp::{self, Leftover, Made, MadeOf, Stamp};
use emit::{self, Change, EmitError};
use profile::PADDLE_2_6;
use project::dependencies::Dependencies;
use project::settings::{Options, Recipe};
use project::{self, Inputs, Project, Root};
use render::{RenderError, Rendered};

/// What to generate, and where. The project's settings apply to everything that is not given here.
#[derive(Debug, Clone)]
pub struct Request {
    pub root: Root,
    pub options: Options,
    /// Names of targets.
    pub targets: Vec<String>,
    pub shards: Option<Shards>,
    /// The output folder.
    pub out: Option<PathBuf>,
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
    /// The folder that outputs go to.
    pub out: PathBuf,
    /// The report on the operators; empty if there are no findings.
    pub report: String,
    pub dependencies: Dependencies,
    /// `None` if the operators, the settings or the templates have errors. Nothing was written then.
    pub files: Option<Files>,
}

/// What happened to the outputs.
#[derive(Debug)]
pub struct Files {
    /// The files that were changed, or would be.
    pub changed: Vec<Changed>,
    /// The paths of all outputs, below the output folder.
    pub all: Vec<String>,
}

/// A file that was changed, or would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Relative to the output folder.
    pub name: String,
    /// `new`, `changed` or `stale`.
    pub verb: &'static str,
    /// Whether it is removed and not replaced.
    pub is_removed: bool,
}

/// Why outputs could not be brought up to date.
#[derive(Debug)]
pub enum UpdateError {
    Selection(SelectionError),
    Render(RenderError),
    Emit(EmitError),
}

/// How a run reports to its caller.
pub struct Voice<'a> {
    /// A name for the format of reports. An earlier report in another format is not repeated.
    pub form: &'static str,
    /// Formats the report on the operators.
    pub report: &'a (dyn Fn(&Project) -> String + Sync),
    /// Prints other messages immediately, such as why the run takes long.
    pub say: &'a dyn Fn(&str),
}

impl Request {
    pub fn read(&self) -> Inputs {
        project::read(&self.root, &self.options)
    }

    /// The output folder: the caller's, or else the project's.
    fn out(&self, recipe: &Recipe) -> PathBuf {
        self.out.clone().or_else(|| recipe.folder.clone()).unwrap_or_else(|| PathBuf::from("generated"))
    }

    /// The paths of all outputs relative to the output folder, in order; or a report if they cannot be determined. For
    /// built-in targets, the operators are not needed.
    ///
    /// # Errors
    /// As for [`Self::update`].
    pub fn outputs(&self, voice: &Voice) -> Result<Result<Vec<String>, String>, UpdateError> {
        let inputs = self.read();
        let recipe = inputs.recipe();
        let selection = Selection::of(&recipe, &self.targets, self.shards)?;
        let mut paths = generate::outputs(&recipe.profile, &selection).paths;
        if selection.own.is_empty() && !inputs.is_misconfigured() {
            return Ok(Ok(paths));
        }
        let mut project = inputs.analyse();
        if project.diagnostics.has_errors() {
            return Ok(Err((voice.report)(&project)));
        }
        match generate::own_paths(&project, &selection) {
            Ok(own) => paths.extend(own),
            Err(error) => return found(error, &mut project, voice).map(Err),
        }
        Ok(Ok(paths))
    }

    /// Reads, checks and generates, and writes what differs.
    ///
    /// The outputs are always generated from the inputs as they are while this run holds the lock. If the inputs have changed
    /// before that, it starts again. So a run that started earlier never overwrites the outputs of a later one.
    ///
    /// # Errors
    /// A target does not exist, a template does not fit, or a file cannot be read or written. No output is changed then.
    pub fn update(&self, mode: Mode, voice: &Voice) -> Result<Update, UpdateError> {
        loop {
            if let Some(update) = self.attempt(mode, voice)? {
                return Ok(update);
            }
        }
    }

    /// `None` if the inputs have changed in the meantime.
    fn attempt(&self, mode: Mode, voice: &Voice) -> Result<Option<Update>, UpdateError> {
        let inputs = self.read();
        let recipe = inputs.recipe();
        let selection = Selection::of(&recipe, &self.targets, self.shards)?;
        let out = self.out(&recipe);
        let made_of = self.made_of(&inputs, &selection, voice.form);
        let dependencies = inputs.dependencies().clone();
        let update = |report, files| Ok(Some(Update { out: out.clone(), report, dependencies, files }));
        let stamp = stamp::read(&out);
        let (made, outputs) = rayon::join(
            || stamp.as_ref()?.still_good(&out, &made_of),
            || generate::outputs(&recipe.profile, &selection),
        );
        let run = Run { out: &out, divisible: outputs.divisible, mode };
        if let Some(Made { report, outputs }) = made
            && run.is_clean(&outputs)?
        {
            return update(report, Some(Files { changed: Vec::new(), all: outputs }));
        }
        let (mut project, old) = rayon::join(
            || inputs.analyse(),
            || stamp.as_ref().map_or_else(Texts::default, |stamp| stamp.texts(&out, &made_of)),
        );
        if project.diagnostics.has_errors() {
            return update((voice.report)(&project), None);
        }
        let (report, rendered) =
            rayon::join(|| (voice.report)(&project), || generate::project(&project, &selection, old));
        let rendered = match rendered {
            Ok(rendered) => rendered,
            Err(error) => return update(found(error, &mut project, voice)?, None),
        };
        // This takes a while, and nothing depends on it.
        rayon::spawn(move || drop(project));
        let all: Vec<String> = rendered.iter().map(|output| output.path.clone()).collect();
        let leftover = |stamp: Option<Stamp>| {
            let decides = |target: &str| selection.decides(target, &recipe);
            stamp.map_or_else(Leftover::default, |stamp| stamp.leftover(&out, &all, decides))
        };
        let changed = match mode {
            Mode::Check => run.settle(&rendered, &all, leftover(stamp).gone)?,
            Mode::Write => {
                let _lock = lock::take(&out, voice.say)?;
                // Another run may have written more in the meantime.
                let (is_current, Leftover { gone, others }) =
                    rayon::join(|| self.is_current(&made_of, voice.form), || leftover(stamp::read(&out)));
                if !is_current? {
                    return Ok(None);
                }
                let (changed, note) = rayon::join(
                    || run.settle(&rendered, &all, gone),
                    || Stamp::note(&made_of, report.clone(), &rendered, others),
                );
                let changed = changed?;
                stamp::write(&out, note);
                changed
            }
        };
        update(report, Some(Files { changed, all }))
    }

    /// Whether a run that starts now would use the same inputs.
    fn is_current(&self, made_of: &MadeOf, form: &str) -> Result<bool, SelectionError> {
        let inputs = self.read();
        let recipe = inputs.recipe();
        let selection = Selection::of(&recipe, &self.targets, self.shards)?;
        Ok(self.made_of(&inputs, &selection, form) == *made_of)
    }

    fn made_of(&self, inputs: &Inputs, selection: &Selection, form: &str) -> MadeOf {
        let shards = selection.shards.count().to_string();
        let features = self.options.features.iter().map(|feature| feature.name());
        let options = [form, PADDLE_2_6, &shards].into_iter().chain(selection.names()).chain(features);
        MadeOf::new(inputs, &options.collect::<Vec<_>>())
    }
}

/// The report on a project with errors in its own templates or outputs.
fn found(error: GenerateError, project: &mut Project, voice: &Voice) -> Result<String, UpdateError> {
    match error {
        GenerateError::Findings(findings) => {
            project.diagnostics.append(findings);
            Ok((voice.report)(project))
        }
        GenerateError::Render(error) => Err(error.into()),
    }
}

/// A run over an output folder.
struct Run<'a> {
    out: &'a Path,
    /// The sources that may be split into shards.
    divisible: Vec<String>,
    mode: Mode,
}

impl Run<'_> {
    /// Whether nothing is left over that has to be removed.
    fn is_clean(&self, outputs: &[String]) -> Result<bool, EmitError> {
        let left = self.left(outputs)?;
        Ok(left.stale.is_empty() && (self.mode == Mode::Check || left.temporary.is_empty()))
    }

    /// What earlier runs left next to these outputs.
    fn left(&self, outputs: &[String]) -> Result<Left, EmitError> {
        stale::find(self.out, outputs, &self.divisible)
    }

    /// Writes what differs, and removes what is `gone` or otherwise left over; or only reports what there is to do.
    fn settle(&self, rendered: &[Rendered], all: &[String], gone: Vec<String>) -> Result<Vec<Changed>, EmitError> {
        let (left, changes) = rayon::join(|| self.left(all), || emit::changes(self.out, rendered));
        let (mut left, mut changes) = (left?, changes?);
        left.stale.extend(gone);
        changes.extend(emit::removals(self.out, &left.stale));
        if self.mode == Mode::Write {
            emit::remove_temporary(&left.temporary)?;
            emit::apply(&changes)?;
        }
        Ok(describe(&changes))
    }
}

fn describe(changes: &[Change]) -> Vec<Changed> {
    let owned =
        |change: &Change| Changed { name: change.name().to_owned(), verb: change.verb(), is_removed: change.removes() };
    changes.iter().map(owned).collect()
}

impl From<SelectionError> for UpdateError {
    fn from(error: SelectionError) -> Self {
        UpdateError::Selection(error)
    }
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
            UpdateError::Selection(error) => error.fmt(f),
            UpdateError::Render(error) => error.fmt(f),
            UpdateError::Emit(error) => error.fmt(f),
        }
    }
}

/// The text is that of the cause.
impl std::error::Error for UpdateError {}
