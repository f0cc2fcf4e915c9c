//! Parts of a text.

/// A region of a file's text, on character boundaries.
#[derive(Debug, Clone, Copy)]
pub struct Region {
    pub start: usize,
    pub end: usize,
}

impl Region {
    /// All of a text but a byte order mark.
    pub fn whole(text: &str) -> Self {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Region { start, end: text.len() }
    }
}
