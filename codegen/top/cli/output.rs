//! Prints text and writes files. Colours appear only on a terminal, and a closed pipe is not an error.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anstream::adapter::strip_str;
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use anyhow::bail;
use clap::{Args, ValueEnum};
use opgen::driver::update::Reporter;
use opgen::emit::{Folder, single_file};
use opgen::project::any::AnyProject;
use opgen::project::{Review, Root, baseline, tree_of};
use opgen::source::{Level, count, files, report};

use super::detail::Detail;
use super::progress;

/// When to print colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless the environment variable `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Applies the option to everything that is printed from now on.
pub fn set_color(color: Color) {
    let choice = match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// Writes to standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    progress::erase();
    Ok(write_at_once(anstream::stdout().lock(), text)?)
}

/// Writes a text without colours at once to a stream that shows none. The stream would write each piece between two colours alone.
fn write_at_once(mut out: AutoStream<impl RawStream + AsLockedWrite>, text: &str) -> io::Result<()> {
    if out.current_choice() == ColorChoice::Never {
        let mut plain = out.into_inner();
        plain.write_all(strip_str(text).to_string().as_bytes())?;
        return plain.flush();
    }
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The width of the terminal, in characters. `None` if standard output is not a terminal.
pub fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into())
}

/// Writes to standard error.
pub fn print_error(text: &str) -> anyhow::Result<()> {
    progress::erase();
    Ok(write_at_once(anstream::stderr().lock(), text)?)
}

/// Prints a message during a run.
pub fn say(text: &str) {
    // The run can go on without the message.
    let _ = print_error(text);
}

/// Writes a file to a path that the user chose, atomically. An old file keeps its mode. A link must stay in its repository, or in
/// its folder if that is in none.
///
/// # Errors
/// If the path is a folder, a device, a pipe, a read-only file or a link that leads out of the repository, or cannot be written.
/// An old file is then unchanged.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Ok(single_file::write_file(&Folder::at(&tree_around(path)), path, bytes)?)
}

/// Writes a baseline.
///
/// # Errors
/// If the file cannot be written, or is something else than a baseline.
pub fn write_baseline(path: &Path, text: &str) -> anyhow::Result<()> {
    // What cannot be read is not written, either.
    if files::read(path).is_ok_and(|bytes| !baseline::is_baseline(&bytes)) {
        bail!("{} is not a baseline: remove it, or name another file", path.display());
    }
    write_file(path, text.as_bytes())
}

/// The folder that a link in the place of a file may not lead out of.
fn tree_around(path: &Path) -> PathBuf {
    let folder = path.parent().unwrap_or(Path::new(""));
    if path.is_symlink() { tree_of(folder) } else { folder.to_owned() }
}

/// Writes a file like [`write_file`], but in pieces: it may be larger than the memory.
///
/// # Errors
/// As for [`write_file`], and if `write` fails.
#[cfg(feature = "full")]
pub fn write_streamed(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    Ok(single_file::write_streamed(&Folder::at(&tree_around(path)), path, write)?)
}

/// Writes files of a project, which it names itself: only in the repository of its root.
///
/// # Errors
/// As for [`write_file`]. If one of the files is outside of the repository, none is written.
pub fn write_files_of(root: &Root, files: &[(&Path, &str)]) -> anyhow::Result<()> {
    let tree = tree_of(root.folder().unwrap_or(Path::new("")));
    let tree = Folder::at(&tree);
    files.iter().try_for_each(|(path, _)| tree.resolve(path.to_path_buf()).map(drop))?;
    Ok(files.iter().try_for_each(|(path, text)| single_file::write_file(&tree, path, text.as_bytes()))?)
}

/// Whether two paths refer to the same existing file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// The options for the verbosity of reports.
#[derive(Args)]
pub struct DetailArgs {
    /// Show each warning instead of only their number
    #[arg(long, conflicts_with = "quiet")]
    warnings: bool,
    /// Report only errors
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

/// Prints the reports and messages of commands that generate.
pub fn reporter(detail: Detail) -> Reporter<'static> {
    let brief = Reporter {
        format: "brief",
        report: &|project| report(project, Detail::Brief),
        say: &say,
        stage: &progress::stage,
    };
    match detail {
        Detail::Quiet => {
            let report = &|project: &dyn AnyProject| report(project, Detail::Quiet);
            Reporter { format: "quiet", report, say: &|_| {}, ..brief }
        }
        Detail::Brief => brief,
        Detail::Full => Reporter { format: "full", report: &|project| report(project, Detail::Full), ..brief },
    }
}

/// Fails if a project has no operators: then the user named the wrong folder.
pub fn refuse_empty(project: &Review) -> anyhow::Result<()> {
    match project.without_operators() {
        Some(message) => bail!(message),
        None => Ok(()),
    }
}

/// The line about a profile that nobody has chosen. Empty if the tree states its version.
pub fn assumption(project: &Review) -> String {
    project.assumption.as_ref().map_or(String::new(), |assumption| format!("note: {assumption}\n"))
}

/// The report on a project for commands other than `check`. Empty if there is nothing to report.
pub fn report(project: &Review, detail: Detail) -> String {
    let (diagnostics, warnings) = (&project.diagnostics, project.diagnostics.count(Level::Warning));
    let details = report::render_to(Level::Error, diagnostics, &project.sources);
    let errors = count(diagnostics.count(Level::Error), "error");
    let shown = match warnings {
        0 => count(0, "warning"),
        _ => format!("{} (`--warnings` shows {})", count(warnings, "warning"), them(warnings)),
    };
    let selected = project.selected.as_ref().map_or(String::new(), |selected| format!("{selected}\n"));
    let assumed = assumption(project);
    match detail {
        Detail::Full => assumed + &selected + &findings(project),
        Detail::Quiet if details.is_empty() => String::new(),
        Detail::Quiet => format!("{details}{errors}\n"),
        Detail::Brief if details.is_empty() && warnings == 0 => assumed + &selected,
        Detail::Brief if details.is_empty() => format!("{assumed}{selected}{shown}\n"),
        Detail::Brief => format!("{assumed}{details}{errors}, {shown}\n"),
    }
}

fn them(number: usize) -> &'static str {
    if number == 1 { "it" } else { "them" }
}

/// All errors and warnings in a project, with a count. Empty if there are none.
pub fn findings(project: &Review) -> String {
    findings_to(project, Level::Warning)
}

/// All findings in a project from level `lowest` up, with a count. Empty if there are none.
pub fn findings_to(project: &Review, lowest: Level) -> String {
    let details = report::render_to(lowest, &project.diagnostics, &project.sources);
    if details.is_empty() {
        return details;
    }
    let hidden = hidden_notes(project).filter(|_| lowest < Level::Note);
    let notes = hidden.map_or(String::new(), |notes| format!(", {notes}"));
    format!("{details}{}{notes}{}\n", report::summary(&project.diagnostics, lowest), known(project))
}

/// The message if there are no findings to show, with the number of hidden ones.
pub fn no_findings(project: &dyn AnyProject) -> String {
    let operators = count(project.count(), "operator");
    let notes = hidden_notes(project).map_or(String::new(), |notes| format!(", {notes}"));
    format!("{operators}, no errors or warnings{notes}{}\n", known(project))
}

/// The number of notes, with a hint on how to show them.
fn hidden_notes(project: &Review) -> Option<String> {
    let number = project.diagnostics.count(Level::Note);
    (number > 0).then(|| format!("{} (`opgen check --notes` shows {})", count(number, "note"), them(number)))
}

/// The numbers of findings that are hidden by the baseline, by `--since`, or because they are in other files.
pub fn known(project: &Review) -> String {
    let are = |number: usize| if number == 1 { "1 is".to_owned() } else { format!("{number} are") };
    let mut text = String::new();
    if project.in_baseline > 0 {
        text += &format!("; the baseline has {}", count(project.in_baseline, "known finding"));
    }
    if project.in_base > 0 {
        text += &format!("; {} not new", are(project.in_base));
    }
    if project.in_other_files > 0 {
        text += &format!("; {} in other files", are(project.in_other_files));
    }
    text
}

/// Prints the error that ends the program.
pub fn error(error: &anyhow::Error) {
    // If standard error is closed, the error cannot be reported.
    let _ = print_error(&format!("error: {error:#}\n"));
}

/// Whether output failed because the reader closed the pipe, as `head` does.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
