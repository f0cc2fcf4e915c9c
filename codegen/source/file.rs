//! Source files, and spans in them.

use std::cmp::Ordering;
use std::sync::OnceLock;

use serde::{Serialize, Serializer};

/// A file in [`Sources`]. Ids are ordered as the files were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

impl FileId {
    /// The id as a number, for formats that only have numbers.
    pub fn index(self) -> u32 {
        self.0
    }

    pub fn from_index(index: u32) -> Self {
        FileId(index)
    }
}

/// A half-open byte range of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The first byte of a file, for diagnostics about the file as a whole.
    pub fn start_of(file: FileId) -> Self {
        Span { file, start: 0, end: 0 }
    }

    /// From the start of this span to the end of a later one in the same file.
    pub fn to(self, last: Span) -> Self {
        if last.file == self.file { Span { end: last.end.max(self.end), ..self } } else { self }
    }
}

/// A value and its span. Only the values are compared.
#[derive(Debug, Clone)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Span,
}

impl<T> Spanned<T> {
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }

    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), span: self.span }
    }
}

impl Spanned<String> {
    pub fn as_str(&self) -> &str {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// One file: its name in messages, and its text.
#[derive(Debug, Clone)]
pub struct SourceFile {
    name: String,
    text: String,
    /// Where lines begin, found when a line is needed: most runs have nothing to say about most files.
    line_starts: OnceLock<Vec<u32>>,
    /// The number of characters before each block, counted when a column is needed: a line may be a megabyte long, and
    /// have many findings.
    characters: OnceLock<Vec<usize>>,
}

/// The size of a block of text, in bytes.
const BLOCK: usize = 1024;

/// The number of characters that begin in some bytes of a text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !matches!(byte, 0x80..=0xbf)).count()
}

impl SourceFile {
    /// # Panics
    /// When the text is 4 GiB or longer; [`super::read`] refuses such files.
    pub fn new(name: String, text: String) -> Self {
        assert!(u32::try_from(text.len()).is_ok(), "source file over 4 GiB");
        SourceFile { name, text, line_starts: OnceLock::new(), characters: OnceLock::new() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.match_indices('\n');
            std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect()
        })
    }

    /// Zero-based line of a byte offset.
    pub fn line_of(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|&start| start <= offset) - 1
    }

    /// Line and column of a byte offset, from 1; columns count characters.
    pub(crate) fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.line_of(offset);
        let before = |offset: usize| self.characters_before(offset.min(self.text.len()));
        (line + 1, before(offset as usize) - before(self.line_starts()[line] as usize) + 1)
    }

    fn characters_before(&self, offset: usize) -> usize {
        let blocks = self.characters.get_or_init(|| {
            let counts = self.text.as_bytes().chunks(BLOCK).map(characters);
            let sums = counts.scan(0, |sum, count| {
                *sum += count;
                Some(*sum)
            });
            std::iter::once(0).chain(sums).collect()
        });
        let block = offset / BLOCK;
        blocks[block] + characters(&self.text.as_bytes()[block * BLOCK..offset])
    }

    /// Byte range of the given zero-based lines, both included. It is clamped to the text.
    pub fn lines(&self, first: usize, last: usize) -> std::ops::Range<usize> {
        let at = |line: usize| self.line_starts().get(line).map_or(self.text.len(), |&start| start as usize);
        at(first)..at(last + 1)
    }
}

/// Lines and columns of a span, from 1. Columns count characters; the end is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

/// All files of a run.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// Replaces the text of a file.
    pub fn replace(&mut self, id: FileId, file: SourceFile) {
        self.files[id.0 as usize] = file;
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Renames every file, to distinguish the files of two projects.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        for file in &mut self.files {
            file.name = name(&file.name);
        }
    }

    /// Every file, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// Every file except some.
    pub fn without(&self, left_out: &[FileId]) -> Vec<&SourceFile> {
        let with_ids = (0..).map(FileId).zip(&self.files);
        with_ids.filter(|(id, _)| !left_out.contains(id)).map(|(_, file)| file).collect()
    }

    /// The lines and columns of a span.
    pub fn region(&self, span: Span) -> Region {
        let file = self.file(span.file);
        let (line, column) = file.line_column(span.start);
        let (end_line, end_column) = file.line_column(span.end.max(span.start));
        Region { line, column, end_line, end_column }
    }

    /// Where a span starts, as `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        let file = self.file(span.file);
        let (line, column) = file.line_column(span.start);
        format!("{}:{line}:{column}", file.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_characters() {
        let mut sources = Sources::default();
        let id = sources.add(SourceFile::new("a.yaml".into(), "x\nüy: 1\n".into()));
        assert_eq!(sources.place(Span::new(id, 0, 1)), "a.yaml:1:1");
        assert_eq!(sources.place(Span::new(id, 4, 5)), "a.yaml:2:2");
        assert_eq!(sources.place(Span::new(id, 9, 9)), "a.yaml:3:1");
        let region = Region { line: 1, column: 1, end_line: 2, end_column: 3 };
        assert_eq!(sources.region(Span::new(id, 0, 5)), region);
    }

    #[test]
    fn columns_are_right_far_into_a_line() {
        let text = format!("é\n{}x", "üy".repeat(BLOCK));
        let file = SourceFile::new("a.yaml".into(), text.clone());
        for (at, letter) in text.char_indices().filter(|(_, letter)| matches!(letter, 'y' | 'x')).step_by(97) {
            let before = text[..at].chars().count() - 2;
            assert_eq!(file.line_column(at as u32), (2, before + 1), "{letter} at {at}");
        }
        assert_eq!(file.line_column(text.len() as u32), (2, 2 * BLOCK + 2));
    }
}
