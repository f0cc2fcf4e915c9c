//! Releases of the target: which there are, and which one a mapping is for.

/// The releases that a mapping knows, and the chosen one.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Releases {
    /// From the oldest to the newest.
    pub known: Vec<String>,
    pub default: String,
    chosen: usize,
}

impl Releases {
    /// Chooses a release, or the default. An unknown one changes nothing: see [`Releases::knows`].
    pub(super) fn choose(&mut self, release: Option<&str>) {
        let wanted = release.filter(|wanted| self.knows(wanted)).unwrap_or(&self.default);
        self.chosen = self.index(wanted).unwrap_or(self.known.len().saturating_sub(1));
    }

    pub fn knows(&self, release: &str) -> bool {
        self.index(release).is_some()
    }

    /// The release that the mapping is for; empty if the mapping knows of no releases.
    pub fn chosen(&self) -> &str {
        self.known.get(self.chosen).map_or("", String::as_str)
    }

    /// Whether the chosen release is older than another.
    pub(super) fn is_before(&self, release: &str) -> bool {
        self.index(release).is_some_and(|index| self.chosen < index)
    }

    /// The layers that hold for the chosen release, in the order in which they are read: `None` for the rules of the newest
    /// release, then older and older ones.
    pub(super) fn layers(&self) -> Vec<Option<usize>> {
        let older = (self.chosen..self.known.len()).rev().map(Some);
        std::iter::once(None).chain(older).collect()
    }

    /// The layer of a file: the release that its folder is named after.
    pub(super) fn layer_of(&self, file: &str) -> Option<usize> {
        file.split_once('/').and_then(|(folder, _)| self.index(folder))
    }

    fn index(&self, release: &str) -> Option<usize> {
        self.known.iter().position(|known| known == release)
    }
}
