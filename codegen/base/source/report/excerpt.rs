//! The lines of a file that a diagnostic shows. A long line is cut to the parts near its marks.

use std::ops::Range;

use crate::file::{SourceFile, Span};

/// The length in bytes beyond which a line is cut.
const MAX_LINE: usize = 140;

/// The bytes of a long line that are shown on each side of both ends of a mark.
const MARGIN: usize = 40;

/// Replaces text that is left out.
const ELLIPSIS: char = '…';

/// Consecutive lines of a file, possibly shortened.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub text: String,
    /// Each mark, as a byte range of `text`.
    pub marks: Vec<Range<usize>>,
    /// True if something was left out, so that columns in `text` are not those in the file.
    pub is_cut: bool,
}

/// A piece of the file that was copied to offset `at` of the excerpt.
struct Piece {
    range: Range<usize>,
    at: usize,
}

impl Excerpt {
    /// The zero-based lines `first` to `last`, both included.
    pub fn new(file: &SourceFile, first: usize, last: usize, marks: &[Span]) -> Self {
        let whole = file.lines(first, last);
        let marks: Vec<_> = marks.iter().map(|span| clamp(*span, file.text(), &whole)).collect();
        let (mut text, mut pieces, mut is_cut) = (String::new(), Vec::new(), false);
        let mut add = |text: &mut String, range: Range<usize>| {
            pieces.push(Piece { range: range.clone(), at: text.len() });
            text.push_str(&file.text()[range]);
        };
        for line in (first..=last).map(|line| file.lines(line, line)).filter(|line| !line.is_empty()) {
            if line.len() <= MAX_LINE {
                add(&mut text, line);
                continue;
            }
            let mut end = line.start;
            for shown in parts_near(&marks, file.text(), &line) {
                if shown.start > end {
                    text.push(ELLIPSIS);
                    is_cut = true;
                }
                end = shown.end;
                add(&mut text, shown);
            }
            if end < line.end {
                text.push(ELLIPSIS);
                text.push('\n');
                is_cut = true;
            }
        }
        let moved = |offset: usize| {
            let piece = pieces.iter().find(|piece| piece.range.start <= offset && offset <= piece.range.end);
            piece.map_or(text.len(), |piece| piece.at + offset - piece.range.start)
        };
        let marks = marks.into_iter().map(|mark| moved(mark.start)..moved(mark.end)).collect();
        Excerpt { text, marks, is_cut }
    }
}

/// Clamps a span to the given lines and to character boundaries, because annotate-snippets panics on anything else.
fn clamp(span: Span, text: &str, lines: &Range<usize>) -> Range<usize> {
    let inside = |offset: u32| boundary(text, (offset as usize).clamp(lines.start, lines.end));
    let start = inside(span.start);
    let end = inside(span.end).max(start);
    start..start + text[start..end].trim_end().len()
}

/// The offset of the character that contains a byte.
pub(super) fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The parts of a long line that are near the start or end of a mark, in order. Its beginning if it has no mark.
fn parts_near(marks: &[Range<usize>], text: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let mut ends: Vec<usize> = marks
        .iter()
        .flat_map(|mark| [mark.start, mark.end])
        .filter(|end| (line.start..=line.end).contains(end))
        .collect();
    ends.sort_unstable();
    if ends.is_empty() {
        ends.push(line.start);
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    for end in ends {
        let start = boundary(text, end.saturating_sub(MARGIN).max(line.start));
        let part_end = boundary(text, (end + MARGIN).min(line.end));
        match parts.last_mut() {
            Some(last) if start <= last.end => last.end = part_end,
            _ => parts.push(start..part_end),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::FileId;

    fn excerpt(text: &str, marks: &[&str]) -> Excerpt {
        let file = SourceFile::new("a.yaml".into(), text.to_owned());
        let span = |mark: &&str| {
            let start = text.find(mark).expect("the text has the mark");
            Span::new(FileId::from_index(0), start, start + mark.len())
        };
        let spans: Vec<Span> = marks.iter().map(span).collect();
        Excerpt::new(&file, 0, text.lines().count(), &spans)
    }

    #[test]
    fn a_long_line_is_cut_around_the_ends_of_marks() {
        let filler = "é".repeat(100);
        let text = format!("short\n{filler}one{filler}(two{filler}three){filler}\nshort\n");
        let cut = excerpt(&text, &["one", &format!("(two{filler}three)")]);
        let e = |count| "é".repeat(count);
        let (around, half) = (e(MARGIN / 2), e((MARGIN - 3) / 2 + 1));
        assert!(cut.is_cut);
        let shown: Vec<&str> = cut.marks.iter().map(|mark| &cut.text[mark.clone()]).collect();
        assert_eq!(shown[0], "one");
        assert!(
            shown[1].starts_with("(two") && shown[1].ends_with("three)") && shown[1].contains(ELLIPSIS),
            "{}",
            shown[1]
        );
        assert!(cut.text.starts_with(&format!("short\n{ELLIPSIS}{around}one{half}")), "{}", cut.text);
        assert!(cut.text.ends_with(&format!("three){around}{ELLIPSIS}\nshort\n")), "{}", cut.text);
    }

    #[test]
    fn short_lines_are_whole() {
        let cut = excerpt("- op : x\n  args : y\n", &["x", "y"]);
        assert_eq!(cut, Excerpt { text: "- op : x\n  args : y\n".into(), marks: vec![7..8, 18..19], is_cut: false });
    }
}
