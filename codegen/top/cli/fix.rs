//! `opgen check --fix`: carries out the fixes of findings.

use anyhow::bail;
use opgen::driver::fix::{Fixed, FixedFile, Wanted};
use opgen::project::Root;
use opgen::source::{Level, count, files};

use super::output;
use super::patch;
use super::root_args::path_in;

/// Writes the changed files, and says what was fixed.
///
/// # Errors
/// If a file cannot be written, or has changed since it was read.
pub fn write(fixed: &Fixed, wanted: Wanted, root: &Root) -> anyhow::Result<()> {
    for file in &fixed.files {
        if !files::read(&file.path).is_ok_and(|bytes| bytes == file.old.as_bytes()) {
            bail!("{} has changed since it was read: check again", file.path.display());
        }
    }
    let files: Vec<_> = fixed.files.iter().map(|file| (file.path.as_path(), file.new.as_str())).collect();
    output::write_files_of(root, &files)?;
    let done: String = fixed.done.iter().map(|done| format!("fixed {done}\n")).collect();
    output::print_error(&format!("{done}{}", summary(fixed, wanted, "fixed in")))
}

/// Prints what [`write`] would change.
///
/// # Errors
/// If standard output cannot be written.
pub fn show(fixed: &Fixed, wanted: Wanted, root: &Root) -> anyhow::Result<()> {
    let patch = |file: &FixedFile| patch::unified(&path_in(root, &file.name), Some(&file.old), &file.new);
    output::print(&fixed.files.iter().map(patch).collect::<String>())?;
    output::print_error(&summary(fixed, wanted, "would be fixed in"))
}

/// How much was fixed, and what else could be.
fn summary(fixed: &Fixed, wanted: Wanted, verb: &str) -> String {
    let (findings, files) = (count(fixed.done.len(), "finding"), count(fixed.files.len(), "file"));
    let mut text = format!("{findings} {verb} {files}\n");
    if fixed.dropped > 0 {
        let fixes = count(fixed.dropped, "fix").replace("fixs", "fixes");
        text += &format!("{fixes} not kept: other findings would have appeared\n");
    }
    if wanted.uncertain {
        return text;
    }
    let uncertain = |level: Level| {
        let findings = fixed.project.diagnostics.sorted().into_iter().filter(move |found| found.level == level);
        findings.filter(|found| found.fix.as_ref().is_some_and(|fix| !fix.certain)).count()
    };
    match uncertain(Level::Error) + uncertain(Level::Warning) {
        0 => text,
        1 => text + "1 more has a fix that may not be what you meant: `--unsafe-fixes` also carries it out\n",
        more => {
            text + &format!(
                "{more} more have fixes that may not be what you meant: `--unsafe-fixes` also carries them out\n"
            )
        }
    }
}
