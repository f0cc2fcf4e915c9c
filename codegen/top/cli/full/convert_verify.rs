//! Imports the modules of a converted project, and finds where those that fail come from.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use opgen::convert::findings::NOT_IMPORTED;
use opgen::convert::project::Converted;
use opgen::convert::summary::{FailedImport, Imports};
use opgen::convert::{MARK, WARNING};
use opgen::emit::TemporaryFolder;
use opgen::source::file::SourceFile;
use opgen::source::{Diagnostic, Diagnostics, Sources, Span};
use serde::Deserialize;
use serde_json::json;
use similar::{DiffTag, TextDiff};

use super::convert_output;

const SCRIPT: &str = include_str!("convert_verify/imports.py");
/// The time that a module may take, in seconds.
const LIMIT: u32 = 300;

/// What the script says of a module that fails.
#[derive(Deserialize)]
struct Said {
    error: String,
    file: String,
    line: usize,
}

/// Imports each converted module. `input` and `out` are the paths of the command.
pub fn imports(python: &Path, input: &str, out: &Path, converted: &Converted) -> anyhow::Result<Imports> {
    let is_folder = Path::new(input).is_dir();
    let (folder, name) = if is_folder || out.is_dir() {
        (out.to_owned(), None)
    } else {
        let folder = out.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        (folder.to_owned(), out.file_name().map(|name| name.to_string_lossy().into_owned()))
    };
    let is_module = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "py");
    let changed = convert_output::texts(converted).filter(|(name, text)| is_module(name) && text.is_changed());
    let written: Vec<(&str, String)> =
        changed.map(|(source, _)| (source, name.clone().unwrap_or_else(|| source.to_owned()))).collect();
    let said = run(python, &folder, &written)?;
    let mut failed = Vec::new();
    for ((source, _), said) in written.iter().zip(said) {
        let Some(said) = said else { continue };
        let place = written.iter().find(|(_, file)| *file == said.file);
        let (file, line) = place.map_or((*source, 1), |(source, _)| (*source, said.line));
        let text = convert_output::texts(converted).find(|(name, _)| *name == file).map(|(_, text)| text);
        let line = text.map_or(line, |text| line_before(&text.before, &text.after, line));
        failed.push(FailedImport { module: (*source).to_owned(), file: file.to_owned(), line, error: said.error });
    }
    Ok(Imports { tried: written.len(), failed })
}

/// What the script says of each module.
fn run(python: &Path, folder: &Path, written: &[(&str, String)]) -> anyhow::Result<Vec<Option<Said>>> {
    let script = TemporaryFolder::new().context("there is no folder for temporary files")?;
    script.write(Path::new("imports.py"), SCRIPT.as_bytes())?;
    let names: Vec<&String> = written.iter().map(|(_, name)| name).collect();
    let mut command = Command::new(python);
    command.arg("-B").arg(script.path().join("imports.py")).arg(folder).arg(LIMIT.to_string());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let failed = || format!("cannot run {}", python.display());
    let mut child = command.spawn().with_context(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // If the process has ended, it says why.
        let _ = stdin.write_all(json!(names).to_string().as_bytes());
    }
    let ran = child.wait_with_output().with_context(failed)?;
    let lines: Result<Vec<Option<Said>>, _> =
        String::from_utf8_lossy(&ran.stdout).lines().map(serde_json::from_str).collect();
    match lines {
        Ok(said) if ran.status.success() && said.len() == written.len() => Ok(said),
        _ => bail!("{} cannot import modules:\n{}", python.display(), String::from_utf8_lossy(&ran.stderr).trim_end()),
    }
}

/// The line of the original that a line of the converted text comes from. Marks are lines that the original does not have.
fn line_before(old: &str, new: &str, line: usize) -> usize {
    let diff = TextDiff::from_lines(old, new);
    let index = line.saturating_sub(1);
    let Some(op) = diff.ops().iter().find(|op| op.new_range().contains(&index)) else { return 1 };
    let is_mark = |line: &&str| [MARK, WARNING].iter().any(|mark| line.trim_start().starts_with(&format!("# {mark}")));
    let above = new.lines().skip(op.new_range().start).take(index - op.new_range().start);
    let inside = match op.tag() {
        DiffTag::Equal => above.count(),
        _ => above.filter(|line| !is_mark(line)).count().min(op.old_range().len().saturating_sub(1)),
    };
    op.old_range().start + inside + 1
}

/// The findings about modules that fail.
pub fn findings(imports: &Imports, converted: &Converted, diagnostics: &mut Diagnostics, sources: &mut Sources) {
    for failed in &imports.failed {
        let Some((name, text)) = convert_output::texts(converted).find(|(name, _)| *name == failed.file) else {
            continue;
        };
        let source = SourceFile::new(name.to_owned(), text.before.clone());
        let line = failed.line.saturating_sub(1);
        let range = source.lines(line, line);
        let written = text.before[range.clone()].trim_end().len();
        let file = sources.add(source);
        let span = Span::new(file, range.start, range.start + written);
        let message = match failed.module == failed.file {
            true => format!("the converted module cannot be imported: {}", failed.error),
            false => format!("`{}` cannot be imported, because of this module: {}", failed.module, failed.error),
        };
        diagnostics.push(Diagnostic::new(NOT_IMPORTED, span, message));
    }
}
