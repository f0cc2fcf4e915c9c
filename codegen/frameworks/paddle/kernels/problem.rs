//! Findings that point to C++ files, which are read only if there are any.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::index::{Index, Place};
use source::{Diagnostic, Diagnostics, FileId, SourceFile, Sources, Span};

/// A finding, and the places in C++ that it points to.
pub struct Problem {
    pub diagnostic: Diagnostic,
    /// Where the finding is, if not in the YAML.
    pub at: Option<Place>,
    pub labels: Vec<(Place, String)>,
}

impl Problem {
    pub fn new(diagnostic: Diagnostic) -> Self {
        Problem { diagnostic, at: None, labels: Vec::new() }
    }

    /// Sets the label at the finding itself.
    pub fn here(mut self, text: &str) -> Self {
        self.diagnostic = self.diagnostic.here(text);
        self
    }

    /// Moves the finding to a place in C++.
    pub fn at(mut self, place: &Place) -> Self {
        self.at = Some(place.clone());
        self
    }

    /// Points to a place in C++.
    pub fn label(mut self, place: &Place, text: impl Into<String>) -> Self {
        self.labels.push((place.clone(), text.into()));
        self
    }
}

/// The problems as findings, and the files that are added to the sources for them.
pub fn resolve(problems: Vec<Problem>, index: &Index, sources: &Sources) -> (Diagnostics, Vec<SourceFile>) {
    let mut added = AddedFiles::after(sources);
    let mut span = |place: &Place| added.span(place, index);
    let mut resolved = |Problem { mut diagnostic, at, labels }: Problem| {
        diagnostic.span = at.as_ref().map_or(diagnostic.span, &mut span);
        for (place, text) in labels {
            diagnostic = diagnostic.label(span(&place), text);
        }
        diagnostic
    };
    let found = problems.into_iter().map(&mut resolved).collect();
    (found, added.into_files())
}

/// Files of C++ that are added to a project's sources.
pub struct AddedFiles {
    first: u32,
    ids: BTreeMap<usize, FileId>,
    files: Vec<SourceFile>,
}

impl AddedFiles {
    /// Files that are added after those that are there.
    pub fn after(sources: &Sources) -> Self {
        AddedFiles { first: sources.next_id().index(), ids: BTreeMap::new(), files: Vec::new() }
    }

    /// A place as a span, whose file is added if necessary.
    pub fn span(&mut self, place: &Place, index: &Index) -> Span {
        self.span_in(place.file, &place.range, || as_read(place, index))
    }

    /// A range of bytes as a span. `file` tells files apart.
    pub fn span_in(&mut self, file: usize, bytes: &Range<usize>, read: impl FnOnce() -> SourceFile) -> Span {
        let id = *self.ids.entry(file).or_insert_with(|| {
            self.files.push(read());
            FileId::from_index(self.first + self.files.len() as u32 - 1)
        });
        Span::new(id, bytes.start, bytes.end)
    }

    /// The files in the order of their ids.
    pub fn into_files(self) -> Vec<SourceFile> {
        self.files
    }
}

/// A file as the index has read it.
fn as_read(place: &Place, index: &Index) -> SourceFile {
    let mut text = index.text(place).into_owned();
    // The file may have changed since.
    while text.len() < place.range.end || !text.is_char_boundary(place.range.start) {
        text.push(' ');
    }
    SourceFile::new(index.shown_name(index.file(place)), text)
}
