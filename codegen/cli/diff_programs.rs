//! `opgen diff --programs`: which saved programs translate differently on the two sides.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use opgen::diff::{ProgramDiff, Translation};
use opgen::project::Project;
use opgen::source::Sources;
use opgen::translate::print::Form;
use opgen::translate::{Facts, Model};

/// What saved programs end with.
const ENDING: &str = "pdmodel";

/// The programs below a folder that translate differently, and how many there are in all.
pub fn compare(folder: &Path, base: &Project, head: &Project) -> anyhow::Result<(Vec<ProgramDiff>, usize)> {
    let files = programs(folder)?;
    let (base, head) = (Side::new(base)?, Side::new(head)?);
    let mut found = Vec::new();
    for file in &files {
        let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        found.extend(ProgramDiff::new(&name, &base.translation(&name, &bytes), &head.translation(&name, &bytes)));
    }
    Ok((found, files.len()))
}

fn programs(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
    files.sort();
    if files.is_empty() {
        bail!("{} has no saved programs (`*.{ENDING}`)", folder.display());
    }
    Ok(files)
}

/// One of the two sides.
struct Side<'a> {
    facts: Facts,
    translate: &'a opgen::profile::Translate,
}

impl<'a> Side<'a> {
    fn new(project: &'a Project) -> anyhow::Result<Self> {
        let profile = &project.recipe.profile;
        let facts = Facts::of(&project.registry, profile).zip(profile.translate.as_ref());
        let (facts, translate) =
            facts.with_context(|| format!("the profile `{}` says nothing of translations", profile.name))?;
        Ok(Side { facts: facts.with_operations(&translate.operations), translate })
    }

    fn translation(&self, name: &str, bytes: &[u8]) -> Translation {
        let mut sources = Sources::default();
        let made = Model { name, bytes }.translate(&self.facts, self.translate, Some(Form::Text), &mut sources);
        made.text.ok_or_else(|| made.diagnostics.iter().map(|found| found.message.clone()).collect())
    }
}
