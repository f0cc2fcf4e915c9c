//! Recovers from syntax errors.
//!
//! If a region of text is not YAML as a whole, it is split by lines: a list into its items, a mapping into its keys.
//! Each part is read separately, and rejected if it cannot be read. A typing error then affects only one key of one
//! entry.

use super::byte_range::ByteRange;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::events::{KeyIndex, insert, parse_region};
use super::file::{FileId, Span, Spanned};
use super::fix::{Change, Help};
use super::node::{Entries, Node, Scalar, Value};
use super::tabs;
use crate::{lines, rules};

/// The depth down to which nested lists and mappings are split.
const MAX_DEPTH: usize = 12;

/// Reads as much as possible of a file that is not YAML. `None` if the file looks neither like a list nor like keys with lists.
pub fn document(file: FileId, text: &str, region: ByteRange, diagnostics: &mut Diagnostics) -> Option<Node> {
    let mut recovery = Recovery { file, text, diagnostics };
    let lines = recovery.lines(region);
    let at = lines.iter().position(|line| line.is_item)?;
    let first = &lines[at];
    if at.checked_sub(1).is_some_and(|before| recovery.has_list(&lines[0], &lines[before], first)) {
        return Some(recovery.mapping(&lines, region, MAX_DEPTH));
    }
    let items = lines.iter().filter(|line| line.column == first.column && line.is_item).count();
    let node = if items > 1 || lines[0].is_item { recovery.sequence(&lines, region, MAX_DEPTH) } else { return None };
    Some(node)
}

struct Recovery<'a, 'd> {
    file: FileId,
    text: &'a str,
    diagnostics: &'d mut Diagnostics,
}

/// A line that is neither blank nor a comment.
#[derive(Debug, Clone, Copy)]
struct Line {
    /// Offset of the first character that is not a space or tab.
    start: usize,
    end: usize,
    column: usize,
    /// The offset of a tab in the indentation.
    tab: Option<usize>,
    /// True if the line begins with `- `, or with something that was probably meant as `- `.
    is_item: bool,
}

/// A mapping that is read key by key.
struct Pairs {
    /// The column of its keys.
    column: usize,
    /// A key in that column, to point at when another key is in a different one.
    sample_key: Option<Span>,
    /// How many more levels its values may be split into.
    depth: usize,
    entries: Entries,
    index: KeyIndex,
}

impl Recovery<'_, '_> {
    fn lines(&self, region: ByteRange) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut at = region.start;
        let line_start = lines::start(self.text, region.start);
        let mut column = region.start - line_start;
        for line in self.text[region.start..region.end].split_inclusive('\n') {
            let content = line.trim_start_matches([' ', '\t']);
            let blanks = line.len() - content.len();
            let content = content.trim_end();
            if !content.is_empty() && !content.starts_with('#') {
                let (start, tab) = (at + blanks, line[..blanks].find('\t').map(|tab| at + tab));
                let (end, column, is_item) = (start + content.len(), column + blanks, is_item(content));
                lines.push(Line { start, end, column, tab, is_item });
            }
            at += line.len();
            column = 0;
        }
        lines
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// True if a file that begins with a line is a mapping, in which an item is the first one under the key in the line before it.
    fn has_list(&self, first: &Line, before: &Line, item: &Line) -> bool {
        first.column == 0 && self.key(first).is_some() && before.column <= item.column && self.opens_block(before)
    }

    /// True if a line is a key without a value, so that the lines below are its value.
    fn opens_block(&self, line: &Line) -> bool {
        let text = self.text[line.start..line.end].trim_start_matches(['-', ' ']);
        let start = line.end - text.len();
        self.key(&Line { start, ..*line }).is_some_and(|(_, colon)| self.text[colon + 1..line.end].trim().is_empty())
    }

    /// True if the list item in a line with a tab belongs to the list in a column, and not to a list in one of its items.
    fn is_tabbed_item(&self, lines: &[Line], at: usize, column: usize) -> bool {
        let is_inner = |before: &Line| self.opens_block(before) || (before.is_item && before.column > column);
        lines[at].is_item && !at.checked_sub(1).is_some_and(|before| is_inner(&lines[before]))
    }

    fn rejected(&mut self, region: ByteRange) -> Node {
        self.diagnostics.note_lost(&self.text[region.start..region.end]);
        Node { span: self.span(region.start, region.end), value: Value::Rejected }
    }

    /// Reads the value in a region of text, part by part if it is not YAML as a whole.
    fn value(&mut self, region: ByteRange, depth: usize) -> Node {
        let problem = match parse_region(self.file, self.text, region, self.diagnostics) {
            Ok(Some(node)) => return node,
            Ok(None) => return self.rejected(region),
            Err(problem) => problem,
        };
        let lines = self.lines(region);
        let is_mapping = lines.iter().any(|line| self.key(line).is_some());
        match lines.first() {
            Some(first) if depth > 0 && first.is_item => self.sequence(&lines, region, depth),
            Some(_) if depth > 0 && is_mapping => self.mapping(&lines, region, depth),
            _ => {
                self.diagnostics.push(*problem);
                self.rejected(region)
            }
        }
    }

    fn sequence(&mut self, lines: &[Line], region: ByteRange, depth: usize) -> Node {
        let is_sound_item = |line: &&Line| line.is_item && line.tab.is_none();
        let column = lines.iter().find(is_sound_item).map_or(0, |line| line.column);
        let starts_item = |at: usize| match lines[at].tab {
            None => lines[at].is_item && lines[at].column == column,
            Some(_) => self.is_tabbed_item(lines, at, column),
        };
        let starts: Vec<usize> = (0..lines.len()).filter(|at| starts_item(*at)).collect();
        let starts_with_item = starts.first() == Some(&0);
        let starts: Vec<&Line> = starts.into_iter().map(|at| &lines[at]).collect();
        let mut items = Vec::new();
        if let Some(first) = lines.first().filter(|_| !starts_with_item) {
            let message = "this is not YAML: expected a list item, which begins with `- `";
            let problem = Diagnostic::new(rules::SYNTAX, self.span(first.start, first.end), message);
            let before = Change::Replace { span: self.span(first.start, first.start), text: "- ".to_owned() };
            self.diagnostics.push(problem.help(Help::from("write `- ` before it").with(before)));
            let end = starts.first().map_or(region.end, |line| line.start - line.column);
            items.push(self.rejected(ByteRange { start: first.start, end }));
        }
        for (i, line) in starts.iter().enumerate() {
            let end = starts.get(i + 1).map_or(region.end, |next| next.start - next.column);
            if let Some(tab) = line.tab {
                self.diagnostics.push(tabs::problem(self.file, self.text, tab));
                items.push(self.rejected(ByteRange { start: line.start, end }));
                continue;
            }
            let after_dash = &self.text[line.start + 1..line.end];
            let blanks = after_dash.len() - after_dash.trim_start_matches(' ').len();
            if blanks == 0 && !after_dash.is_empty() {
                let message = "this is not YAML: a space is missing after the `-`";
                let problem = Diagnostic::new(rules::SYNTAX, self.span(line.start, line.start + 1), message);
                self.diagnostics.push(problem.help(Help::instead("begin a list item with `- `", "- ").certain(true)));
            }
            items.push(self.value(ByteRange { start: line.start + 1 + blanks, end }, depth - 1));
        }
        Node { span: self.span(region.start, region.end), value: Value::Sequence(items) }
    }

    fn mapping(&mut self, lines: &[Line], region: ByteRange, depth: usize) -> Node {
        let column = self.key_column(lines);
        let sample = lines.iter().filter(|line| line.column == column).find_map(|line| self.key(line));
        let sample_key = sample.map(|(key, _)| key);
        let mut pairs = Pairs { column, sample_key, depth, entries: Entries::new(), index: KeyIndex::default() };
        let mut starts: Vec<usize> = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            let starts_pair = match (i.checked_sub(1).map(|before| lines[before].tab), line.tab) {
                (None, _) => true,
                // Adjacent lines with tabs belong together, or to the key above that has no other value.
                (Some(before), Some(_)) => {
                    before.is_none() && !starts.last().is_some_and(|&start| self.opens_block(&lines[start]))
                }
                // Deeper lines belong to the line above. The items of a list may be in the column of its key.
                (Some(_), None) => line.column < column || (line.column == column && !line.is_item),
            };
            starts.extend(starts_pair.then_some(i));
        }
        for (i, &start) in starts.iter().enumerate() {
            let next = starts.get(i + 1).copied().unwrap_or(lines.len());
            let end = lines.get(next).map_or(region.end, |line| line.start - line.column.min(line.start));
            let mut rest = &lines[start..next];
            while !rest.is_empty() {
                let used = self.pair(rest, end, &mut pairs);
                rest = &rest[used..];
            }
        }
        Node { span: self.span(region.start, region.end), value: Value::Mapping(pairs.entries) }
    }

    /// The column that most keys of a mapping have. Keys much deeper than the first belong to nested values.
    fn key_column(&self, lines: &[Line]) -> usize {
        let columns: Vec<usize> = lines
            .iter()
            .filter(|line| line.tab.is_none() && self.key(line).is_some())
            .map(|line| line.column)
            .collect();
        let first = columns.first().copied().unwrap_or(0);
        let number = |column: usize| columns.iter().filter(|other| **other == column).count();
        let nearer = columns.iter().copied().filter(|column| column.abs_diff(first) <= 1);
        nearer.max_by_key(|&column| (number(column), std::cmp::Reverse(column))).unwrap_or(first)
    }

    /// The key in a line `key : value`, and the offset of the colon.
    fn key(&self, line: &Line) -> Option<(Span, usize)> {
        let text = &self.text[line.start..line.end];
        let length = names_length(text);
        let colon = length + text[length..].len() - text[length..].trim_start_matches(' ').len();
        let value = text[colon..].strip_prefix(':')?;
        let is_key = length > 0 && (value.is_empty() || value.starts_with([' ', '\t']));
        is_key.then(|| (self.span(line.start, line.start + length), line.start + colon))
    }

    /// Reads the key in the first line, with its value, which may extend over the other lines. Returns the number of
    /// lines used.
    fn pair(&mut self, lines: &[Line], end: usize, pairs: &mut Pairs) -> usize {
        let first = lines[0];
        if let Some(tab) = first.tab {
            self.tabbed_lines(tab, lines, &mut pairs.entries);
            return lines.len();
        }
        let Some((key, colon)) = self.key(&first) else {
            self.line_without_key(&first, &mut pairs.entries);
            return lines.len();
        };
        let problem = match parse_region(self.file, self.text, ByteRange { start: first.start, end }, self.diagnostics)
        {
            Ok(Some(Node { value: Value::Mapping(read), .. })) => {
                self.check_column(&first, pairs);
                for (key, node) in read {
                    insert(&mut pairs.entries, &mut pairs.index, key, node, self.text, self.diagnostics);
                }
                return lines.len();
            }
            Ok(_) => return lines.len(),
            Err(problem) => problem,
        };
        let key = Spanned::new(self.text[key.start as usize..key.end as usize].to_owned(), key);
        let inline = !self.text[colon + 1..first.end].trim().is_empty();
        let sibling = (1..lines.len()).find(|&i| inline && self.key(&lines[i]).is_some());
        if let Some(at) = sibling {
            let before = lines[at].start - lines[at].column;
            return self.pair(&lines[..at], before, pairs);
        }
        self.check_column(&first, pairs);
        let node = match lines.get(1) {
            Some(Line { tab: Some(tab), .. }) if !inline => {
                self.diagnostics.push(tabs::problem(self.file, self.text, *tab));
                self.rejected(ByteRange { start: colon + 1, end: end.max(colon + 1) })
            }
            Some(nested) if !inline && pairs.depth > 0 => {
                self.value(ByteRange { start: nested.start, end }, pairs.depth - 1)
            }
            _ => {
                self.diagnostics.push(*problem);
                self.rejected(ByteRange { start: colon + 1, end: end.max(colon + 1) })
            }
        };
        insert(&mut pairs.entries, &mut pairs.index, key, node, self.text, self.diagnostics);
        // A line with a tab may have been meant for this mapping.
        lines.iter().filter(|line| line.tab.is_some()).for_each(|line| self.tabbed_line(line, &mut pairs.entries));
        lines.len()
    }

    /// Reports lines that are indented with tabs. Their keys are kept, with rejected values.
    fn tabbed_lines(&mut self, tab: usize, lines: &[Line], entries: &mut Entries) {
        self.diagnostics.push(tabs::problem(self.file, self.text, tab));
        lines.iter().for_each(|line| self.tabbed_line(line, entries));
    }

    fn tabbed_line(&mut self, line: &Line, entries: &mut Entries) {
        let key = self.key(line).map_or(self.span(line.start, line.end), |(key, _)| key);
        let name = Spanned::new(self.text[key.start as usize..key.end as usize].to_owned(), key);
        entries.push((name, self.rejected(ByteRange { start: line.start, end: line.end })));
    }

    /// Reports a key that is not in the same column as the others. A key directly after a `-` has already been
    /// reported.
    fn check_column(&mut self, line: &Line, pairs: &Pairs) {
        let column = pairs.column;
        if line.column == column || self.text[..line.start].ends_with('-') {
            return;
        }
        let message =
            format!("this is not YAML: the line is indented by {}, but the other keys by {column}", line.column);
        let problem = Diagnostic::new(rules::SYNTAX, self.span(line.start, line.start + 1), message);
        let indentation = self.span(line.start - line.column.min(line.start), line.start);
        let indented = Change::Replace { span: indentation, text: " ".repeat(column) };
        let problem = problem.help(Help::from(format!("indent it by {column}")).with(indented));
        self.diagnostics.push(match pairs.sample_key {
            Some(sample) => problem.label(sample, "another key"),
            None => problem,
        });
    }

    /// Reports a line that is not `key : value`. Its first word is still taken for a key. In the first line of an
    /// entry, a second word is taken for the name of the operator.
    fn line_without_key(&mut self, line: &Line, entries: &mut Entries) {
        let text = &self.text[line.start..line.end];
        let span = self.span(line.start, line.end);
        let problem = Diagnostic::new(rules::SYNTAX, span, "this is not YAML: expected a key, a `:` and a value");
        let colon_without_space = text.find(':').filter(|colon| !text[..*colon].trim().contains(' '));
        self.diagnostics.push(problem.help(match colon_without_space {
            Some(colon) => {
                let at = line.start + colon + 1;
                let space = Change::Replace { span: self.span(at, at), text: " ".to_owned() };
                Help::from("write a space after the `:`").with(space)
            }
            None => "write `key : value`".into(),
        }));
        let mut words = text.split([' ', ':']).filter(|word| !word.is_empty());
        let word = words.next().unwrap_or(text);
        let key = Spanned::new(word.to_owned(), self.span(line.start, line.start + word.len()));
        let name = words.next().filter(|_| entries.is_empty() && words.next().is_none());
        if let Some((at, name)) = name.and_then(|name| Some((text.rfind(name)?, name))) {
            let start = line.start + at;
            let value = Value::Scalar(Scalar::plain_at(name, start as u32));
            entries.push((key.clone(), Node { span: self.span(start, start + name.len()), value }));
        }
        let rejected = self.rejected(ByteRange { start: line.start, end: line.end });
        entries.push((key, rejected));
    }
}

/// The length of the name that a text begins with, or of several names with commas between them.
fn names_length(text: &str) -> usize {
    let is_other = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let length = text.find(is_other).unwrap_or(text.len());
    match text[length..].strip_prefix(", ").map(names_length) {
        Some(further) if length > 0 && further > 0 => length + ", ".len() + further,
        _ => length,
    }
}

/// True if a line is a list item, or was probably meant to be one, such as `-name`.
fn is_item(content: &str) -> bool {
    let rest = content.strip_prefix('-');
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c == ' ' || c.is_ascii_alphabetic()))
}
