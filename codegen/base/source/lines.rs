//! Finds the starts of lines in a text, by byte offset.

/// The start of the line that contains an offset.
pub fn start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The start of the line after the one that contains an offset, or the end of the text if that line is the last.
pub fn next(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}
