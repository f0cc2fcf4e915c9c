//! Finds what earlier runs left behind: sources from another number of shards, because a build that compiles all sources
//! would see functions twice; and temporary files of a run that was killed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use crate::{EmitError, stamp};

/// Files below an output folder that will be removed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// Generated files that are no longer outputs. Relative to the folder, in order.
    pub stale: Vec<String>,
    pub temporary: Vec<PathBuf>,
}

/// How generated files are told from others.
pub struct Marks<'a> {
    /// The sources that shards may replace.
    pub divisible: &'a [String],
    /// Whether a file of one name is what some number of shards makes of a source of another.
    pub is_shard: fn(&str, &str) -> bool,
    /// What the first line of every generated file contains.
    pub banner: &'a str,
}

/// What is left below `out`, where these outputs are made.
///
/// Files are recognised by their names and, if they are stale, by their first line. A record of earlier runs is not used,
/// because it may be lost.
///
/// # Errors
/// A folder or file exists but cannot be read.
pub fn find(out: &Path, outputs: &[String], marks: &Marks) -> Result<Leftovers, EmitError> {
    let mut left = Leftovers::default();
    let paths = outputs.iter().map(|output| out.join(output)).chain([stamp::path(out)]);
    left.temporary
        .extend(paths.map(|path| crate::temporary_path(&crate::behind_link(path))).filter(|path| is_file(path)));
    let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in marks.divisible {
        let (folder, name) = source.rsplit_once('/').unwrap_or(("", source));
        folders.entry(folder).or_default().push(name);
    }
    let current: BTreeSet<&str> = outputs.iter().map(String::as_str).collect();
    for (folder, names) in folders {
        for file in siblings(&out.join(folder))? {
            let (whole, is_temporary) = crate::without_temporary(&file);
            let relative = if folder.is_empty() { whole.to_owned() } else { format!("{folder}/{whole}") };
            if current.contains(relative.as_str()) || !names.iter().any(|name| (marks.is_shard)(whole, name)) {
                continue;
            }
            let path = out.join(folder).join(&file);
            if is_temporary {
                left.temporary.extend(is_file(&path).then_some(path));
            } else if is_generated(&path, marks.banner).map_err(EmitError::at("read", &path))? {
                left.stale.push(relative);
            }
        }
    }
    left.stale.sort();
    Ok(left)
}

/// The names in a folder. The folder may not exist.
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
    BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).contains(banner))
}

/// Whether it is a file and not a link to one.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}
