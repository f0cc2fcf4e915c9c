//! Where lines begin and end.

/// The start of the line at an offset.
pub fn start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The start of the line behind the one at an offset; the end of the text if there is none.
pub fn next(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}
