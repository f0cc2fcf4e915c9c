//! The part of a text that a reader works on.

/// A byte range in a file's text, on character boundaries.
#[derive(Debug, Clone, Copy)]
pub struct ByteRange {
    pub start: usize,
    pub end: usize,
}

impl ByteRange {
    /// The whole text, without its byte order mark.
    pub fn whole(text: &str) -> Self {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        ByteRange { start, end: text.len() }
    }
}
