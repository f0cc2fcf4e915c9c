//! Writes the results of `opgen convert`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use opgen::convert::Mapping;
use opgen::convert::project::{Content, Converted, HelperFile, Output, Text};
use opgen::emit::{Folder, real_path, single_file};
use opgen::source::files;

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
            let folder = Folder::at(&folder);
            let helpers = helpers_in(&folder, converted, mapping)?;
            output::write_file(&path, text.after.as_bytes())?;
            single_file::copy_mode(Path::new(input), &path)?;
            write_all(&folder, &helpers)
        }
    }
}

/// The file to write, and the folder of its helpers.
fn place(input: &str, out: &Path) -> anyhow::Result<(PathBuf, PathBuf)> {
    if out.is_dir() {
        let name = Path::new(input).file_name().filter(|_| input != "-");
        let name = name.context("standard input has no name: name a file")?;
        return Ok((Folder::at(out).resolve(out.join(name))?, out.to_owned()));
    }
    Ok((out.to_owned(), out.parent().unwrap_or(Path::new("")).to_owned()))
}

fn write_folder(from: &Path, out: &Path, converted: &Converted, mapping: &Mapping) -> anyhow::Result<()> {
    let is_in_place = output::is_same_file(from, out);
    if !is_in_place
        && let Ok(from) = fs::canonicalize(from)
        && real_path(out)?.starts_with(&from)
    {
        bail!("the output folder is inside the folder to convert, so the next run would convert it, too");
    }
    let folder = Folder::at(out);
    let helpers = helpers_in(&folder, converted, mapping)?;
    // Nothing is written if one of the files cannot be.
    let written: Vec<_> = converted.outputs.iter().filter(|output| !is_in_place || is_changed(output)).collect();
    let paths: Vec<_> = written.iter().map(|output| folder.file(&output.name)).collect::<Result<_, _>>()?;
    written.iter().zip(paths).try_for_each(|(output, path)| write_output(output, from, &path, &folder))?;
    write_all(&folder, &helpers)
}

/// Whether a file has another text than before.
fn is_changed(file: &Output) -> bool {
    matches!(&file.content, Content::Text(text) if text.is_changed())
}

fn write_output(file: &Output, from: &Path, path: &Path, folder: &Folder) -> anyhow::Result<()> {
    match &file.content {
        Content::Text(text) => single_file::write_file(folder, path, text.after.as_bytes())?,
        Content::Copied(source) | Content::Undecoded(source) => single_file::copy_file(folder, source, path)?,
    }
    Ok(single_file::copy_mode(&from.join(&file.name), path)?)
}

/// The helper files for a folder. They keep the helpers that existing files in the folder have.
fn helpers_in(folder: &Folder, converted: &Converted, mapping: &Mapping) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let merged = |file: &HelperFile| {
        let path = folder.file(&file.name)?;
        let text = match files::read_text(&path) {
            Ok(present) => file.beside(&present, mapping).with_context(|| {
                format!("{} is not a helper file and would be overwritten: write to another folder", path.display())
            })?,
            Err(error) if error.kind() == ErrorKind::NotFound => file.text.clone(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        Ok((path, text))
    };
    converted.helpers.iter().map(merged).collect()
}

fn write_all(folder: &Folder, files: &[(PathBuf, String)]) -> anyhow::Result<()> {
    Ok(files.iter().try_for_each(|(path, text)| single_file::write_file(folder, path, text.as_bytes()))?)
}
