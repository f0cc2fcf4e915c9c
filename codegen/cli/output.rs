//! Printing, with colours only where they are seen, and without a panic when nobody reads.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::Context;
use opgen::emit;
use opgen::project::Project;
use opgen::render::Rendered;
use opgen::source::report;

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
        anyhow::Ok(emit::apply(&emit::changes(folder, &[Rendered { path: name, text }])?)?)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Everything found in a project, with a count; nothing where nothing was found.
pub fn findings(project: &Project) -> String {
    if project.diagnostics.is_empty() {
        return String::new();
    }
    let details = report::render_all(&project.diagnostics, &project.sources);
    format!("{details}{}{}\n", report::summary(&project.diagnostics), known(project))
}

/// What is left out because the baseline knows it.
pub fn known(project: &Project) -> String {
    match project.known {
        0 => String::new(),
        number => format!("; the baseline has {}", opgen::source::count(number, "known finding")),
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
