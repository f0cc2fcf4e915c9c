//! Mappings of `opgen convert`: reading them, and checking them for `opgen check --mapping`.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use opgen::convert::Mapping;
use opgen::convert::rules;
use opgen::source::{Diagnostics, Level, Sources, count, report};

use super::findings::{Format, Report, fingerprint};
use super::{Outcome, output};

/// Reports everything that is wrong with the mapping in a folder.
pub fn check(folder: &Path, format: Format) -> anyhow::Result<Outcome> {
    let (mapping, diagnostics, sources) = read(folder)?;
    let path = |name: &str| folder.join(name).to_string_lossy().replace('\\', "/");
    let report = Report { diagnostics: &diagnostics, sources: &sources, path: &path, fingerprint: &fingerprint };
    let human = || {
        if diagnostics.is_empty() {
            let rules = mapping.functions.len() + mapping.attributes.len();
            return format!("{}, no errors or warnings\n", count(rules, "rule"));
        }
        let summary = report::summary(&diagnostics, Level::Warning);
        format!("{}{summary}\n", report::render_to(Level::Warning, &diagnostics, &sources))
    };
    output::print(&report.text(format, human))?;
    Ok(if diagnostics.has_errors() { Outcome::Findings } else { Outcome::Fine })
}

/// Reads the mapping in a folder, and everything that is wrong with it.
pub fn read(folder: &Path) -> anyhow::Result<(Mapping, Diagnostics, Sources)> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    if files.is_empty() {
        bail!("{} has no `.toml` file", folder.display());
    }
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let mapping = Mapping::read(files, &mut sources, &mut diagnostics);
    rules::check::mapping(&mapping, &mut diagnostics);
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
