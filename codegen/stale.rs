//! Sources that a run with another number of shards left, so that a build that compiles every source there is finds each
//! function once.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::Path;

use crate::emit::EmitError;
use crate::shards::{self, Shards};
use crate::targets::BANNER;

/// The generated files below `out` that hold what belongs to one of the sources, but are not among its shards.
///
/// They are told by name and by their first line, not by a note of what earlier runs made, which may be lost.
///
/// # Errors
/// A folder or file that exists and cannot be read.
pub fn find(out: &Path, sources: &[String], shards: Shards) -> Result<Vec<String>, EmitError> {
    let mut found = Vec::new();
    for source in sources {
        let (folder, name) = source.rsplit_once('/').unwrap_or(("", source));
        let current = shards.paths(name);
        let others = siblings(&out.join(folder))?.into_iter().filter(|file| shards::is_of(file, name));
        for file in others.filter(|file| !current.contains(file)) {
            let path = out.join(folder).join(&file);
            if is_generated(&path).map_err(EmitError::at("read", &path))? {
                found.push(if folder.is_empty() { file } else { format!("{folder}/{file}") });
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The names in a folder, which need not exist.
fn siblings(folder: &Path) -> Result<Vec<String>, EmitError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(EmitError::at("read the folder", folder)(error)),
    };
    let names = entries.map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()));
    names.collect::<io::Result<_>>().map_err(EmitError::at("read the folder", folder))
}

fn is_generated(path: &Path) -> io::Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let mut line = Vec::new();
    BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).contains(BANNER))
}
