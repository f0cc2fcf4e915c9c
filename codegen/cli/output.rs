//! Printing, with colours only where they are seen, and without a panic when nobody reads.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::Context;
use opgen::driver::update::Voice;
use opgen::emit;
use opgen::emit::OutputFile;
use opgen::project::Project;
use opgen::source::{Level, count, report};

/// Writes to standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes to standard error.
pub fn print_error(text: &str) -> anyhow::Result<()> {
    Ok(anstream::stderr().lock().write_all(text.as_bytes())?)
}

/// Writes a file, if its text is not that already.
pub fn write(path: &Path, text: String) -> anyhow::Result<()> {
    let write = || {
        let name = path.file_name().context("it is no file")?.to_string_lossy().into_owned();
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        anyhow::Ok(emit::apply(&emit::changes(folder, &[OutputFile::new(name, text)])?)?)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// How runs that generate talk to a person.
pub const VOICE: Voice = Voice {
    form: "human",
    report: &findings,
    // What is said on the way is not worth failing for.
    say: &|text| drop(print_error(text)),
};

/// Every error and warning in a project, with a count; nothing where there are none.
pub fn findings(project: &Project) -> String {
    findings_to(project, Level::Warning)
}

/// Everything found in a project down to a level, with a count; nothing where nothing is.
pub fn findings_to(project: &Project, least: Level) -> String {
    let details = report::render_to(least, &project.diagnostics, &project.sources);
    if details.is_empty() {
        return details;
    }
    let hidden = hidden_notes(project).filter(|_| least < Level::Note);
    let notes = hidden.map_or(String::new(), |notes| format!(", {notes}"));
    format!("{details}{}{notes}{}\n", report::summary(&project.diagnostics, least), known(project))
}

/// That there is nothing to show, and what is left out.
pub fn nothing(project: &Project) -> String {
    let operators = count(project.registry.ops().count(), "operator");
    let notes = hidden_notes(project).map_or(String::new(), |notes| format!(" but {notes}"));
    format!("{operators}, nothing to say{notes}{}\n", known(project))
}

/// How many notes there are, for those who do not see them.
fn hidden_notes(project: &Project) -> Option<String> {
    let number = project.diagnostics.count(Level::Note);
    let them = if number == 1 { "it" } else { "them" };
    (number > 0).then(|| format!("{} (`opgen check --notes` shows {them})", count(number, "note")))
}

/// What is left out because the baseline knows it.
fn known(project: &Project) -> String {
    match project.known {
        0 => String::new(),
        number => format!("; the baseline has {}", count(number, "known finding")),
    }
}

/// Reports why the program ends.
pub fn error(error: &anyhow::Error) {
    // With standard error gone there is nobody left to tell.
    let _ = print_error(&format!("error: {error:#}\n"));
}

/// Whether output failed because its reader has gone, as `head` does.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
