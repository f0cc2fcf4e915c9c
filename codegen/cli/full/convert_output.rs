//! Writes the results of `opgen convert`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, bail};
use opgen::convert::Mapping;
use opgen::convert::project::{Content, Converted, HelperFile, Output, Text};

use super::super::output;

/// The outputs that are text, with their names.
pub fn texts(converted: &Converted) -> impl Iterator<Item = (&str, &Text)> {
    converted.outputs.iter().filter_map(|output| match &output.content {
        Content::Text(text) => Some((output.name.as_str(), text)),
        Content::Copied(_) | Content::Undecoded(_) => None,
    })
}

/// Prints the code of a single file, or writes it if there is a path. A converted folder is always written.
pub fn write(input: &str, out: Option<&Path>, converted: &Converted, mapping: &Mapping) -> anyhow::Result<()> {
    let is_folder = input != "-" && Path::new(input).is_dir();
    match (out, is_folder) {
        (Some(out), true) => write_folder(Path::new(input), out, converted, mapping),
        (None, true) => bail!("name an output folder with `--out`, or use `--diff` or `--check`"),
        (out, false) => {
            let Some((_, text)) = texts(converted).next() else { return Ok(()) };
            let Some(out) = out else { return output::print(&text.after) };
            let (path, folder) = place(input, out)?;
            let helpers = helpers_in(&folder, converted, mapping)?;
            output::write_file(&path, text.after.as_bytes())?;
            keep_mode(Path::new(input), &path)?;
            write_all(&helpers)
        }
    }
}

/// The file to write, and the folder of its helpers.
fn place(input: &str, out: &Path) -> anyhow::Result<(PathBuf, PathBuf)> {
    if out.is_dir() {
        let name = Path::new(input).file_name().filter(|_| input != "-");
        let name = name.context("standard input has no name: name a file")?;
        return Ok((out.join(name), out.to_owned()));
    }
    Ok((out.to_owned(), out.parent().unwrap_or(Path::new("")).to_owned()))
}

fn write_folder(from: &Path, out: &Path, converted: &Converted, mapping: &Mapping) -> anyhow::Result<()> {
    fs::create_dir_all(out).with_context(|| format!("{} cannot be created", out.display()))?;
    let is_in_place = output::is_same_file(from, out);
    if !is_in_place
        && let (Ok(from), Ok(out)) = (fs::canonicalize(from), fs::canonicalize(out))
        && out.starts_with(&from)
    {
        bail!("the output folder is inside the folder to convert, so the next run would convert it, too");
    }
    let helpers = helpers_in(out, converted, mapping)?;
    for output in &converted.outputs {
        write_output(output, from, out, is_in_place)?;
    }
    write_all(&helpers)
}

fn write_output(file: &Output, from: &Path, out: &Path, is_in_place: bool) -> anyhow::Result<()> {
    let path = out.join(&file.name);
    match &file.content {
        Content::Text(text) if is_in_place && !text.is_changed() => Ok(()),
        Content::Text(text) => {
            output::write_file(&path, text.after.as_bytes())?;
            keep_mode(&from.join(&file.name), &path)
        }
        Content::Copied(_) | Content::Undecoded(_) if is_in_place => Ok(()),
        Content::Copied(source) | Content::Undecoded(source) => copy(source, &path),
    }
}

/// The helper files for a folder. They keep the helpers that existing files in the folder have.
fn helpers_in(folder: &Path, converted: &Converted, mapping: &Mapping) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let merged = |file: &HelperFile| {
        let path = folder.join(&file.name);
        let text = match fs::read_to_string(&path) {
            Ok(present) => file.beside(&present, mapping).with_context(|| {
                format!("{} is not a helper file and would be overwritten: write to another folder", path.display())
            })?,
            Err(_) => file.text.clone(),
        };
        Ok((path, text))
    };
    converted.helpers.iter().map(merged).collect()
}

fn write_all(files: &[(PathBuf, String)]) -> anyhow::Result<()> {
    files.iter().try_for_each(|(path, text)| output::write_file(path, text.as_bytes()))
}

/// Copies a file atomically, by way of a temporary file.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    if to.exists() && !to.is_file() {
        bail!("{} is not a file, so it cannot be replaced", to.display());
    }
    let folder = to.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let temporary = folder.join(format!(".opgen-copy-{}.tmp", process::id()));
    let copied = fs::copy(from, &temporary).and_then(|_| fs::rename(&temporary, to));
    if copied.is_err() {
        // The file may not exist. Only the first error is reported.
        let _ = fs::remove_file(&temporary);
    }
    copied.with_context(|| format!("{} cannot be copied", from.display()))
}

/// Copies the mode, so that scripts stay executable. The owner can always write, so that another run can replace the file.
#[cfg(unix)]
fn keep_mode(from: &Path, to: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let Ok(metadata) = fs::metadata(from) else { return Ok(()) };
    let mode = metadata.permissions().mode() & 0o777 | 0o200;
    let set = || {
        if fs::metadata(to)?.permissions().mode() & 0o777 != mode {
            fs::set_permissions(to, fs::Permissions::from_mode(mode))?;
        }
        Ok::<_, std::io::Error>(())
    };
    set().with_context(|| format!("cannot set the mode of {}", to.display()))
}

#[cfg(not(unix))]
fn keep_mode(_: &Path, _: &Path) -> anyhow::Result<()> {
    Ok(())
}
