//! Reads one input file, without regard to the others.

use source::yaml;
use source::{Catalogue, Diagnostics, FileId, Sources};

use crate::framework::{Format, Framework, Version};
use crate::outline::Outline;
use crate::suppressions::Outlines;

/// The contents of one file, or of several that were appended.
#[derive(Debug, Clone, Default)]
pub struct FileSpecs<F: Framework> {
    /// The operators or other entries.
    pub specs: F::Specs,
    /// The positions of the entries, and the comments for opgen.
    pub outlines: Outlines,
    /// The mistakes that can be found without the other files.
    pub diagnostics: Diagnostics,
}

impl<F: Framework> FileSpecs<F> {
    /// Reads a file whose kind has the given key in the profile.
    pub fn of(key: &str, id: FileId, profile: &F::Profile, catalogue: Catalogue, sources: &Sources) -> Self {
        let FileSpecs { mut specs, mut outlines, mut diagnostics } = FileSpecs::<F>::default();
        let text = sources.file(id).text();
        if !is_yaml(key, profile) {
            specs = F::read_text(text, id, key, profile, &mut diagnostics);
        } else if let Some(root) = yaml::parse(id, text, &mut diagnostics) {
            outlines.push(id, Outline::of(id, text, &root, catalogue, &mut diagnostics));
            specs = F::read(&root, key, profile, &mut diagnostics);
        }
        FileSpecs { specs, outlines, diagnostics }
    }

    /// Adds the contents of another file.
    pub fn append(&mut self, other: FileSpecs<F>) {
        let FileSpecs { specs, outlines, diagnostics } = other;
        F::join(&mut self.specs, specs);
        self.outlines.append(outlines);
        self.diagnostics.append(diagnostics);
    }
}

fn is_yaml(key: &str, profile: &impl Version) -> bool {
    profile.kinds().into_iter().find(|kind| kind.key == key).is_none_or(|kind| kind.format == Format::Yaml)
}
