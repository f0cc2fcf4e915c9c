//! Finds files that opgen did not write, and that an output would replace.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use source::files;

use crate::stamp::{self, Stamp};
use crate::{EmitError, Folder, OutputFile, holds};

/// The paths of outputs that would replace files that opgen did not write: neither does the stamp list them, nor does one of their
/// first lines contain the banner.
///
/// # Errors
/// If a file exists but cannot be read, or a link leads out of the folder.
pub fn find<'a>(
    out: &Path,
    outputs: impl IntoIterator<Item = &'a OutputFile>,
    banner: &str,
) -> Result<Vec<&'a str>, EmitError> {
    let (folder, stamp) = (Folder::at(out), stamp::read(out));
    let written = stamp.as_ref().map_or_else(Default::default, Stamp::paths);
    let mut found = Vec::new();
    for output in outputs {
        let path = folder.output(&output.path)?;
        if written.contains(output.path.as_str()) || !path.exists() {
            continue;
        }
        let is_of_opgen = || Ok(holds(&path, output.text.as_bytes())? || has_banner(&path, banner)?);
        if !is_of_opgen().map_err(EmitError::at("read", &path))? {
            found.push(output.path.as_str());
        }
    }
    Ok(found)
}

/// Whether one of the first lines of a file contains a text. In HTML, it is the second.
fn has_banner(path: &Path, banner: &str) -> io::Result<bool> {
    let mut file = BufReader::new(files::open(path)?);
    let mut lines = Vec::new();
    for _ in 0..2 {
        file.read_until(b'\n', &mut lines)?;
    }
    Ok(String::from_utf8_lossy(&lines).contains(banner))
}
