//! Findings that point to C++ files, which are read only if there are any.

use std::collections::BTreeMap;

use cpp::{Index, Place};
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

/// Adds the files that the problems point to.
pub fn resolve(problems: Vec<Problem>, index: &Index, sources: &mut Sources) -> Diagnostics {
    let mut added = AddedFiles::default();
    let mut span = |place: &Place| added.span(place, index, sources);
    let mut resolved = |Problem { mut diagnostic, at, labels }: Problem| {
        diagnostic.span = at.as_ref().map_or(diagnostic.span, &mut span);
        for (place, text) in labels {
            diagnostic = diagnostic.label(span(&place), text);
        }
        diagnostic
    };
    problems.into_iter().map(&mut resolved).collect()
}

/// The files of an index that were added to a project's sources.
#[derive(Default)]
pub struct AddedFiles(BTreeMap<usize, FileId>);

impl AddedFiles {
    /// A place as a span of a project's sources, to which its file is added if necessary.
    pub fn span(&mut self, place: &Place, index: &Index, sources: &mut Sources) -> Span {
        let file = *self.0.entry(place.file).or_insert_with(|| add(place, index, sources));
        Span::new(file, place.range.start, place.range.end)
    }
}

/// Adds a file as the index has read it.
fn add(place: &Place, index: &Index, sources: &mut Sources) -> FileId {
    let mut text = index.text(place).into_owned();
    // The file may have changed since.
    while text.len() < place.range.end || !text.is_char_boundary(place.range.start) {
        text.push(' ');
    }
    sources.add(SourceFile::new(index.shown_name(index.file(place)), text))
}
