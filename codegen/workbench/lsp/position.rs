//! Positions: lines and columns from 0. The encoding decides what columns count.

use std::sync::OnceLock;

use lsp_types::{Position, PositionEncodingKind, Range};

/// The units that a client's columns count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    /// The encoding to use. UTF-8 is preferred, because its columns are byte offsets. UTF-16 is the protocol's default.
    pub fn of(offered: Option<&[PositionEncodingKind]>) -> Self {
        let offered = offered.unwrap_or_default();
        let known = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
        known.into_iter().find(|encoding| offered.contains(&encoding.kind())).unwrap_or(Encoding::Utf16)
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The units of the letters that begin in some bytes of a text.
    fn units_in(self, bytes: &[u8]) -> usize {
        let begins = |byte: &&u8| **byte & 0xc0 != 0x80;
        // UTF-16 has a pair for a letter of four bytes.
        let is_pair = |byte: &&u8| **byte >= 0xf0;
        match self {
            Encoding::Utf8 => bytes.len(),
            Encoding::Utf16 => bytes.iter().filter(begins).count() + bytes.iter().filter(is_pair).count(),
            Encoding::Utf32 => bytes.iter().filter(begins).count(),
        }
    }

    fn units(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// The offsets at which the lines of a text begin. A line ends with `\n`, `\r\n` or `\r`.
#[derive(Debug, Clone)]
pub struct Lines {
    starts: Vec<u32>,
    /// The units before each block of the text, if a line is so long that they are not counted again each time.
    blocks: OnceLock<(Encoding, Vec<usize>)>,
}

/// The number of bytes of a block.
const BLOCK: usize = 1024;

impl Lines {
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let is_end = |at: &usize| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes).filter(is_end);
        Lines { starts: std::iter::once(0).chain(ends.map(|end| end as u32 + 1)).collect(), blocks: OnceLock::new() }
    }

    /// The byte offset of a position. Positions outside of a line or of the text are moved to its end.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let (start, end) = (start as usize, self.starts.get(line + 1).map_or(text.len(), |&next| next as usize));
        let content = text[start..end].trim_end_matches(['\n', '\r']);
        let (mut units, mut offset) = (position.character as usize, 0);
        for letter in content.chars() {
            let length = encoding.units(letter);
            if length > units {
                break;
            }
            units -= length;
            offset += letter.len_utf8();
        }
        start + offset
    }

    /// The position of a byte offset.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        let start = self.starts[line] as usize;
        let character = match offset - start {
            ..=BLOCK => encoding.units_in(&text.as_bytes()[start..offset]),
            _ => self.units_before(text, offset, encoding) - self.units_before(text, start, encoding),
        };
        Position::new(line as u32, character as u32)
    }

    /// The units before an offset. A client has one encoding.
    fn units_before(&self, text: &str, offset: usize, encoding: Encoding) -> usize {
        let bytes = text.as_bytes();
        let count = || {
            let blocks = bytes.chunks(BLOCK).map(|block| encoding.units_in(block));
            let sums = blocks.scan(0, |sum, units| {
                *sum += units;
                Some(*sum)
            });
            (encoding, std::iter::once(0).chain(sums).collect())
        };
        match self.blocks.get_or_init(count) {
            (counted, sums) if *counted == encoding => {
                let block = offset / BLOCK;
                sums[block] + encoding.units_in(&bytes[block * BLOCK..offset])
            }
            _ => encoding.units_in(&bytes[..offset]),
        }
    }

    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= offset) - 1
    }

    pub fn range(&self, text: &str, bytes: std::ops::Range<usize>, encoding: Encoding) -> Range {
        Range::new(self.position(text, bytes.start, encoding), self.position(text, bytes.end, encoding))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "é: 𝛼x\r\nb\rc\n";

    #[test]
    fn columns_count_what_the_client_counts() {
        let lines = Lines::of(TEXT);
        let at = TEXT.find('x').expect("it is there");
        for (encoding, column) in [(Encoding::Utf8, 8), (Encoding::Utf16, 5), (Encoding::Utf32, 4)] {
            assert_eq!(lines.position(TEXT, at, encoding), Position::new(0, column));
            assert_eq!(lines.offset(TEXT, Position::new(0, column), encoding), at);
        }
    }

    #[test]
    fn columns_of_long_lines_are_counted_in_blocks() {
        let text = TEXT.replace(['\r', '\n'], "").repeat(1000);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::of(&text);
            let mut column = 0;
            for (at, letter) in text.char_indices() {
                assert_eq!(lines.position(&text, at, encoding), Position::new(0, column));
                column += encoding.units(letter) as u32;
            }
        }
    }

    #[test]
    fn every_ending_ends_a_line() {
        let lines = Lines::of(TEXT);
        let offset = |line, column| lines.offset(TEXT, Position::new(line, column), Encoding::Utf16);
        assert_eq!([offset(1, 0), offset(2, 0), offset(3, 0)].map(|at| &TEXT[at..]), ["b\rc\n", "c\n", ""]);
    }

    #[test]
    fn positions_outside_are_moved_inside() {
        let lines = Lines::of(TEXT);
        let offset = |line, column| lines.offset(TEXT, Position::new(line, column), Encoding::Utf16);
        assert_eq!(offset(0, 99), TEXT.find('\r').expect("it is there"));
        assert_eq!(offset(99, 0), TEXT.len());
        // In the middle of a surrogate pair.
        assert_eq!(offset(0, 4), TEXT.find('𝛼').expect("it is there"));
        assert_eq!(lines.position(TEXT, 1, Encoding::Utf8), Position::new(0, 0));
    }

    #[test]
    fn an_encoding_is_agreed_on() {
        use PositionEncodingKind as Kind;
        assert_eq!(Encoding::of(None), Encoding::Utf16);
        assert_eq!(Encoding::of(Some(&[Kind::UTF16, Kind::UTF8])), Encoding::Utf8);
        assert_eq!(Encoding::of(Some(&[Kind::UTF32])), Encoding::Utf32);
        assert_eq!(Encoding::of(Some(&[Kind::new("utf-7")])), Encoding::Utf16);
    }
}
