//! Input files that were parsed before.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use source::read::Unsaved;
use source::{FileId, Sources};

use crate::file_specs::{FilePart, FileSpecs};
use crate::framework::{Framework, Recognised};
use crate::loaded_profile::LoadedProfile;
use crate::settings::Options;

/// What the input files of a project held when they were last parsed. A server keeps it, so that only files that have changed are
/// parsed again.
#[derive(Debug, Default, Clone)]
pub struct ParsedFiles<F: Framework> {
    /// The profile, which may be another one by now.
    pub(crate) profile: Option<Arc<LoadedProfile<F::Profile>>>,
    origin: Option<Origin>,
    files: BTreeMap<FileId, Arc<ParsedFile<F>>>,
}

/// Everything that decides what a project's profile is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Origin {
    recognised: Option<Recognised>,
    options: Options,
    /// The names and texts of the files that are read before the input files, such as `opgen.toml`.
    texts: Vec<(String, String)>,
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

    /// A part of another text, if this file has the same in the same place.
    pub fn part(&self, text: &str, range: &Range<usize>) -> Option<Arc<FileSpecs<F>>> {
        let at = self.parts.binary_search_by_key(&range.start, |part| part.range.start).ok()?;
        let part = &self.parts[at];
        let is_same = part.range == *range && self.text.get(range.clone()) == text.get(range.clone());
        is_same.then(|| Arc::clone(&part.specs))
    }
}

impl Origin {
    /// The origin of a profile if no other files have been read yet.
    pub fn new(recognised: Option<Recognised>, options: &Options, sources: &Sources) -> Self {
        let options = Options { unsaved: Unsaved::default(), ..options.clone() };
        let texts = sources.files().map(|file| (file.name().to_owned(), file.text().to_owned())).collect();
        Origin { recognised, options, texts }
    }

    /// True if the tree looks like one of the profile's version.
    pub fn is_recognised(&self) -> bool {
        matches!(self.recognised, Some(Recognised::Profile(_)))
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
