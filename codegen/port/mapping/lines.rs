//! Slices of a file's text that know their spans, and the lines of a file.

use source::{FileId, Span, Spanned};

/// A slice of a file's text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slice<'a> {
    pub text: &'a str,
    file: FileId,
    /// The offset of the first byte.
    at: usize,
}

impl<'a> Slice<'a> {
    pub fn new(text: &'a str, file: FileId) -> Self {
        Slice { text, file, at: 0 }
    }

    pub fn span(self) -> Span {
        Span::new(self.file, self.at, self.at + self.text.len())
    }

    pub fn start(self) -> usize {
        self.at
    }

    /// The part between two byte offsets in this slice.
    pub fn sub(self, from: usize, to: usize) -> Self {
        Slice { text: &self.text[from..to], at: self.at + from, ..self }
    }

    pub fn from(self, offset: usize) -> Self {
        self.sub(offset, self.text.len())
    }

    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.sub(start, start + self.text.trim().len())
    }

    pub fn trim_end(self) -> Self {
        self.sub(0, self.text.trim_end().len())
    }

    /// The slice without repeated letters at its start, and the number of these letters.
    pub fn strip_start(self, letter: char) -> (Self, usize) {
        let rest = self.text.trim_start_matches(letter);
        let count = self.text.len() - rest.len();
        (self.from(count), count)
    }

    /// The parts before and after the first separator.
    pub fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        Some((self.sub(0, at), self.from(at + separator.len_utf8())))
    }

    /// The parts before and after the last separator.
    pub fn rsplit_once(self, separator: char) -> Option<(Self, Self)> {
        let at = self.text.rfind(separator)?;
        Some((self.sub(0, at), self.from(at + separator.len_utf8())))
    }

    /// The parts between separators.
    pub fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let current = rest?;
            match current.split_once(separator) {
                Some((piece, after)) => {
                    rest = Some(after);
                    Some(piece)
                }
                None => rest.take(),
            }
        })
    }

    pub fn to_spanned(self) -> Spanned<String> {
        Spanned::new(self.text.to_owned(), self.span())
    }

    /// The name of an API: underscores may be escaped, as in Markdown.
    pub fn to_api(self) -> Spanned<String> {
        self.to_spanned().map(|text| text.replace("\\_", "_"))
    }
}

/// The lines of a file, without their ends: a line feed, a carriage return, or both.
pub(crate) fn lines(text: &str, file: FileId) -> impl Iterator<Item = Slice<'_>> {
    let whole = Slice::new(text, file);
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let length = text[at..].find(['\n', '\r']).unwrap_or(text.len() - at);
        let line = whole.sub(at, at + length);
        let end = at + length;
        at = if text[end..].starts_with("\r\n") { end + 2 } else { end + 1 };
        Some(line)
    })
}

/// The cells of a row: the texts between bars. Text before the first bar and after the last one is not a cell.
pub(crate) fn cells(row: Slice<'_>) -> Vec<Slice<'_>> {
    let all: Vec<_> = row.split('|').map(Slice::trim).collect();
    match all.len() {
        0..=2 => Vec::new(),
        count => all[1..count - 1].to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(&str, u32)> {
        lines(text, FileId::from_index(0)).map(|line| (line.text, line.span().start)).collect()
    }

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        assert_eq!(texts("a\nb\r\nc\rd"), [("a", 0), ("b", 2), ("c", 5), ("d", 7)]);
        assert_eq!(texts("a\n\n"), [("a", 0), ("", 2)]);
    }

    #[test]
    fn cells_are_between_bars() {
        let found =
            |row| cells(Slice::new(row, FileId::from_index(0))).iter().map(|cell| cell.text).collect::<Vec<_>>();
        assert_eq!(found("| a | b |"), ["a", "b"]);
        assert_eq!(found("| a | b"), ["a"]);
        assert!(found("| a").is_empty());
    }
}
