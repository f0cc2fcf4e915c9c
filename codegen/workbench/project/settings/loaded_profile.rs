//! A profile that was loaded before.

use std::path::PathBuf;
use std::sync::Arc;

use source::read::Unsaved;
use source::{Diagnostics, FileId, SourceFile, Sources};

use super::{Options, ProfileChoice};
use crate::framework::{Framework, Loaded, Recognised, Version};

/// Everything that decides what a project's profile is, but for the files of the profile.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Origin {
    recognised: Option<Recognised>,
    options: Options,
    /// The names and texts of the files that were read before, such as `opgen.toml`.
    texts: Vec<(String, String)>,
}

impl Origin {
    /// The origin of a profile if these files have been read before it.
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

/// A profile of a project as it was last loaded, and everything that decides what it is. A server keeps it, because loading one takes
/// longer than linking the project.
#[derive(Debug)]
pub(crate) struct LoadedProfile<P> {
    pub profile: Arc<P>,
    /// The files that were looked for, whether they exist or not.
    pub files: Vec<PathBuf>,
    /// The files that loading added to the sources.
    pub sources: Vec<SourceFile>,
    pub diagnostics: Diagnostics,
    origin: Origin,
}

impl<P: Version + 'static> LoadedProfile<P> {
    /// Loads a profile. `sources` has the files that were read before, among them the one that `chosen` stands in.
    pub fn load<F: Framework<Profile = P>>(
        framework: F,
        chosen: &ProfileChoice,
        features: &[&str],
        origin: Origin,
        unsaved: &Unsaved,
        sources: &Sources,
        mut diagnostics: Diagnostics,
    ) -> Self {
        let ProfileChoice { choice, default_name, folder } = chosen;
        let mut sources = sources.clone();
        let first = sources.next_id();
        let Loaded { mut profile, files } =
            framework.load(choice.as_ref(), default_name, folder, unsaved, &mut sources, &mut diagnostics);
        if choice.is_none() && origin.is_recognised() {
            profile.set_nearest();
        }
        features.iter().for_each(|feature| profile.enable(feature));
        let sources = added(&sources, first);
        LoadedProfile { profile: Arc::new(profile), files, sources, diagnostics, origin }
    }

    /// True if the profile would be the same if it were loaded again. A profile that lacks one of its files is not kept.
    pub fn is_current(&self, origin: &Origin, unsaved: &Unsaved) -> bool {
        let has_text = |bytes: &[u8]| self.sources.iter().any(|source| source.text().as_bytes() == bytes);
        let is_same = |path: &PathBuf| matches!(unsaved.bytes(path), Ok(Some(bytes)) if has_text(&bytes));
        self.origin == *origin && self.files.iter().all(is_same)
    }
}

/// The files that were added since an id was the next one.
fn added(sources: &Sources, first: FileId) -> Vec<SourceFile> {
    sources.files().skip(first.index() as usize).cloned().collect()
}
