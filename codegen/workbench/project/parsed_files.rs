//! Input files that were parsed before.

use std::collections::BTreeMap;
use std::sync::Arc;

use source::read::Unsaved;
use source::{FileId, Sources};

use crate::file_specs::FileSpecs;
use crate::framework::{Framework, Recognised};
use crate::settings::Options;

/// What the input files of a project held when they were last parsed. A server keeps it, so that only files that have changed are
/// parsed again.
#[derive(Debug, Default, Clone)]
pub struct ParsedFiles<F: Framework> {
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
    pub specs: FileSpecs<F>,
}

impl Origin {
    /// The origin of a profile if no other files have been read yet.
    pub fn new(recognised: Option<Recognised>, options: &Options, sources: &Sources) -> Self {
        let options = Options { unsaved: Unsaved::default(), ..options.clone() };
        let texts = sources.files().map(|file| (file.name().to_owned(), file.text().to_owned())).collect();
        Origin { recognised, options, texts }
    }
}

impl<F: Framework> ParsedFiles<F> {
    /// Forgets all files if they were parsed with what may be another profile.
    pub(crate) fn begin(&mut self, origin: Option<Origin>) {
        if origin.is_none() || self.origin != origin {
            *self = ParsedFiles { origin, files: BTreeMap::new() };
        }
    }

    /// The file if it was parsed before, and has not changed.
    pub(crate) fn get(&self, id: FileId, key: &str, text: &str) -> Option<Arc<ParsedFile<F>>> {
        self.files.get(&id).filter(|file| file.key == key && file.text == text).map(Arc::clone)
    }

    /// Keeps only these files.
    pub(crate) fn keep(&mut self, files: impl IntoIterator<Item = Arc<ParsedFile<F>>>) {
        self.files = files.into_iter().map(|file| (file.id, file)).collect();
    }
}
