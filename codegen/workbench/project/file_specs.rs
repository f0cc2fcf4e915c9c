//! Reads one input file, without regard to the others.

use std::ops::Range;
use std::sync::Arc;

use source::yaml::{self, Node};
use source::{Catalogue, Diagnostics, FileId, Shift, Sources};

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
    pub fn of(
        framework: F,
        key: &str,
        id: FileId,
        profile: &F::Profile,
        catalogue: Catalogue,
        sources: &Sources,
    ) -> Self {
        let mut all = FileSpecs::default();
        for part in (FileReader { framework, profile, catalogue, sources }).read(key, id, |_, _| None) {
            all.append(Arc::unwrap_or_clone(part.specs));
        }
        all
    }

    /// Adds the contents of another file, or of the next part of this one.
    pub fn append(&mut self, other: FileSpecs<F>) {
        let FileSpecs { specs, outlines, diagnostics } = other;
        F::join(&mut self.specs, specs);
        self.outlines.append(outlines);
        self.diagnostics.append(diagnostics);
    }

    /// The same contents at positions moved by a number of bytes. `None` if they must be read again.
    pub(crate) fn moved(&self, bytes: i64) -> Option<Self> {
        // Findings are rare, and their messages and fixes may refer to any position.
        if !self.diagnostics.is_clean() {
            return None;
        }
        let mut outlines = self.outlines.clone();
        outlines.shift(bytes);
        Some(FileSpecs { specs: F::moved(&self.specs, bytes)?, outlines, diagnostics: Diagnostics::default() })
    }
}

/// A part of a file that was read without regard to the rest: some entries of a list, or the whole file.
#[derive(Debug)]
pub(crate) struct FilePart<F: Framework> {
    pub range: Range<usize>,
    pub specs: Arc<FileSpecs<F>>,
}

/// Reads single files.
pub(crate) struct FileReader<'a, F: Framework> {
    pub framework: F,
    pub profile: &'a F::Profile,
    pub catalogue: Catalogue,
    pub sources: &'a Sources,
}

impl<F: Framework> FileReader<'_, F> {
    /// The parts of a file in their order. `known` is asked for those that need not be read, by their index and range.
    pub fn read(
        &self,
        key: &str,
        id: FileId,
        known: impl Fn(usize, &Range<usize>) -> Option<Arc<FileSpecs<F>>> + Sync,
    ) -> Vec<FilePart<F>> {
        let text = self.sources.file(id).text();
        let is_yaml = is_yaml(key, self.profile);
        let read = |index, range: Range<usize>| {
            let specs = known(index, &range).or_else(|| Some(Arc::new(self.part(key, id, &range)?)))?;
            Some(FilePart { range, specs })
        };
        if is_yaml && let Some(parts) = yaml::read_parts(text, read) {
            return parts;
        }
        let whole = 0..text.len();
        if is_yaml && yaml::is_blank(text) && self.profile.may_be_empty(key) {
            return vec![FilePart { range: whole, specs: Arc::default() }];
        }
        let mut diagnostics = Diagnostics::default();
        let specs = match is_yaml {
            true => match yaml::parse(id, text, &mut diagnostics) {
                Some(root) => self.entries(key, id, &whole, &root, diagnostics),
                None => FileSpecs { diagnostics, ..FileSpecs::default() },
            },
            false => {
                let specs = self.framework.read_text(text, id, key, self.profile, &mut diagnostics);
                FileSpecs { specs, diagnostics, ..FileSpecs::default() }
            }
        };
        vec![FilePart { range: whole, specs: Arc::new(specs) }]
    }

    /// Some entries of a list. `None` if the file must be read as a whole.
    fn part(&self, key: &str, id: FileId, range: &Range<usize>) -> Option<FileSpecs<F>> {
        let root = yaml::parse_part(id, self.sources.file(id).text(), range)?;
        Some(self.entries(key, id, range, &root, Diagnostics::default()))
    }

    fn entries(
        &self,
        key: &str,
        id: FileId,
        range: &Range<usize>,
        root: &Node,
        mut diagnostics: Diagnostics,
    ) -> FileSpecs<F> {
        let text = self.sources.file(id).text();
        let mut outlines = Outlines::default();
        outlines.push(id, Outline::of(id, text, range, root, self.catalogue, &mut diagnostics));
        let specs = self.framework.read(root, key, self.profile, &mut diagnostics);
        FileSpecs { specs, outlines, diagnostics }
    }
}

fn is_yaml(key: &str, profile: &impl Version) -> bool {
    profile.kinds().into_iter().find(|kind| kind.key == key).is_none_or(|kind| kind.format == Format::Yaml)
}
