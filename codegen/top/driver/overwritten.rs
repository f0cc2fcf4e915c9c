//! Refuses outputs that would replace what they are made of.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use emit::{EmitError, Folder, OutputFile, foreign};
use project::any::AnyProject;
use project::config::help_for_path;
use project::dependencies::Dependencies;
use project::{Root, rules};
use render::BANNER;
use source::file::{FileId, SourceFile};
use source::path::{refusal, tidy, with_slashes};
use source::{Diagnostic, Diagnostics, Span};

/// Reports outputs below `out` that would replace an input, or C++ of the author's.
///
/// # Errors
/// If a file in the place of an output cannot be read, or a link leads out of the folder.
pub fn check(
    out: &Path,
    files: &[OutputFile],
    inputs: &Dependencies,
    root: &Root,
    project: &mut dyn AnyProject,
) -> Result<Diagnostics, EmitError> {
    let (folder, inputs) = (Folder::at(out), inputs.places());
    let mut found = Diagnostics::default();
    let (mut of_custom_targets, root) = (Vec::new(), root.folder().and_then(|root| fs::canonicalize(root).ok()));
    let real_out = fs::canonicalize(out).ok();
    for file in files {
        if let Some(reason) = refusal(&file.path) {
            found.push(misplaced(project, &file.path, reason));
            continue;
        }
        let path = folder.output(&file.path)?;
        let below = |real_out: &PathBuf| path.strip_prefix(out).ok().map(|rest| real_out.join(rest));
        let path = real_path(&path).or_else(|| real_out.as_ref().and_then(below)).unwrap_or(path);
        if is_one_of(&inputs, &path) {
            found.push(problem(project, out, file, "an input"));
        } else if file.group.is_some() && root.as_ref().is_some_and(|root| is_read_cpp(project, root, &path)) {
            of_custom_targets.push(file);
        }
    }
    for name in foreign::find(out, of_custom_targets.iter().copied(), BANNER)? {
        let file = of_custom_targets.iter().find(|file| file.path == name);
        if let Some(file) = file {
            found.push(problem(project, out, file, "C++ that opgen did not write"));
        }
    }
    Ok(found)
}

/// The path of an output behind all links, if it exists. Most do not if they are all new, and `exists` reads no links.
fn real_path(path: &Path) -> Option<PathBuf> {
    path.exists().then(|| fs::canonicalize(path).ok())?
}

fn is_one_of(inputs: &BTreeSet<PathBuf>, path: &Path) -> bool {
    inputs.contains(&path.components().collect::<PathBuf>())
}

/// Whether a file below the root is C++ that opgen reads or a package is built of.
fn is_read_cpp(project: &dyn AnyProject, root: &Path, path: &Path) -> bool {
    let Ok(name) = path.strip_prefix(root).map(with_slashes) else { return false };
    project.recipe().version.reads_cpp(&name)
}

fn problem(project: &mut dyn AnyProject, out: &Path, file: &OutputFile, what: &str) -> Diagnostic {
    let name = with_slashes(&tidy(&out.join(&file.path)));
    let is_named = |group: &String| {
        let target = project.recipe().custom_targets.iter().find(|target| target.name.value == *group);
        target.map(|target| target.output.span)
    };
    let (at, help) = match file.group.as_ref().and_then(is_named) {
        Some(span) => (span, "give this target another `output`"),
        None => {
            let file = project.sources.add(SourceFile::new(name.clone(), String::new()));
            (Span::start_of(file), "choose another output folder")
        }
    };
    Diagnostic::new(rules::TEMPLATE, at, format!("this output would replace {name}, which is {what}")).help(help)
}

/// The finding for a path that no output may have. It comes from a profile, so it is looked for in the TOML of the project.
fn misplaced(project: &mut dyn AnyProject, path: &str, reason: &str) -> Diagnostic {
    let quoted = format!("\"{path}\"");
    let at = |file: &SourceFile| file.text().find(&quoted).filter(|_| file.name().ends_with(".toml"));
    let written = (0..).zip(project.sources.files()).find_map(|(id, file)| Some((id, at(file)? + 1)));
    let span = match written {
        Some((id, start)) => Span::new(FileId::from_index(id), start, start + path.len()),
        None => Span::start_of(project.sources.add(SourceFile::new(path.to_owned(), String::new()))),
    };
    Diagnostic::new(rules::TEMPLATE, span, format!("`{path}` {reason}")).help(help_for_path(reason))
}
