//! Finds files that earlier runs left behind: sources from a different number of shards, which would define functions twice
//! in a build that compiles all sources; and temporary files of a run that was killed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use source::files;

use crate::{EmitError, Folder, staged, stamp};

/// Files below an output folder that are to be removed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// The sorted paths of generated files that are no longer outputs, relative to the folder.
    pub obsolete: Vec<String>,
    /// Temporary files and folders of a run that was killed.
    pub temporary: Vec<PathBuf>,
}

/// How to recognise generated files.
pub struct OutputMarks<'a> {
    /// The sources that can be divided into shards.
    pub divisible: &'a [String],
    /// Whether the first name is that of a shard of the second, for any number of shards.
    pub is_shard: fn(&str, &str) -> bool,
    /// A text that the first line of every generated file contains.
    pub banner: &'a str,
}

/// Finds leftovers below `out`, beside the current outputs.
///
/// Files are recognised by their names, and obsolete ones also by their first line. A record of earlier runs could be lost, so
/// none is used.
///
/// # Errors
/// If a folder or file exists but cannot be read, or a link leads out of the folder.
pub fn find(out: &Path, outputs: &[String], marks: &OutputMarks) -> Result<Leftovers, EmitError> {
    let mut left = Leftovers::default();
    let within = Folder::at(out);
    let stamp = within.file(stamp::NAME);
    for path in outputs.iter().map(|output| within.output(output)).chain([stamp]) {
        left.temporary.extend(Some(crate::temporary_path(&path?)).filter(|path| is_file(path)));
    }
    left.temporary.extend(Some(out.join(staged::NAME)).filter(|path| path.symlink_metadata().is_ok()));
    let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in marks.divisible {
        let (folder, name) = source.rsplit_once('/').unwrap_or(("", source));
        folders.entry(folder).or_default().push(name);
    }
    let current: BTreeSet<&str> = outputs.iter().map(String::as_str).collect();
    for (folder, names) in folders {
        for file in siblings(&within.file(folder)?)? {
            let (whole, is_temporary) = crate::without_temporary(&file);
            let relative = if folder.is_empty() { whole.to_owned() } else { format!("{folder}/{whole}") };
            if current.contains(relative.as_str()) || !names.iter().any(|name| (marks.is_shard)(whole, name)) {
                continue;
            }
            let path = out.join(folder).join(&file);
            if is_temporary {
                left.temporary.extend(is_file(&path).then_some(path));
            } else if is_generated(&path, marks.banner).map_err(EmitError::at("read", &path))? {
                left.obsolete.push(relative);
            }
        }
    }
    left.obsolete.sort();
    Ok(left)
}

/// The names in a folder. A missing folder has none.
fn siblings(folder: &Path) -> Result<Vec<String>, EmitError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(EmitError::at("read the folder", folder)(error)),
    };
    let names = entries.map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()));
    names.collect::<io::Result<_>>().map_err(EmitError::at("read the folder", folder))
}

fn is_generated(path: &Path, banner: &str) -> io::Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let mut line = Vec::new();
    BufReader::new(files::open(path)?).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).contains(banner))
}

/// Whether the path is a regular file and not a link to one.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}
