//! The lines of one entry: indentation, spaces around colons and after dashes, blank lines.

use std::collections::BTreeMap;
use std::ops::Range;

use source::lines;
use source::yaml::{Node, Value};

use crate::colons::{Colons, is_flow};
use crate::order;
use crate::pieces::{Entry, parsed};
use crate::same::is_same;

/// How much deeper the contents of a key or a list item are than itself.
const STEP: usize = 2;

/// The formatted lines of an entry whose dash stays in its column. `None` if it cannot be formatted: then it stays as it is.
pub fn formatted(entry: &Entry, column: usize, colons: Colons, leading: &[&str]) -> Option<String> {
    let item = entry.item.as_ref()?;
    let text = entry.text.as_str();
    let mut layout = Layout { text, colons, lines: BTreeMap::new(), spaces: Vec::new() };
    layout.item(item, column)?;
    let new = layout.applied();
    let after = parsed(&new).filter(|after| is_same(item, after))?;
    let ordered = order::with_leading(&new, &after, leading);
    let is_unchanged = |ordered: &String| parsed(ordered).is_some_and(|after| is_same(item, &after));
    Some(ordered.filter(is_unchanged).unwrap_or(new))
}

/// What becomes of the indentation of a line.
#[derive(Debug, Clone, Copy)]
enum Indent {
    /// The line begins with a key, a dash or a value.
    To(usize),
    /// The line continues a value, and moves with its first line.
    By { columns: isize, is_trimmed: bool },
}

/// Collects the changes to the lines of an entry. Its functions return `None` if they meet a form of YAML that they do not
/// format.
struct Layout<'a> {
    text: &'a str,
    colons: Colons,
    /// By the offset of the line. Blank lines and comments are not in it.
    lines: BTreeMap<usize, Indent>,
    /// Ranges of blanks within lines, with what replaces them. In order.
    spaces: Vec<(Range<usize>, &'static str)>,
}

impl Layout<'_> {
    fn column(&self, at: usize) -> usize {
        at - lines::start(self.text, at)
    }

    fn begins_line(&self, at: usize) -> bool {
        self.text[lines::start(self.text, at)..at].trim_matches(' ').is_empty()
    }

    /// Puts the dash of a list item into a column, and the item's contents behind it.
    fn item(&mut self, item: &Node, column: usize) -> Option<()> {
        let start = item.span.start as usize;
        let before = self.text[lines::start(self.text, start)..start].trim_end_matches([' ', '\t']);
        let dash = lines::start(self.text, start) + before.len().checked_sub(1)?;
        if !self.text[dash..].starts_with('-') || item.span.start == item.span.end {
            return None;
        }
        let old = self.column(dash);
        if self.begins_line(dash) {
            self.lines.insert(dash - old, Indent::To(column));
        }
        self.spaces.push((dash + 1..start, " "));
        self.value(item, column + STEP)
    }

    /// Lays out a value whose first line is placed already.
    fn value(&mut self, node: &Node, column: usize) -> Option<()> {
        match &node.value {
            Value::Rejected => None,
            Value::Mapping(entries) if !is_flow(self.text, node) => entries
                .iter()
                .try_for_each(|(key, value)| self.key(key.span.start as usize, key.span.end as usize, value, column)),
            Value::Sequence(items) if !is_flow(self.text, node) => {
                items.iter().try_for_each(|item| self.item(item, column))
            }
            _ => {
                let old = self.column(node.span.start as usize);
                self.continued(node, column as isize - old as isize);
                Some(())
            }
        }
    }

    /// Puts a key into a column, and its value behind or below it.
    fn key(&mut self, start: usize, end: usize, value: &Node, column: usize) -> Option<()> {
        let old = self.column(start);
        if self.begins_line(start) {
            self.lines.insert(start - old, Indent::To(column));
        }
        let rest = &self.text[end..];
        let colon = end + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
        let after = self.text[colon..].strip_prefix(':')?;
        let before = match self.colons {
            Colons::Spaced => " ",
            Colons::Tight => "",
            Colons::Mixed => {
                if colon == end {
                    ""
                } else {
                    " "
                }
            }
        };
        self.spaces.push((end..colon, before));
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        let at = colon + 1 + blanks;
        if value.is_empty() && value.span.start == value.span.end {
            return Some(());
        }
        if self.text[at..].starts_with(['|', '>']) {
            self.spaces.push((colon + 1..at, " "));
            self.moved(lines::next(self.text, at), value, column as isize - old as isize, false);
            return Some(());
        }
        let start = value.span.start as usize;
        if start == at {
            self.spaces.push((colon + 1..at, " "));
            if matches!(&value.value, Value::Mapping(_) | Value::Sequence(_)) && !is_flow(self.text, value) {
                return None;
            }
            self.continued(value, column as isize - old as isize);
            return Some(());
        }
        let line = lines::start(self.text, start);
        let content = self.text[line..].trim_start_matches(' ');
        if matches!(value.value, Value::Sequence(_)) && content.starts_with('-') {
            // Dashes may stand below the first letter of the key.
            let is_below = self.text.len() - content.len() - line == old;
            return self.value(value, if is_below { column } else { column + STEP });
        }
        if !self.begins_line(start) {
            return None;
        }
        self.lines.insert(line, Indent::To(column + STEP));
        self.value(value, column + STEP)
    }

    /// Moves the further lines of a value.
    fn continued(&mut self, node: &Node, columns: isize) {
        let start = node.span.start as usize;
        let is_trimmed = !self.text[start..].starts_with(['|', '>']);
        self.moved(lines::next(self.text, start), node, columns, is_trimmed);
    }

    /// Moves the lines of a value from an offset on.
    fn moved(&mut self, mut at: usize, node: &Node, columns: isize, is_trimmed: bool) {
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let end = start + self.text[start..end].trim_end().len();
        while at < end {
            self.lines.insert(at, Indent::By { columns, is_trimmed });
            at = lines::next(self.text, at);
        }
    }

    fn applied(&self) -> String {
        let mut new = String::new();
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            match self.lines.get(&at) {
                Some(indent) => self.line(at, line, *indent, &mut new),
                // A blank line.
                None if line.trim().is_empty() => {}
                None => {
                    let column = self.comment_column(at, line);
                    new.extend([&" ".repeat(column), line.trim(), "\n"]);
                }
            }
            at += line.len();
        }
        new
    }

    fn line(&self, at: usize, line: &str, indent: Indent, new: &mut String) {
        let old = line.len() - line.trim_start_matches(' ').len();
        let (column, is_trimmed) = match indent {
            Indent::To(column) => (column, true),
            Indent::By { columns, is_trimmed } => ((old as isize + columns).max(0) as usize, is_trimmed),
        };
        if line.trim().is_empty() {
            return new.push('\n');
        }
        let mut content = line.to_owned();
        let first = self.spaces.partition_point(|(range, _)| range.start < at);
        let end = self.spaces.partition_point(|(range, _)| range.start < at + line.len());
        for (range, spaces) in self.spaces[first..end].iter().rev() {
            content.replace_range(range.start - at..range.end - at, spaces);
        }
        let content = &content[old..];
        let content = if is_trimmed { content.trim_end() } else { content.trim_end_matches('\n') };
        new.extend([&" ".repeat(column), content, "\n"]);
    }

    /// A comment stays beside the key below it, or else above it, if it was in the same column.
    fn comment_column(&self, at: usize, line: &str) -> usize {
        let old = line.len() - line.trim_start_matches([' ', '\t']).len();
        let placed = |(start, indent): (&usize, &Indent)| match indent {
            Indent::To(column) => {
                let (old, dashes) = behind_dashes(&self.text[*start..lines::next(self.text, *start)]);
                Some((old, column + STEP * dashes))
            }
            Indent::By { .. } => None,
        };
        let below = self.lines.range(at..).find_map(placed);
        let above = self.lines.range(..at).rev().find_map(placed);
        let same = |found: Option<(usize, usize)>| found.filter(|(column, _)| *column == old).map(|(_, new)| new);
        same(below).or_else(|| same(above)).unwrap_or(old)
    }
}

/// The column behind the dashes at the start of a line, and the number of dashes.
fn behind_dashes(line: &str) -> (usize, usize) {
    let mut rest = line.trim_start_matches(' ');
    let mut dashes = 0;
    while let Some(behind) =
        rest.strip_prefix('-').filter(|behind| behind.is_empty() || behind.starts_with(char::is_whitespace))
    {
        dashes += 1;
        rest = behind.trim_start_matches(' ');
    }
    (line.len() - rest.len(), dashes)
}
