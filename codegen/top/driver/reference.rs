//! Brings the pages of `opgen docs` in a folder up to date.

use std::path::Path;

use emit::foreign;
use emit::stamp::{self, EarlierOutputs, Fingerprint, Stamp};
use emit::{OutputFile, lock};
use kernels::index::Index;
use operator_docs::Since;
use operator_docs::versions::{VersionPlans, join};
use project::any::AnyProject;
use reference::{Origin, described};
use registry::Project;
use render::FilePlan;
use show::Shown;

use super::generate::{self, GenerateError};
use super::update::{self, Files, Mode, REFERENCE, UpdateError};

/// Plans and renders all files of the reference. With an index of C++, the pages show where kernels are registered.
///
/// # Errors
/// If one of the project's own templates does not fit its context.
pub fn render(
    project: &Project,
    index: Option<&Index>,
    since: Option<Since>,
    origin: &Origin,
) -> Result<Vec<OutputFile>, GenerateError> {
    render_plans(project, plans(project, index, since, origin))
}

/// The same for a project of a framework that describes its operators in words.
///
/// # Errors
/// If one of the project's own templates does not fit its context.
pub fn render_described(project: &dyn AnyProject, origin: &Origin) -> Result<Vec<OutputFile>, GenerateError> {
    render_plans(project, described::plan(project, origin))
}

/// One of several versions of the reference.
pub struct Version<'a> {
    /// The name of its folder.
    pub name: &'a str,
    /// Its operators.
    pub project: &'a Project,
    /// Its C++, if there is some.
    pub index: Option<&'a Index>,
    /// Where its YAML is on the web.
    pub origin: &'a Origin,
}

/// Plans and renders the references of several versions, which link to each other.
///
/// # Errors
/// If one of a project's own templates does not fit its context; with the position of the version.
pub fn render_versions(versions: &[Version]) -> Result<Vec<OutputFile>, (usize, GenerateError)> {
    let planned = |version: &Version| VersionPlans {
        name: version.name.to_owned(),
        plans: plans(version.project, version.index, None, version.origin),
    };
    let (front, planned) = join(versions.iter().map(planned).collect());
    let mut files = Vec::new();
    let mut front = vec![front];
    for (at, (version, of_version)) in versions.iter().zip(planned).enumerate() {
        let plans = of_version.plans.into_iter().chain(front.drain(..)).collect();
        files.extend(render_plans(version.project, plans).map_err(|error| (at, error))?);
    }
    Ok(files)
}

fn plans(project: &Project, index: Option<&Index>, since: Option<Since>, origin: &Origin) -> Vec<FilePlan> {
    let mut shown: Vec<Shown> = show::all(project).into_iter().map(|(_, shown)| shown).collect();
    if let (Some(index), Some(settings)) = (index, &project.profile.cpp_sources) {
        kernels::shown::add(&mut shown, index, settings);
    }
    operator_docs::plan(project, shown, since, origin, project.program.catalogue)
}

fn render_plans(project: &dyn AnyProject, plans: Vec<FilePlan>) -> Result<Vec<OutputFile>, GenerateError> {
    let explained = |error| generate::explained(project, error);
    let templates = project.templates().map_err(explained)?;
    let rendered = templates.render(plans).map_err(explained)?;
    let of_reference = |file| OutputFile { group: Some(REFERENCE.to_owned()), ..file };
    Ok(rendered.into_iter().map(generate::output_file).map(of_reference).collect())
}

/// Writes the files that differ, and removes obsolete files of earlier runs unless somebody has edited them. `say` prints why a
/// run has to wait.
///
/// # Errors
/// If a file cannot be read or written, or would replace one that opgen did not write. All files are then unchanged.
pub fn write(out: &Path, files: &[OutputFile], mode: Mode, say: &dyn Fn(&str)) -> Result<Files, UpdateError> {
    let all: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    let _lock = match mode {
        Mode::Write => lock::take(out, say)?,
        Mode::Check => None,
    };
    let foreign = foreign::find(out, files, render::BANNER)?;
    if !foreign.is_empty() {
        let names = foreign.into_iter().map(str::to_owned).collect();
        return Err(UpdateError::Foreign(out.to_owned(), names));
    }
    let earlier = stamp::read(out);
    let outputs = |stamp: Stamp| stamp.earlier_outputs(out, &all, |group| group == REFERENCE);
    let EarlierOutputs { obsolete, of_other_runs } = earlier.map_or_else(EarlierOutputs::default, outputs);
    let changed = update::apply(out, files, update::leftovers(out, &all, &[])?, obsolete, mode)?;
    if mode == Mode::Write {
        // No run of `opgen generate` has this fingerprint, so none is skipped because of this stamp.
        let fingerprint = Fingerprint::new([REFERENCE]);
        stamp::write(out, &Stamp::file(&fingerprint, String::new(), files, of_other_runs));
    }
    Ok(Files { changed, all })
}
