//! Reads the mappings of `opgen convert`, and checks them for `opgen check --mapping`.

use std::path::Path;

use anyhow::{Context, bail};
use opgen::convert::project::find;
use opgen::convert::rules;
use opgen::convert::{Mapping, Wanted};
use opgen::source::files;
use opgen::source::path::with_slashes;
use opgen::source::{Diagnostics, Level, Sources, count, report};

use super::super::findings::{Format, Report};
use super::super::outcome::Outcome;
use super::super::output;

/// Reports all errors and warnings in the mapping in a folder.
pub fn check(folder: &Path, format: Format) -> anyhow::Result<Outcome> {
    let (mapping, mut diagnostics, sources) = read(folder, Wanted::default())?;
    for style in &mapping.styles.known {
        let (_, of_style, _) = read(folder, Wanted { style: Some(style), ..Wanted::default() })?;
        // What both report is shown once.
        diagnostics.append(of_style);
    }
    let path = |name: &str| with_slashes(&folder.join(name));
    let report = Report::of_other_files(&diagnostics, &sources, &path);
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

/// Reads the mapping in a folder, and checks it.
pub fn read(folder: &Path, wanted: Wanted) -> anyhow::Result<(Mapping, Diagnostics, Sources)> {
    if !folder.is_dir() {
        bail!("{} is not a folder", folder.display());
    }
    let found = find(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let files = found.into_iter().filter(|file| file.name.ends_with(".toml") || file.name.ends_with(".py"));
    let text = |path: &Path| files::read_text(path).with_context(|| format!("{} cannot be read", path.display()));
    let files = files.map(|file| Ok((file.name, text(&file.path)?))).collect::<anyhow::Result<Vec<_>>>()?;
    if files.is_empty() {
        bail!("{} has no `.toml` file", folder.display());
    }
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let mapping = Mapping::read(files, wanted, &mut sources, &mut diagnostics);
    rules::check::mapping(&mapping, &mut diagnostics);
    Ok((mapping, diagnostics, sources))
}
