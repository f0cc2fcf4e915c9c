//! The styles of converted code, and the one that a mapping is for.

use indexmap::IndexMap;
use source::Spanned;

/// The release of the target, and the style of the code, that a mapping is read for.
#[derive(Debug, Default, Clone, Copy)]
pub struct Wanted<'a> {
    /// The release, or `None` for the default one.
    pub release: Option<&'a str>,
    /// The style, or `None` for code that computes exactly what PyTorch computes.
    pub style: Option<&'a str>,
}

/// The styles that a mapping knows, and the chosen one.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Styles {
    /// The names of the styles, which are also those of the folders with their rules.
    pub known: Vec<String>,
    /// The chosen style.
    pub chosen: Option<String>,
    /// The helpers that the chosen style does without, each with what differs from PyTorch then.
    pub without: IndexMap<String, Spanned<String>>,
}

impl Styles {
    /// Whether the mapping knows a style.
    pub fn knows(&self, style: &str) -> bool {
        self.known.iter().any(|known| known == style)
    }

    /// Whether a file is in the folder of a style.
    pub(super) fn owns(&self, file: &str, style: &str) -> bool {
        file.split_once('/').is_some_and(|(folder, _)| folder == style)
    }

    /// Whether a file is in the folder of any style.
    pub(super) fn owns_any(&self, file: &str) -> bool {
        self.known.iter().any(|style| self.owns(file, style))
    }
}
