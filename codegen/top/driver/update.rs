//! Brings an output folder up to date, from reading to writing, even while other runs write to it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use emit::leftovers::{self, Leftovers, OutputMarks};
use emit::stamp::{self, EarlierOutputs, EarlierRun, Fingerprint, Stamp};
use emit::{Change, EmitError, OutputFile, lock};
use project::any::{AnyInputs, AnyProject};
use project::dependencies::Dependencies;
use project::settings::{Options, Recipe};
use project::shards::Shards;
use project::{NotFound, Root};
use render::RenderError;

use super::frameworks::read;
use super::generate::{self, GenerateError};
use super::overwritten;
use super::selection::{Selection, SelectionError, WantedTargets};
use super::shards;

/// The group of the files of `opgen docs` in an output folder. A target cannot have this name, because it contains a space.
pub(super) const REFERENCE: &str = "opgen docs";

/// What to generate, and where. For everything that is not given here, the project's settings apply.
#[derive(Debug, Clone)]
pub struct Request {
    /// The project.
    pub root: Root,
    /// Overrides of the project's settings.
    pub options: Options,
    /// The targets.
    pub targets: WantedTargets,
    /// The number of files into which each large source is divided.
    pub shards: Option<Shards>,
    /// The output folder.
    pub out: Option<PathBuf>,
    /// The folder of the output folder `generated`, which is used if neither the caller nor the project chooses one.
    pub home: PathBuf,
}

/// Whether outputs are written or only compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Write outputs that differ.
    Write,
    /// Only report outputs that differ.
    Check,
}

/// The result of a run.
#[derive(Debug)]
pub struct Update {
    /// The output folder.
    pub out: PathBuf,
    /// The report on the operators. Empty if there are no findings.
    pub report: String,
    /// The files that were read.
    pub dependencies: Dependencies,
    /// Says that there are no operators, if the caller named the wrong root.
    pub without_operators: Option<String>,
    /// `None` if nothing was written, because the operators, the settings or the templates have errors.
    pub files: Option<Files>,
}

/// The outputs of a run.
#[derive(Debug)]
pub struct Files {
    /// The files that were changed, or would be.
    pub changed: Vec<ChangedFile>,
    /// The paths of all outputs, below the output folder.
    pub all: Vec<String>,
}

/// The paths of all outputs.
#[derive(Debug)]
pub struct OutputPaths {
    /// The output folder.
    pub out: PathBuf,
    /// The paths below that folder, in order.
    pub paths: Vec<String>,
}

/// A file that was changed, or would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// The path below the output folder.
    pub name: String,
    /// `new`, `changed` or `stale`.
    pub verb: &'static str,
    /// Whether it is removed instead of replaced.
    pub is_removed: bool,
}

/// Why outputs could not be brought up to date.
#[derive(Debug)]
pub enum UpdateError {
    /// A target does not exist, or what the caller names to select operators.
    Selection(SelectionError),
    /// A built-in template failed.
    Render(RenderError),
    /// A file could not be read or written.
    Emit(EmitError),
    /// Files below the output folder would be replaced that opgen did not write.
    Foreign(PathBuf, Vec<String>),
    /// The inputs changed during every attempt to generate outputs from them.
    InputsKeepChanging,
}

/// Callbacks through which a run reports to its caller.
#[derive(Clone, Copy)]
pub struct Reporter<'a> {
    /// Identifies the format of reports. A run with nothing to do only repeats a report in the same format.
    pub format: &'static str,
    /// Formats the report on the operators.
    pub report: &'a (dyn Fn(&dyn AnyProject) -> String + Sync),
    /// Prints other messages immediately, such as why the run has to wait.
    pub say: &'a dyn Fn(&str),
    /// Called with a name at the start of each stage.
    pub stage: &'a dyn Fn(&str),
}

impl Request {
    /// Reads the project's files.
    pub fn read(&self) -> Box<dyn AnyInputs> {
        read(&self.root, &self.options)
    }

    /// The output folder: the caller's, the project's or the default.
    fn out(&self, recipe: &Recipe) -> PathBuf {
        self.out.clone().or_else(|| recipe.folder.clone()).unwrap_or_else(|| self.home.join("generated"))
    }

    /// The paths of all outputs, or a report if they cannot be determined. The operators only matter if there are custom targets,
    /// and in packages.
    ///
    /// # Errors
    /// As for [`Self::update`].
    pub fn outputs(&self, reporter: &Reporter) -> Result<Result<OutputPaths, String>, UpdateError> {
        let inputs = self.read();
        let recipe = Arc::clone(inputs.recipe());
        let out = self.out(&recipe);
        let selection = match Selection::of(&recipe, &self.targets, self.shards) {
            Ok(selection) => selection,
            Err(error) => return settings_report(inputs, reporter).map(Err).ok_or(error.into()),
        };
        let follows_operators = recipe.version.paths_follow_operators();
        let built_in = (!follows_operators).then(|| generate::outputs(&*inputs, &selection));
        if let Some(outputs) = &built_in
            && selection.custom.is_empty()
            && !inputs.is_misconfigured()
        {
            return Ok(Ok(OutputPaths { out, paths: outputs.paths.clone() }));
        }
        let mut project = self.analyse(inputs, &selection, reporter)?;
        if project.diagnostics.has_errors() {
            return Ok(Err((reporter.report)(&*project)));
        }
        match generate::all_paths(&*project, &selection, built_in) {
            Ok(paths) => Ok(Ok(OutputPaths { out, paths })),
            Err(error) => template_report(error, &mut *project, reporter).map(Err),
        }
    }

    /// Reads, checks and generates, and writes the outputs that differ.
    ///
    /// If the inputs have changed by the time this run gets the lock on the output folder, it starts again. So a run never
    /// replaces the outputs of a later run by older ones.
    ///
    /// # Errors
    /// If a target does not exist, a built-in template fails, a file cannot be read or written, or the inputs keep changing.
    /// The outputs are then unchanged.
    pub fn update(&self, mode: Mode, reporter: &Reporter) -> Result<Update, UpdateError> {
        stamp::identify_program();
        for _ in 0..ATTEMPTS {
            if let Some(update) = self.attempt(mode, reporter)? {
                return Ok(update);
            }
        }
        Err(UpdateError::InputsKeepChanging)
    }

    /// `None` if the inputs changed in the meantime.
    fn attempt(&self, mode: Mode, reporter: &Reporter) -> Result<Option<Update>, UpdateError> {
        let inputs = self.read();
        let recipe = Arc::clone(inputs.recipe());
        let selection = match Selection::of(&recipe, &self.targets, self.shards) {
            Ok(selection) => selection,
            Err(error) => {
                let (out, dependencies) = (self.out(&recipe), inputs.dependencies().clone());
                let report = settings_report(inputs, reporter).ok_or(error)?;
                return Ok(Some(Update { out, report, dependencies, without_operators: None, files: None }));
            }
        };
        let fingerprint = self.fingerprint(&*inputs, &selection, reporter.format);
        let divisible = generate::outputs(&*inputs, &selection).divisible;
        let run = Run { request: self, out: self.out(&recipe), divisible, mode, fingerprint, reporter };
        let (dependencies, read) = (inputs.dependencies().clone(), inputs.dependencies().clone());
        let update = |report, files, without_operators| {
            Ok(Some(Update { out: run.out.clone(), report, dependencies, without_operators, files }))
        };
        if let Some(EarlierRun { report, outputs }) = run.up_to_date()? {
            return update(report, Some(Files { changed: Vec::new(), all: outputs }), None);
        }
        let mut project = self.analyse(inputs, &selection, reporter)?;
        if project.diagnostics.has_errors() {
            return update((reporter.report)(&*project), None, project.without_operators());
        }
        let report = (reporter.report)(&*project);
        (reporter.stage)("generating");
        let files = match generate::project(&*project, &selection) {
            Ok(files) => files,
            Err(error) => return update(template_report(error, &mut *project, reporter)?, None, None),
        };
        let replaced = overwritten::check(&run.out, &files, &read, &self.root, &mut *project)?;
        if !replaced.is_empty() {
            project.diagnostics.append(replaced);
            return update((reporter.report)(&*project), None, None);
        }
        // Dropping it takes a while, and nothing waits for that.
        parallel::spawn(move || drop(project));
        let all: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
        match run.finish(&files, &all, &report, &selection, &recipe)? {
            Some(changed) => update(report, Some(Files { changed, all }), None),
            None => Ok(None),
        }
    }

    /// Checks all operators, then drops those that the caller does not want.
    fn analyse(
        &self,
        inputs: Box<dyn AnyInputs>,
        selection: &Selection,
        reporter: &Reporter,
    ) -> Result<Box<dyn AnyProject>, SelectionError> {
        (reporter.stage)("checking");
        let mut project = inputs.analyse();
        let unknown = project.narrow(&selection.names().collect());
        if let Some(message) = self.options.wanted.mistake(&project) {
            return Err(SelectionError::Operators(message));
        }
        if !unknown.is_empty() && !project.diagnostics.has_errors() {
            let names: Vec<_> = unknown.iter().map(|name| format!("`{name}`")).collect();
            let message = "the programs have operators that no file defines, so nothing is generated for them";
            (reporter.say)(&format!("warning: {message}: {}\n", names.join(", ")));
        }
        Ok(project)
    }

    /// Why the operators of a name are generated, or the report on the project if it has errors.
    ///
    /// # Errors
    /// If a target does not exist, or the operators that the caller names do not.
    pub fn why(&self, name: &str, reporter: &Reporter) -> Result<Result<String, String>, UpdateError> {
        let inputs = self.read();
        let recipe = Arc::clone(inputs.recipe());
        let selection = Selection::of(&recipe, &self.targets, self.shards)?;
        let project = inputs.analyse();
        if let Some(message) = self.options.wanted.mistake(&project) {
            return Err(SelectionError::Operators(message).into());
        }
        if project.diagnostics.has_errors() {
            return Ok(Err((reporter.report)(&*project)));
        }
        let help = |near: String| format!("; did you mean `{near}`?");
        let unknown = |NotFound { near }| format!("there is no operator `{name}`{}", near.map_or(String::new(), help));
        let why = project.why(&selection.names().collect(), name);
        Ok(Ok(why.map_err(|near| SelectionError::Operators(unknown(near)))?))
    }

    /// Whether a run that starts now would have the same fingerprint.
    fn is_current(&self, fingerprint: &Fingerprint, format: &str) -> Result<bool, SelectionError> {
        let inputs = self.read();
        let selection = Selection::of(inputs.recipe(), &self.targets, self.shards)?;
        Ok(self.fingerprint(&*inputs, &selection, format) == *fingerprint)
    }

    fn fingerprint(&self, inputs: &dyn AnyInputs, selection: &Selection, format: &str) -> Fingerprint {
        let shards = selection.shards.count().to_string();
        let profile = inputs.recipe().version.name();
        let features = self.options.features.iter().map(String::as_str);
        let gradients = if self.options.wanted.gradients { "with gradients" } else { "" };
        let options = [format, profile, &shards, gradients].into_iter().chain(selection.names()).chain(features);
        let files = inputs.sources().files().flat_map(|file| [file.name(), file.text()]);
        Fingerprint::new(options.chain(["the files"]).chain(files))
    }
}

/// The number of times that a run tries to generate outputs while its inputs change.
const ATTEMPTS: usize = 5;

/// The report on a project with errors in its settings, which may be why a target is unknown. `None` if there are none.
fn settings_report(inputs: Box<dyn AnyInputs>, reporter: &Reporter) -> Option<String> {
    let project = inputs.is_misconfigured().then(|| inputs.analyse())?;
    project.diagnostics.has_errors().then(|| (reporter.report)(&*project))
}

/// The report on a project with errors in its own templates or output paths.
fn template_report(
    error: GenerateError,
    project: &mut dyn AnyProject,
    reporter: &Reporter,
) -> Result<String, UpdateError> {
    match error {
        GenerateError::Findings(findings) => {
            project.diagnostics.append(findings);
            Ok((reporter.report)(project))
        }
        GenerateError::Render(error) => Err(error.into()),
    }
}

/// A run that writes to an output folder.
struct Run<'a> {
    request: &'a Request,
    out: PathBuf,
    /// The sources that can be divided into shards.
    divisible: Vec<String>,
    mode: Mode,
    fingerprint: Fingerprint,
    reporter: &'a Reporter<'a>,
}

impl Run<'_> {
    /// The earlier run that wrote the same outputs, if there is nothing to do. With [`Mode::Check`], outputs are always
    /// compared.
    fn up_to_date(&self) -> Result<Option<EarlierRun>, EmitError> {
        if self.mode == Mode::Check {
            return Ok(None);
        }
        let earlier = stamp::read(&self.out).and_then(|stamp| stamp.up_to_date_run(&self.out, &self.fingerprint));
        let Some(earlier) = earlier else { return Ok(None) };
        let left = self.leftovers(&earlier.outputs)?;
        Ok((left.obsolete.is_empty() && left.temporary.is_empty()).then_some(earlier))
    }

    fn leftovers(&self, outputs: &[String]) -> Result<Leftovers, EmitError> {
        leftovers(&self.out, outputs, &self.divisible)
    }

    /// Writes outputs that differ and removes obsolete ones or, with [`Mode::Check`], only lists them. `None` if the inputs
    /// changed in the meantime.
    fn finish(
        &self,
        files: &[OutputFile],
        all: &[String],
        report: &str,
        selection: &Selection,
        recipe: &Arc<Recipe>,
    ) -> Result<Option<Vec<ChangedFile>>, UpdateError> {
        let earlier_outputs = || {
            let decides = |group: &str| group != REFERENCE && selection.decides(group, recipe);
            let earlier = |stamp: Stamp| stamp.earlier_outputs(&self.out, all, decides);
            stamp::read(&self.out).map_or_else(EarlierOutputs::default, earlier)
        };
        if self.mode == Mode::Check {
            let obsolete = earlier_outputs().obsolete;
            return Ok(Some(apply(&self.out, files, self.leftovers(all)?, obsolete, self.mode)?));
        }
        (self.reporter.stage)("waiting for the output folder");
        let _lock = lock::take(&self.out, self.reporter.say)?;
        if !self.request.is_current(&self.fingerprint, self.reporter.format)? {
            return Ok(None);
        }
        (self.reporter.stage)("writing");
        // The stamp is only read now, because another run may have written one in the meantime.
        let EarlierOutputs { obsolete, of_other_runs } = earlier_outputs();
        let changed = apply(&self.out, files, self.leftovers(all)?, obsolete, self.mode)?;
        stamp::write(&self.out, &Stamp::file(&self.fingerprint, report.to_owned(), files, of_other_runs));
        Ok(Some(changed))
    }
}

/// Finds what earlier runs left behind beside these outputs. `divisible` are the sources that can be divided into shards.
pub(super) fn leftovers(out: &Path, outputs: &[String], divisible: &[String]) -> Result<Leftovers, EmitError> {
    let marks = OutputMarks { divisible, is_shard: shards::is_shard, banner: render::BANNER };
    leftovers::find(out, outputs, &marks)
}

/// Writes outputs that differ and removes leftovers and `obsolete` outputs or, with [`Mode::Check`], only lists them.
pub(super) fn apply(
    out: &Path,
    files: &[OutputFile],
    mut left: Leftovers,
    obsolete: Vec<String>,
    mode: Mode,
) -> Result<Vec<ChangedFile>, EmitError> {
    let mut changes = emit::changes(out, files)?;
    left.obsolete.extend(obsolete);
    changes.extend(emit::removals(out, &left.obsolete)?);
    if mode == Mode::Write {
        emit::remove_temporary(&left.temporary)?;
        emit::apply_in(out, &changes)?;
    }
    Ok(describe(&changes))
}

fn describe(changes: &[Change]) -> Vec<ChangedFile> {
    let owned = |change: &Change| ChangedFile {
        name: change.name().to_owned(),
        verb: change.verb(),
        is_removed: change.removes(),
    };
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
            UpdateError::Foreign(out, names) => {
                write!(f, "opgen does not replace files that it did not write: remove them, or choose another folder")?;
                names.iter().try_for_each(|name| write!(f, "\n  {}", out.join(name).display()))
            }
            UpdateError::InputsKeepChanging => {
                write!(f, "the inputs kept changing while outputs were generated; gave up after {ATTEMPTS} attempts")
            }
        }
    }
}

/// The text includes the cause, so `source` is not implemented.
impl std::error::Error for UpdateError {}
