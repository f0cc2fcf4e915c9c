//! The releases of the target, and the one that a mapping is for.

/// The releases that a mapping knows, and the chosen one.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Releases {
    /// From the oldest to the newest.
    pub known: Vec<String>,
    /// The release to choose if none is given.
    pub default: String,
    chosen: usize,
}

impl Releases {
    /// Chooses a release, or the default if it is not given or unknown. Callers ask [`Releases::knows`] first.
    pub(super) fn choose(&mut self, release: Option<&str>) {
        let wanted = release.filter(|wanted| self.knows(wanted)).unwrap_or(&self.default);
        self.chosen = self.index(wanted).unwrap_or(self.known.len().saturating_sub(1));
    }

    /// Whether the mapping knows a release.
    pub fn knows(&self, release: &str) -> bool {
        self.index(release).is_some()
    }

    /// The release that the mapping is for. Empty if the mapping has no releases.
    pub fn chosen(&self) -> &str {
        self.known.get(self.chosen).map_or("", String::as_str)
    }

    /// Whether the chosen release is older than another.
    pub(super) fn is_before(&self, release: &str) -> bool {
        self.index(release).is_some_and(|index| self.chosen < index)
    }

    /// The layers that apply to the chosen release, in the order in which they are read: `None` for the rules of the newest
    /// release, then older releases down to the chosen one.
    pub(super) fn layers(&self) -> Vec<Option<usize>> {
        let older = (self.chosen..self.known.len()).rev().map(Some);
        std::iter::once(None).chain(older).collect()
    }

    /// The layer of a file: the index of the release that its folder is named after.
    pub(super) fn layer_of(&self, file: &str) -> Option<usize> {
        file.split_once('/').and_then(|(folder, _)| self.index(folder))
    }

    fn index(&self, release: &str) -> Option<usize> {
        self.known.iter().position(|known| known == release)
    }
}
