//! Input files that were parsed before.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use source::FileId;

use crate::file_specs::{FilePart, FileSpecs};
use crate::framework::Framework;
use crate::settings::{LoadedProfile, Origin};

/// What the input files of a project held when they were last parsed. A server keeps it, so that only files that have changed are
/// parsed again.
#[derive(Debug, Default, Clone)]
pub struct ParsedFiles<F: Framework> {
    /// The profile, which may be another one by now.
    pub(crate) profile: Option<Arc<LoadedProfile<F::Profile>>>,
    origin: Option<Origin>,
    files: BTreeMap<FileId, Arc<ParsedFile<F>>>,
}

/// A file with everything that decides what it holds, but for the profile.
#[derive(Debug)]
pub(crate) struct ParsedFile<F: Framework> {
    pub id: FileId,
    pub key: String,
    pub text: String,
    pub parts: Vec<FilePart<F>>,
}

impl<F: Framework> ParsedFile<F> {
    /// What all its parts hold together.
    pub fn specs(&self) -> FileSpecs<F> {
        let mut all = FileSpecs::default();
        self.parts.iter().for_each(|part| all.append((*part.specs).clone()));
        all
    }

    /// The part of another text with an index, if the part of this file with that index has the same text.
    pub fn part(&self, index: usize, text: &str, range: &Range<usize>) -> Option<Arc<FileSpecs<F>>> {
        let part = self.parts.get(index)?;
        if self.text.get(part.range.clone()) != text.get(range.clone()) {
            return None;
        }
        match range.start as i64 - part.range.start as i64 {
            0 => Some(Arc::clone(&part.specs)),
            moved => part.specs.moved(moved).map(Arc::new),
        }
    }
}

impl<F: Framework> ParsedFiles<F> {
    /// Forgets all files if they were parsed with what may be another profile.
    pub(crate) fn begin(&mut self, origin: Option<Origin>) {
        if origin.is_none() || self.origin != origin {
            *self = ParsedFiles { profile: self.profile.take(), origin, files: BTreeMap::new() };
        }
    }

    /// The file as it was parsed before.
    pub(crate) fn get(&self, id: FileId, key: &str) -> Option<&Arc<ParsedFile<F>>> {
        self.files.get(&id).filter(|file| file.key == key)
    }

    /// Keeps only these files.
    pub(crate) fn keep(&mut self, files: impl IntoIterator<Item = Arc<ParsedFile<F>>>) {
        self.files = files.into_iter().map(|file| (file.id, file)).collect();
    }
}
