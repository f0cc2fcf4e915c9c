//! Brings the reference of all operators in a folder up to date.

use std::path::Path;

use emit::stamp::{self, Dropped, Fingerprint, Stamp};
use emit::{OutputFile, lock};
use operator_docs::Since;
use project::Project;

use super::generate::{self, GenerateError};
use super::update::{self, Files, Mode, UpdateError};
use super::{PROGRAM, REFERENCE, templates};

/// Plans and renders every file of the reference.
///
/// # Errors
/// A template of the project does not fit its context.
pub fn render(project: &Project, since: Option<Since>) -> Result<Vec<OutputFile>, GenerateError> {
    let explained = |error| generate::explained(project, error);
    let templates = templates::of(project).map_err(explained)?;
    let plans = operator_docs::plan(project, since, PROGRAM.catalogue);
    let rendered = templates.render(plans).map_err(explained)?;
    let of_reference = |file| OutputFile { group: Some(REFERENCE.to_owned()), ..file };
    Ok(rendered.into_iter().map(generate::output_file).map(of_reference).collect())
}

/// Writes the files that differ, and removes those that earlier runs made and that are no longer made, unless somebody has
/// changed them. `say` prints why a run has to wait.
///
/// # Errors
/// Files cannot be read or written. None is touched then.
pub fn write(out: &Path, files: &[OutputFile], mode: Mode, say: &dyn Fn(&str)) -> Result<Files, UpdateError> {
    let all: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    let _lock = match mode {
        Mode::Write => lock::take(out, say)?,
        Mode::Check => None,
    };
    let earlier = stamp::read(out);
    let dropped = |stamp: Stamp| stamp.dropped(out, &all, |group| group == REFERENCE);
    let Dropped { gone, others } = earlier.map_or_else(Dropped::default, dropped);
    let changed = update::apply(out, files, update::leftovers(out, &all, &[])?, gone, mode)?;
    if mode == Mode::Write {
        // Nothing else is made of the same, so `opgen generate` never takes this stamp for its own.
        let made_of = Fingerprint::new([REFERENCE]);
        stamp::write(out, Stamp::note(&made_of, String::new(), files, others));
    }
    Ok(Files { changed, all })
}
