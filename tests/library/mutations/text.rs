//! Finds positions in operator YAML, using only the text.

use std::collections::BTreeMap;
use std::ops::Range;

use opgen::source::{FileId, Span};
use opgen::spec::Op;

use super::tree::Tree;

/// A line without its comment and line break, and its offset.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let comment = match line.trim_start().starts_with('#') {
            true => Some(line.len() - line.trim_start().len()),
            false => line.find(" #"),
        };
        (start, line[..comment.unwrap_or(line.len())].trim_end())
    })
}

/// The entries of a file that is a list: from a `- ` at the start of a line to the next one.
pub fn entries(text: &str) -> Vec<Range<usize>> {
    let starts: Vec<_> = lines(text).filter(|(_, line)| line.starts_with("- ")).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// The entry that contains an offset.
pub fn entry_at(text: &str, at: usize) -> Range<usize> {
    let starts = || text.match_indices("\n- ").map(|(newline, _)| newline + 1);
    let start = starts().take_while(|start| *start <= at).last().unwrap_or(0);
    start..starts().find(|start| *start > at).unwrap_or(text.len())
}

/// A line of the form `key : value` in a mapping.
#[derive(Debug, Clone)]
pub struct Line {
    /// The whole line with its indentation, and the deeper lines that belong to it.
    pub whole: Range<usize>,
    pub key: Range<usize>,
    pub colon: usize,
    /// The value, with its continuation lines.
    pub value: Range<usize>,
}

/// Every `key : value` of an entry in block style, including nested ones.
pub fn keys(text: &str, entry: &Range<usize>) -> Vec<Line> {
    let lines: Vec<_> = lines(&text[entry.clone()]).map(|(at, line)| (entry.start + at, line)).collect();
    let mut found = Vec::new();
    for (i, (at, line)) in lines.iter().enumerate() {
        let Some((key, behind)) = key_of(line) else { continue };
        let indentation = key.start;
        let belongs =
            |(_, line): &&(usize, &str)| line.is_empty() || line.len() - line.trim_start().len() > indentation;
        let last = lines[i + 1..].iter().take_while(belongs).filter(|(_, line)| !line.is_empty()).last();
        let whole_end = last.map_or(at + line.len(), |(at, line)| at + line.len());
        let has_keys = lines[i + 1..].iter().take_while(belongs).any(|(_, line)| key_of(line).is_some());
        let value_end = if has_keys { at + line.len() } else { whole_end };
        let value = at + behind + 1;
        let start = value + (text[value..value_end].len() - text[value..value_end].trim_start().len());
        found.push(Line {
            whole: *at..whole_end,
            key: at + key.start..at + key.end,
            colon: at + behind,
            value: start..value_end,
        });
    }
    found
}

/// The key of a line, and its colon.
fn key_of(line: &str) -> Option<(Range<usize>, usize)> {
    let mut start = line.len() - line.trim_start().len();
    while line[start..].starts_with("- ") {
        start += 2 + line[start + 2..].len() - line[start + 2..].trim_start().len();
    }
    let length = line[start..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let colon = start + length + line[start + length..].bytes().take_while(|b| *b == b' ').count();
    let behind = line[colon..].strip_prefix(':')?;
    (length > 0 && (behind.is_empty() || behind.starts_with([' ', '[', '{']))).then_some((start..start + length, colon))
}

/// The words in a range, with their positions. Text in quotes is not a word.
pub fn words(text: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    let mut quoted = false;
    for (i, byte) in text.bytes().enumerate().take(range.end).skip(range.start).chain([(range.end, b' ')]) {
        quoted ^= byte == b'"';
        match (byte.is_ascii_alphanumeric() || byte == b'_', start) {
            (true, None) if !quoted => start = Some(i),
            (false, Some(from)) => {
                found.push(from..i);
                start = None;
            }
            _ => {}
        }
    }
    found.retain(|word| !text.as_bytes()[word.start].is_ascii_digit());
    found
}

/// One argument of a list: its position, type, name and default.
#[derive(Debug, Clone)]
pub struct Argument {
    pub whole: Range<usize>,
    pub ty: Range<usize>,
    pub name: Range<usize>,
    pub default: Option<Range<usize>>,
}

/// The arguments in the first parentheses of a range.
pub fn arguments(text: &str, range: &Range<usize>) -> Vec<Argument> {
    let Some(open) = text[range.clone()].find('(').map(|at| range.start + at) else { return Vec::new() };
    let mut arguments = Vec::new();
    let (mut depth, mut quoted, mut start) = (0, false, open + 1);
    for (i, byte) in text.bytes().enumerate().take(range.end).skip(open) {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && byte == b',' && !quoted) {
            arguments.extend(argument(text, start..i));
            start = i + 1;
        }
        if depth == 0 {
            break;
        }
    }
    arguments
}

fn argument(text: &str, range: Range<usize>) -> Option<Argument> {
    let piece = &text[range.clone()];
    let whole = range.start + piece.len() - piece.trim_start().len()..range.start + piece.trim_end().len();
    let piece = &text[whole.clone()];
    let blank = piece.find(char::is_whitespace)?;
    let ty = whole.start..whole.start + blank;
    let name_at = blank + piece[blank..].len() - piece[blank..].trim_start().len();
    let length = piece[name_at..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let name = whole.start + name_at..whole.start + name_at + length;
    let default = text[name.end..whole.end].find('=').map(|at| {
        let behind = name.end + at + 1;
        behind + text[behind..whole.end].len() - text[behind..whole.end].trim_start().len()..whole.end
    });
    Some(Argument { whole, ty, name, default })
}

/// An operator with the lines of its entry.
pub struct Entry<'a> {
    pub op: &'a Op,
    pub file: FileId,
    pub text: &'a str,
    pub range: Range<usize>,
    pub lines: Vec<Line>,
}

impl<'a> Entry<'a> {
    /// Every operator of a tree.
    pub fn all(tree: &'a Tree) -> Vec<Entry<'a>> {
        let ops: BTreeMap<_, &Op> =
            tree.project.registry.ops().map(|(_, op)| ((op.name.span.file, op.name.span.start as usize), op)).collect();
        let mut all = Vec::new();
        for file in tree.op_files() {
            let text = tree.text(file);
            for range in entries(text) {
                if let Some((_, op)) = ops.range((file, range.start)..(file, range.end)).next() {
                    all.push(Entry { op, file, text, lines: keys(text, &range), range });
                }
            }
        }
        all
    }

    pub fn line(&self, key: &str) -> Option<&Line> {
        self.lines.iter().find(|line| &self.text[line.key.clone()] == key)
    }

    pub fn args(&self) -> Vec<Argument> {
        self.line("args").map_or(Vec::new(), |line| arguments(self.text, &line.value))
    }

    /// The arguments in its forward signature.
    pub fn forward_args(&self) -> Vec<Argument> {
        self.line("forward").map_or(Vec::new(), |line| arguments(self.text, &line.value))
    }

    pub fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }
}
