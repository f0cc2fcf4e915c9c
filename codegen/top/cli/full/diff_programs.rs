//! `opgen diff --programs`: finds saved programs that the two sides translate differently.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use opgen::diff::{ProgramDiff, Translation, Untranslated};
use opgen::project::program_files::{HELP, ProgramFiles};
use opgen::registry::{Project, Registry};
use opgen::source::Sources;
use opgen::source::files;
use opgen::source::path::with_slashes;
use opgen::translate::print::Form;
use opgen::translate::{Facts, Model};

/// The programs below a folder that translate differently, and the number of all.
pub fn compare(folder: &Path, base: &Project, head: &Project) -> anyhow::Result<(Vec<ProgramDiff>, usize)> {
    let files = programs(folder)?;
    let registries = [&base.registry, &head.registry];
    let (base, head) = (Side::new(base, registries)?, Side::new(head, registries)?);
    let mut found = Vec::new();
    for file in &files {
        let bytes = files::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let below = file.strip_prefix(folder).ok().filter(|below| *below != Path::new("")).unwrap_or(file);
        let name = with_slashes(below);
        found.extend(ProgramDiff::new(&name, &base.translation(&name, &bytes), &head.translation(&name, &bytes)));
    }
    Ok((found, files.len()))
}

fn programs(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let found = ProgramFiles::at(folder).map_err(|reason| anyhow!("cannot read {}: {reason}", folder.display()))?;
    if found.files.is_empty() {
        bail!("{} has no saved programs: {HELP}", folder.display());
    }
    Ok(found.files)
}

/// One of the two sides.
struct Side<'a> {
    facts: Facts,
    translate: &'a opgen::profile::Translate,
    /// Those of both sides: one of them may have removed an operator.
    registries: [&'a Registry; 2],
}

impl<'a> Side<'a> {
    fn new(project: &'a Project, registries: [&'a Registry; 2]) -> anyhow::Result<Self> {
        let profile = &project.profile;
        let facts = Facts::of(&project.registry, profile).zip(profile.translate.as_ref());
        let (facts, translate) =
            facts.with_context(|| format!("the profile `{}` does not describe translations", profile.name))?;
        Ok(Side { facts: facts.with_operations(&translate.operations), translate, registries })
    }

    fn translation(&self, name: &str, bytes: &[u8]) -> Translation {
        let mut sources = Sources::default();
        let translated = Model { name, bytes }.translate(&self.facts, self.translate, Some(Form::Text), &mut sources);
        translated.text.ok_or_else(|| Untranslated {
            reasons: translated.diagnostics.iter().map(|found| found.message.clone()).collect(),
            operators: translated.untranslated.into_iter().map(|kind| self.names(kind)).collect(),
        })
    }

    /// The names of an operator in programs and in YAML.
    fn names(&self, kind: Option<String>) -> Vec<String> {
        let Some(kind) = kind else { return Vec::new() };
        let named =
            self.registries.iter().flat_map(|registry| registry.legacy_compat()).filter(|(name, _)| *name == kind);
        let pairs = named.flat_map(|(_, entries)| entries).flat_map(|entry| entry.backward.iter().chain([&entry.op]));
        let in_yaml = pairs.filter(|pair| pair.in_programs() == kind).map(|pair| pair.name.value.clone());
        in_yaml.chain([kind.clone()]).collect()
    }
}
