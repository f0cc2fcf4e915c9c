//! Mappings of `opgen convert`: reading them, and checking them for `opgen check --mapping`.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use opgen::convert::Mapping;
use opgen::convert::rules::check;
use opgen::source::{Diagnostics, Sources};

/// Reads the mapping in a folder, and everything that is wrong with it.
pub fn read(folder: &Path) -> anyhow::Result<(Mapping, Diagnostics, Sources)> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    if files.is_empty() {
        bail!("{} has no `.toml` file", folder.display());
    }
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let mapping = Mapping::read(files, &mut sources, &mut diagnostics);
    check::mapping(&mapping, &mut diagnostics);
    Ok((mapping, diagnostics, sources))
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) -> anyhow::Result<()> {
    let unreadable = || format!("{} cannot be read", folder.display());
    let mut entries: Vec<_> = fs::read_dir(folder).with_context(unreadable)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else if name.ends_with(".toml") || name.ends_with(".py") {
            let text = fs::read_to_string(entry.path());
            files.push((name, text.with_context(|| format!("{} cannot be read", entry.path().display()))?));
        }
    }
    Ok(())
}
