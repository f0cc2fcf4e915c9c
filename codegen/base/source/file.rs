//! The source files of a run, and spans in them.

use std::cmp::Ordering;
use std::sync::OnceLock;

use serde::{Serialize, Serializer};

/// Identifies a file in [`Sources`]. Ids are in the order in which the files were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

impl FileId {
    /// The id as a number, for serialisation.
    pub fn index(self) -> u32 {
        self.0
    }

    /// The id with a number that [`index`](Self::index) returned.
    pub fn from_index(index: u32) -> Self {
        FileId(index)
    }
}

/// A half-open byte range in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The file that the offsets refer to.
    pub file: FileId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, but not including, `end`. Both fit: source files are smaller than 4 GiB.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The empty span at the start of a file, for diagnostics about the file as a whole.
    pub fn start_of(file: FileId) -> Self {
        Span { file, start: 0, end: 0 }
    }

    /// The span from the start of this one to the end of a later one. If that is in another file, this span is returned
    /// unchanged.
    pub fn to(self, last: Span) -> Self {
        if last.file == self.file { Span { end: last.end.max(self.end), ..self } } else { self }
    }
}

/// A value and where it was read. Comparisons ignore the span.
#[derive(Debug, Clone)]
pub struct Spanned<T> {
    /// The value itself.
    pub value: T,
    /// Where the value was read.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Attaches a span to a value.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }

    /// Converts the value and keeps the span.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), span: self.span }
    }
}

impl Spanned<String> {
    /// The string without its span.
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

/// One file: the name that messages use for it, and its text.
#[derive(Debug, Clone)]
pub struct SourceFile {
    name: String,
    text: String,
    /// The offset of each line, computed when a line number is first needed: most runs report nothing about most files.
    line_starts: OnceLock<Vec<u32>>,
    /// The number of characters before each block, counted when a column is first needed. Without it, a megabyte-long
    /// line with many findings would take quadratic time.
    characters: OnceLock<Vec<usize>>,
}

/// The bytes of text between two entries of `SourceFile::characters`.
const BLOCK: usize = 1024;

/// The number of characters whose first byte is among these bytes of UTF-8 text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !matches!(byte, 0x80..=0xbf)).count()
}

impl SourceFile {
    /// A file with the name that messages use for it.
    ///
    /// # Panics
    /// If the text is 4 GiB or longer; [`super::read`] refuses such files.
    pub fn new(name: String, text: String) -> Self {
        assert!(u32::try_from(text.len()).is_ok(), "source file over 4 GiB");
        SourceFile { name, text, line_starts: OnceLock::new(), characters: OnceLock::new() }
    }

    /// The name that messages use, which is usually the path from the project's root.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            // Lines are short, so looking at each byte is faster than a search that begins again in each line.
            let newlines = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect()
        })
    }

    /// The zero-based line of a byte offset.
    pub fn line_of(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|&start| start <= offset) - 1
    }

    /// The line and column of a byte offset, both from 1. Columns count characters.
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

    /// The byte range of the zero-based lines `first` to `last`, both included, clamped to the text.
    pub fn lines(&self, first: usize, last: usize) -> std::ops::Range<usize> {
        let at = |line: usize| self.line_starts().get(line).map_or(self.text.len(), |&start| start as usize);
        at(first)..at(last + 1)
    }
}

/// The lines and columns of a span, from 1. Columns count characters; the end is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line of the position after the last character.
    pub end_line: usize,
    /// The column of the position after the last character.
    pub end_column: usize,
}

/// All files of a run.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file and returns its id.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// Replaces a file, for example after an edit. Its id stays valid; spans in the old text do not.
    pub fn replace(&mut self, id: FileId, file: SourceFile) {
        self.files[id.0 as usize] = file;
    }

    /// The file with an id that this set gave out.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Renames every file, for example to tell the files of two projects apart.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        for file in &mut self.files {
            file.name = name(&file.name);
        }
    }

    /// Adds files, whose ids follow those of the others, in order.
    pub fn extend(&mut self, files: impl IntoIterator<Item = SourceFile>) {
        self.files.extend(files);
    }

    /// The id that the next file gets.
    pub fn next_id(&self) -> FileId {
        FileId(self.files.len() as u32)
    }

    /// Every file, in the order of the ids.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// Every file except the given ones.
    pub fn without(&self, excluded: &[FileId]) -> Vec<&SourceFile> {
        let with_ids = (0..).map(FileId).zip(&self.files);
        with_ids.filter(|(id, _)| !excluded.contains(id)).map(|(_, file)| file).collect()
    }

    /// The lines and columns of a span.
    pub fn region(&self, span: Span) -> Region {
        let file = self.file(span.file);
        let (line, column) = file.line_column(span.start);
        let (end_line, end_column) = file.line_column(span.end.max(span.start));
        Region { line, column, end_line, end_column }
    }

    /// The start of a span as `file:line:column`.
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
