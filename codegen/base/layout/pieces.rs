//! Divides a file into its entries and the gaps between them, so that a mistake in one entry does not matter to others.

use std::ops::Range;

use source::yaml::{self, Node, Value};
use source::{Diagnostics, FileId};

/// A part of a file.
#[derive(Debug)]
pub enum Piece {
    /// Blank lines and comments outside entries.
    Gap(Range<usize>),
    /// A list item with its comments.
    Entry(Entry),
}

/// An item of the list that a file is.
#[derive(Debug)]
pub struct Entry {
    /// Whole lines in the file.
    pub range: Range<usize>,
    /// The lines, with `\n` at the end of each.
    pub text: String,
    /// The item. `None` if the lines are not YAML that can be formatted.
    pub item: Option<Node>,
}

/// A file as a list of entries, with gaps before, between and after them.
#[derive(Debug)]
pub struct Pieces {
    pub list: Vec<Piece>,
    /// The column of the dashes.
    pub column: usize,
    /// How the lines of the file end.
    pub newline: &'static str,
    /// True if the entries of the file follow each other without blank lines.
    is_dense: bool,
}

/// The share of entries, in percent, that must follow each other directly in a file without blank lines.
const DENSE: usize = 90;

/// The surroundings of a gap.
#[derive(Debug, Clone, Copy)]
pub struct Around {
    pub is_first: bool,
    pub is_last: bool,
    /// Whether an entry beside the gap has keys. Such entries are set apart by a blank line, unless the file is dense.
    pub has_keys: bool,
}

impl Piece {
    pub fn range(&self) -> Range<usize> {
        match self {
            Piece::Gap(range) | Piece::Entry(Entry { range, .. }) => range.clone(),
        }
    }
}

impl Entry {
    fn of(text: &str, range: Range<usize>) -> Self {
        let lines: String =
            text[range.clone()].lines().map(|line| format!("{}\n", line.trim_end_matches('\r'))).collect();
        let item = parsed(&lines);
        Entry { range, text: lines, item }
    }

    /// The first key's value, or the whole item, if that is text.
    pub fn name(&self) -> Option<&str> {
        let item = self.item.as_ref()?;
        let named = match &item.value {
            Value::Mapping(entries) => &entries.first()?.1,
            _ => item,
        };
        let Value::Scalar(scalar) = &named.value else { return None };
        scalar.text.split_whitespace().next()
    }

    fn has_keys(&self) -> bool {
        self.item.as_ref().is_none_or(|item| matches!(item.value, Value::Mapping(_)))
    }
}

/// The single list item in some lines. `None` if they are anything else.
pub fn parsed(lines: &str) -> Option<Node> {
    let mut problems = Diagnostics::default();
    let root = yaml::parse(FileId::from_index(0), lines, &mut problems)?;
    match root.value {
        Value::Sequence(items) if problems.is_empty() => <[Node; 1]>::try_from(items).ok().map(|[item]| item),
        _ => None,
    }
}

/// A line of a file, for finding entries.
struct Line<'a> {
    start: usize,
    text: &'a str,
}

impl Line<'_> {
    fn column(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(' ').len()
    }

    fn is_dash(&self) -> bool {
        let rest = self.text.trim_start_matches(' ').strip_prefix('-');
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    fn is_comment(&self) -> bool {
        self.text.trim_start().starts_with('#')
    }
}

impl Pieces {
    /// `None` if the file is not a list with an item on each line that begins with a dash in its first column.
    pub fn of(text: &str) -> Option<Self> {
        let mark = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
        let mut lines = Vec::new();
        let mut at = mark;
        for line in text[mark..].split_inclusive('\n') {
            lines.push(Line { start: at, text: line });
            at += line.len();
        }
        let first = lines.iter().position(|line| !line.is_blank() && !line.is_comment())?;
        if !lines[first].is_dash() {
            return None;
        }
        let column = lines[first].column();
        let starts: Vec<usize> = (first..lines.len())
            .filter(|&at| lines[at].is_dash() && lines[at].column() == column)
            .chain([lines.len()])
            .collect();
        let offset = |line: usize| lines.get(line).map_or(text.len(), |line| line.start);
        let mut list = vec![Piece::Gap(mark..offset(first))];
        for pair in starts.windows(2) {
            let [start, next] = pair else { continue };
            let after = behind_entry(&lines[*start..*next], column);
            list.push(Piece::Entry(Entry::of(text, offset(*start)..offset(*next - after))));
            list.push(Piece::Gap(offset(*next - after)..offset(*next)));
        }
        let newline =
            if text.split_inclusive('\n').next().is_some_and(|line| line.ends_with("\r\n")) { "\r\n" } else { "\n" };
        let is_dense = is_dense(text, &list);
        Some(Pieces { list, column, newline, is_dense })
    }

    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.list.iter().filter_map(|piece| match piece {
            Piece::Entry(entry) => Some(entry),
            Piece::Gap(_) => None,
        })
    }

    /// The surroundings of the gap at an index.
    pub fn around(&self, at: usize) -> Around {
        let has_keys = |at: Option<usize>| {
            at.and_then(|at| self.list.get(at))
                .is_some_and(|piece| matches!(piece, Piece::Entry(entry) if entry.has_keys()))
        };
        Around {
            is_first: at == 0,
            is_last: at + 1 == self.list.len(),
            has_keys: !self.is_dense && (has_keys(at.checked_sub(1)) || has_keys(Some(at + 1))),
        }
    }
}

/// The number of lines behind an entry: blank lines, and comments in the column of the dash. A comment further to the right also belongs to
/// the next entry, if it stands directly above that and below a blank line.
fn behind_entry(lines: &[Line], column: usize) -> usize {
    let count = |follows: &dyn Fn(&Line) -> bool| lines.iter().rev().take_while(|line| follows(line)).count();
    let behind = count(&|line| line.is_blank() || line.is_comment() && line.column() <= column);
    let comments = count(&|line| line.is_comment());
    let is_apart = comments < lines.len() && lines[lines.len() - comments - 1].is_blank();
    if is_apart { behind.max(comments + count_blank(&lines[..lines.len() - comments])) } else { behind }
}

fn count_blank(lines: &[Line]) -> usize {
    lines.iter().rev().take_while(|line| line.is_blank()).count()
}

/// True if nearly no entry with keys is set apart from the one before it.
fn is_dense(text: &str, list: &[Piece]) -> bool {
    let between = list.windows(3).filter_map(|three| match three {
        [Piece::Entry(one), Piece::Gap(gap), Piece::Entry(other)] if one.has_keys() && other.has_keys() => {
            Some(text[gap.clone()].is_empty())
        }
        _ => None,
    });
    let (dense, all) = between.fold((0, 0), |(dense, all), is_empty| (dense + usize::from(is_empty), all + 1));
    all >= FEW && dense * 100 >= all * DENSE
}

/// The number of gaps from which a file has a way of its own.
const FEW: usize = 8;
