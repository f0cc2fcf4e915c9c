//! Printing: with colours only on a terminal, and without a panic if the reader has gone.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use clap::Args;
use opgen::driver::update::Voice;
use opgen::emit;
use opgen::project::Project;
use opgen::source::{Level, count, report};

use super::detail::Detail;
use super::progress;

/// Writes to standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    progress::erase();
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes to standard error.
pub fn print_error(text: &str) -> anyhow::Result<()> {
    progress::erase();
    Ok(anstream::stderr().lock().write_all(text.as_bytes())?)
}

/// Prints a message while work is going on.
pub fn say(text: &str) {
    // A message about progress that cannot be printed is not an error.
    let _ = print_error(text);
}

/// Writes a file whose path a user has named: all of it or nothing, with the mode of the file that it replaces.
///
/// # Errors
/// The path is a folder, a device, a pipe or a read-only file, or the file cannot be written. An old file is then unchanged.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Ok(emit::single_file::write_file(path, bytes)?)
}

/// Whether two paths lead to the same file, which exists.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// The arguments that say how much.
#[derive(Args)]
pub struct DetailArgs {
    /// Show warnings in full, instead of only their number
    #[arg(long, conflicts_with = "quiet")]
    warnings: bool,
    /// Report nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

impl DetailArgs {
    pub fn detail(&self) -> Detail {
        match (self.quiet, self.warnings) {
            (true, _) => Detail::Quiet,
            (false, true) => Detail::Full,
            (false, false) => Detail::Brief,
        }
    }
}

/// How runs that generate report to a person.
pub fn voice(detail: Detail) -> Voice<'static> {
    let spoken = Voice { form: "", report: &findings, say: &say, stage: &progress::stage };
    let silent = Voice { say: &|_| {}, ..spoken };
    match detail {
        Detail::Quiet => Voice { form: "quiet", report: &|project| report(project, Detail::Quiet), ..silent },
        Detail::Brief => Voice { form: "brief", report: &|project| report(project, Detail::Brief), ..spoken },
        Detail::Full => Voice { form: "full", report: &findings, ..spoken },
    }
}

/// What was found, for a run that is not there to check; empty if there is nothing to say.
pub fn report(project: &Project, detail: Detail) -> String {
    let (diagnostics, warnings) = (&project.diagnostics, project.diagnostics.count(Level::Warning));
    let details = report::render_to(Level::Error, diagnostics, &project.sources);
    let errors = count(diagnostics.count(Level::Error), "error");
    let shown = match warnings {
        0 => count(0, "warning"),
        _ => format!("{} (`--warnings` shows {})", count(warnings, "warning"), them(warnings)),
    };
    match detail {
        Detail::Full => findings(project),
        Detail::Quiet if details.is_empty() => String::new(),
        Detail::Quiet => format!("{details}{errors}\n"),
        Detail::Brief if details.is_empty() && warnings == 0 => String::new(),
        Detail::Brief if details.is_empty() => format!("{shown}\n"),
        Detail::Brief => format!("{details}{errors}, {shown}\n"),
    }
}

fn them(number: usize) -> &'static str {
    if number == 1 { "it" } else { "them" }
}

/// All errors and warnings in a project, with a count; empty if there are none.
pub fn findings(project: &Project) -> String {
    findings_to(project, Level::Warning)
}

/// All findings in a project of a level or more serious, with a count; empty if there are none.
pub fn findings_to(project: &Project, least: Level) -> String {
    let details = report::render_to(least, &project.diagnostics, &project.sources);
    if details.is_empty() {
        return details;
    }
    let hidden = hidden_notes(project).filter(|_| least < Level::Note);
    let notes = hidden.map_or(String::new(), |notes| format!(", {notes}"));
    format!("{details}{}{notes}{}\n", report::summary(&project.diagnostics, least), known(project))
}

/// The message if there is nothing to show, with the number of findings that are not shown.
pub fn nothing(project: &Project) -> String {
    let operators = count(project.registry.ops().count(), "operator");
    let notes = hidden_notes(project).map_or(String::new(), |notes| format!(", {notes}"));
    format!("{operators}, no errors or warnings{notes}{}\n", known(project))
}

/// The number of notes, with a hint how to show them.
fn hidden_notes(project: &Project) -> Option<String> {
    let number = project.diagnostics.count(Level::Note);
    (number > 0).then(|| format!("{} (`opgen check --notes` shows {})", count(number, "note"), them(number)))
}

/// The number of findings that are not shown because they are in the baseline.
fn known(project: &Project) -> String {
    match project.in_baseline {
        0 => String::new(),
        number => format!("; the baseline has {}", count(number, "known finding")),
    }
}

/// Prints the error with which the program ends.
pub fn error(error: &anyhow::Error) {
    // If standard error is closed, there is no way to report it.
    let _ = print_error(&format!("error: {error:#}\n"));
}

/// Whether output failed because its reader has closed the pipe, as `head` does.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
