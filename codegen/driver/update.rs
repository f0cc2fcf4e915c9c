//! Brings an output folder up to date, from reading to writing, even while other runs do the same.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use emit::leftovers::{self, Leftovers, Marks};
use emit::stamp::{self, Dropped, Fingerprint, Made, Stamp};
use emit::{Change, EmitError, OutputFile, lock};
use project::dependencies::Dependencies;
use project::settings::{Options, Recipe};
use project::shards::Shards;
use project::{Inputs, Project, Root};
use render::RenderError;

use super::generate::{self, GenerateError};
use super::selection::{Selection, SelectionError};
use super::{REFERENCE, read, shards};

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
    /// Where the output folder is that neither the caller nor the project names.
    pub home: PathBuf,
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
    /// The output folder.
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

/// Where outputs will be.
#[derive(Debug)]
pub struct OutputPaths {
    /// The output folder.
    pub out: PathBuf,
    /// Below that folder, in order.
    pub paths: Vec<String>,
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
    /// Somebody changes the inputs faster than outputs can be made of them.
    Restless,
}

/// How a run reports to its caller.
#[derive(Clone, Copy)]
pub struct Voice<'a> {
    /// A name for the format of reports. An earlier report in another format is not repeated.
    pub form: &'static str,
    /// Formats the report on the operators.
    pub report: &'a (dyn Fn(&Project) -> String + Sync),
    /// Prints other messages immediately, such as why the run takes long.
    pub say: &'a dyn Fn(&str),
    /// Is told what the run does now.
    pub stage: &'a dyn Fn(&str),
}

impl Request {
    pub fn read(&self) -> Inputs {
        read(&self.root, &self.options)
    }

    /// The output folder: the caller's, or else the project's.
    fn out(&self, recipe: &Recipe) -> PathBuf {
        self.out.clone().or_else(|| recipe.folder.clone()).unwrap_or_else(|| self.home.join("generated"))
    }

    /// The paths of all outputs, or a report if they cannot be determined. For built-in targets, the operators are not needed.
    ///
    /// # Errors
    /// As for [`Self::update`].
    pub fn outputs(&self, voice: &Voice) -> Result<Result<OutputPaths, String>, UpdateError> {
        let inputs = self.read();
        let recipe = inputs.recipe();
        let out = self.out(&recipe);
        let selection = match Selection::of(&recipe, &self.targets, self.shards) {
            Ok(selection) => selection,
            Err(error) => return mistaken(inputs, voice).map(Err).ok_or(error.into()),
        };
        if selection.custom.is_empty() && !inputs.is_misconfigured() {
            let outputs = generate::outputs(&recipe.profile, &selection, inputs.has_registered_ops());
            return Ok(Ok(OutputPaths { out, paths: outputs.paths }));
        }
        let mut project = analyse(inputs, &selection, voice);
        if project.diagnostics.has_errors() {
            return Ok(Err((voice.report)(&project)));
        }
        match generate::all_paths(&project, &selection) {
            Ok(paths) => Ok(Ok(OutputPaths { out, paths })),
            Err(error) => found(error, &mut project, voice).map(Err),
        }
    }

    /// Reads, checks and generates, and writes what differs.
    ///
    /// The outputs are always generated from the inputs as they are while this run holds the lock. If the inputs have changed
    /// before that, it starts again. So a run that started earlier never overwrites the outputs of a later one.
    ///
    /// # Errors
    /// A target that does not exist, a template that does not fit, files that cannot be read or written, and inputs that
    /// change again and again. No output is touched then.
    pub fn update(&self, mode: Mode, voice: &Voice) -> Result<Update, UpdateError> {
        stamp::identify_program();
        for _ in 0..ATTEMPTS {
            if let Some(update) = self.attempt(mode, voice)? {
                return Ok(update);
            }
        }
        Err(UpdateError::Restless)
    }

    /// `None` if the inputs have changed in the meantime.
    fn attempt(&self, mode: Mode, voice: &Voice) -> Result<Option<Update>, UpdateError> {
        let inputs = self.read();
        let recipe = inputs.recipe();
        let selection = match Selection::of(&recipe, &self.targets, self.shards) {
            Ok(selection) => selection,
            Err(error) => {
                let (out, dependencies) = (self.out(&recipe), inputs.dependencies().clone());
                let report = mistaken(inputs, voice).ok_or(error)?;
                return Ok(Some(Update { out, report, dependencies, files: None }));
            }
        };
        let made_of = self.made_of(&inputs, &selection, voice.form);
        let divisible = generate::outputs(&recipe.profile, &selection, inputs.has_registered_ops()).divisible;
        let run = Run { request: self, out: self.out(&recipe), divisible, mode, made_of, voice };
        let dependencies = inputs.dependencies().clone();
        let update = |report, files| Ok(Some(Update { out: run.out.clone(), report, dependencies, files }));
        if let Some(Made { report, outputs }) = run.nothing_to_do()? {
            return update(report, Some(Files { changed: Vec::new(), all: outputs }));
        }
        let mut project = analyse(inputs, &selection, voice);
        if project.diagnostics.has_errors() {
            return update((voice.report)(&project), None);
        }
        let report = (voice.report)(&project);
        (voice.stage)("generating");
        let files = match generate::project(&project, &selection) {
            Ok(files) => files,
            Err(error) => return update(found(error, &mut project, voice)?, None),
        };
        // This takes a while, and nothing depends on it.
        parallel::spawn(move || drop(project));
        let all: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
        match run.settle(&files, &all, &report, &selection, &recipe)? {
            Some(changed) => update(report, Some(Files { changed, all })),
            None => Ok(None),
        }
    }

    /// Whether a run that starts now would use the same inputs.
    fn is_current(&self, made_of: &Fingerprint, form: &str) -> Result<bool, SelectionError> {
        let inputs = self.read();
        let recipe = inputs.recipe();
        let selection = Selection::of(&recipe, &self.targets, self.shards)?;
        Ok(self.made_of(&inputs, &selection, form) == *made_of)
    }

    fn made_of(&self, inputs: &Inputs, selection: &Selection, form: &str) -> Fingerprint {
        let shards = selection.shards.count().to_string();
        let profile = &inputs.recipe().profile.name;
        let features = self.options.features.iter().map(|feature| feature.name());
        let gradients = if self.options.wanted.gradients { "with gradients" } else { "" };
        let options = [form, profile, &shards, gradients].into_iter().chain(selection.names()).chain(features);
        let files = inputs.sources().files().flat_map(|file| [file.name(), file.text()]);
        Fingerprint::new(options.chain(["the files"]).chain(files))
    }
}

/// Checks all operators, and leaves those that are wanted.
fn analyse(inputs: Inputs, selection: &Selection, voice: &Voice) -> Project {
    (voice.stage)("checking");
    let mut project = inputs.analyse();
    let unknown = subset::narrow(&mut project, &selection.names().collect());
    if !unknown.is_empty() && !project.diagnostics.has_errors() {
        let names: Vec<_> = unknown.iter().map(|name| format!("`{name}`")).collect();
        let what = "the programs have operators that no file defines, so nothing is generated for them";
        (voice.say)(&format!("warning: {what}: {}\n", names.join(", ")));
    }
    project
}

/// How often a run begins again because its inputs have changed.
const ATTEMPTS: usize = 5;

/// The report on a project whose settings have mistakes. A target that cannot be chosen may be one of them.
fn mistaken(inputs: Inputs, voice: &Voice) -> Option<String> {
    let project = inputs.is_misconfigured().then(|| inputs.analyse())?;
    project.diagnostics.has_errors().then(|| (voice.report)(&project))
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
    request: &'a Request,
    out: PathBuf,
    /// The sources that shards may replace.
    divisible: Vec<String>,
    mode: Mode,
    made_of: Fingerprint,
    voice: &'a Voice<'a>,
}

impl Run<'_> {
    /// What an earlier run made and said, if all of that still holds. Who checks wants to see it compared.
    fn nothing_to_do(&self) -> Result<Option<Made>, EmitError> {
        if self.mode == Mode::Check {
            return Ok(None);
        }
        let made = stamp::read(&self.out).and_then(|stamp| stamp.still_good(&self.out, &self.made_of));
        let Some(made) = made else { return Ok(None) };
        let left = self.leftovers(&made.outputs)?;
        Ok((left.stale.is_empty() && left.temporary.is_empty()).then_some(made))
    }

    /// What earlier runs left next to these outputs.
    fn leftovers(&self, outputs: &[String]) -> Result<Leftovers, EmitError> {
        leftovers(&self.out, outputs, &self.divisible)
    }

    /// Writes what differs and removes what is left over, or only says what there is to do. `None` where the inputs
    /// changed in the meantime.
    fn settle(
        &self,
        files: &[OutputFile],
        all: &[String],
        report: &str,
        selection: &Selection,
        recipe: &Arc<Recipe>,
    ) -> Result<Option<Vec<Changed>>, UpdateError> {
        let dropped = || {
            let decides = |group: &str| group != REFERENCE && selection.decides(group, recipe);
            stamp::read(&self.out).map_or_else(Dropped::default, |stamp| stamp.dropped(&self.out, all, decides))
        };
        if self.mode == Mode::Check {
            return Ok(Some(apply(&self.out, files, self.leftovers(all)?, dropped().gone, self.mode)?));
        }
        (self.voice.stage)("waiting for the output folder");
        let _lock = lock::take(&self.out, self.voice.say)?;
        if !self.request.is_current(&self.made_of, self.voice.form)? {
            return Ok(None);
        }
        (self.voice.stage)("writing");
        // Another run may have written more in the meantime.
        let Dropped { gone, others } = dropped();
        let changed = apply(&self.out, files, self.leftovers(all)?, gone, self.mode)?;
        stamp::write(&self.out, Stamp::note(&self.made_of, report.to_owned(), files, others));
        Ok(Some(changed))
    }
}

/// What earlier runs left below a folder next to these outputs. Some of them are sources that shards may replace.
pub(super) fn leftovers(out: &Path, outputs: &[String], divisible: &[String]) -> Result<Leftovers, EmitError> {
    let marks = Marks { divisible, is_shard: shards::is_shard, banner: render::BANNER };
    leftovers::find(out, outputs, &marks)
}

/// Writes what differs and removes what is left over or gone, or only says what there is to do.
pub(super) fn apply(
    out: &Path,
    files: &[OutputFile],
    mut left: Leftovers,
    gone: Vec<String>,
    mode: Mode,
) -> Result<Vec<Changed>, EmitError> {
    let mut changes = emit::changes(out, files)?;
    left.stale.extend(gone);
    changes.extend(emit::removals(out, &left.stale));
    if mode == Mode::Write {
        emit::remove_temporary(&left.temporary)?;
        emit::apply(&changes)?;
    }
    Ok(describe(&changes))
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
            UpdateError::Restless => write!(f, "the inputs changed {ATTEMPTS} times while outputs were made of them"),
        }
    }
}

/// The text is that of the cause.
impl std::error::Error for UpdateError {}
