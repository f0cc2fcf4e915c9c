//! Reads on after a syntax error.
//!
//! If a region of text is not YAML as a whole, it is split by lines: a list into its items, a mapping into its keys.
//! Each part is read separately, and rejected if it cannot be read. A typing error then affects only one key of one
//! entry.

use super::diagnostic::{Diagnostic, Diagnostics};
use super::events::{insert, parse_region};
use super::file::{FileId, Span, Spanned};
use super::fix::{Change, Help};
use super::node::{Entries, Node, Scalar, Value};
use super::region::Region;
use super::syntax;
use crate::{lines, rules};

/// How deep nested lists and mappings are split.
const MAX_DEPTH: usize = 12;

/// Reads what can be read of a file that is not YAML. `None` if the file does not look like a list.
pub fn document(file: FileId, text: &str, region: Region, diagnostics: &mut Diagnostics) -> Option<Node> {
    let mut recovery = Recovery { file, text, diagnostics };
    let lines = recovery.lines(region);
    let first = lines.iter().find(|line| line.is_item)?;
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
    /// The tab in its indentation.
    tab: Option<usize>,
    /// Whether it begins with `- `, or with what is probably meant as `- `.
    is_item: bool,
}

/// A mapping that is read key by key.
struct Pairs {
    /// The column of its keys.
    column: usize,
    /// A key in that column.
    beside: Option<Span>,
    /// How much deeper its values may be split.
    depth: usize,
    entries: Entries,
}

impl Recovery<'_, '_> {
    fn lines(&self, region: Region) -> Vec<Line> {
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

    fn rejected(&mut self, region: Region) -> Node {
        self.diagnostics.lose(&self.text[region.start..region.end]);
        Node { span: self.span(region.start, region.end), value: Value::Rejected }
    }

    /// The value in a region of text.
    fn value(&mut self, region: Region, depth: usize) -> Node {
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

    fn sequence(&mut self, lines: &[Line], region: Region, depth: usize) -> Node {
        let column = lines.iter().find(|line| line.is_item).map_or(0, |line| line.column);
        let starts_item = |line: &&Line| line.is_item && line.column == column;
        let starts: Vec<&Line> = lines.iter().filter(starts_item).collect();
        let mut items = Vec::new();
        if let Some(first) = lines.first().filter(|line| !starts_item(line)) {
            let message = "this is not YAML: expected a list item, which begins with `- `";
            let problem = Diagnostic::new(rules::SYNTAX, self.span(first.start, first.end), message);
            let before = Change::Replace { span: self.span(first.start, first.start), text: "- ".to_owned() };
            self.diagnostics.push(problem.help(Help::from("write `- ` before it").with(before)));
            let end = starts.first().map_or(region.end, |line| line.start - line.column);
            items.push(self.rejected(Region { start: first.start, end }));
        }
        for (i, line) in starts.iter().enumerate() {
            let end = starts.get(i + 1).map_or(region.end, |next| next.start - next.column);
            let behind = &self.text[line.start + 1..line.end];
            let blanks = behind.len() - behind.trim_start_matches(' ').len();
            if blanks == 0 && !behind.is_empty() {
                let message = "this is not YAML: a space is missing after the `-`";
                let problem = Diagnostic::new(rules::SYNTAX, self.span(line.start, line.start + 1), message);
                self.diagnostics.push(problem.help(Help::instead("begin a list item with `- `", "- ")));
            }
            items.push(self.value(Region { start: line.start + 1 + blanks, end }, depth - 1));
        }
        Node { span: self.span(region.start, region.end), value: Value::Sequence(items) }
    }

    fn mapping(&mut self, lines: &[Line], region: Region, depth: usize) -> Node {
        let column = self.key_column(lines);
        let beside = lines.iter().filter(|line| line.column == column).find_map(|line| self.key(line));
        let mut pairs = Pairs { column, beside: beside.map(|(key, _)| key), depth, entries: Entries::new() };
        // Adjacent lines with tabs belong together, and deeper lines belong to the line above.
        let starts_pair = |i: usize| match (i.checked_sub(1).map(|before| lines[before].tab), lines[i].tab) {
            (Some(before), Some(_)) => before.is_none(),
            (Some(Some(_)), None) | (None, _) => true,
            (Some(None), None) => lines[i].column <= column,
        };
        let starts: Vec<usize> = (0..lines.len()).filter(|&i| starts_pair(i)).collect();
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

    /// The column of a mapping's keys: the most common one.
    fn key_column(&self, lines: &[Line]) -> usize {
        let columns: Vec<usize> = lines
            .iter()
            .filter(|line| line.tab.is_none() && self.key(line).is_some())
            .map(|line| line.column)
            .collect();
        let first = columns.first().copied().unwrap_or(0);
        // Deeper lines may belong to the value of a key.
        let number = |column: usize| columns.iter().filter(|other| **other == column).count();
        let nearer = columns.iter().copied().filter(|column| column.abs_diff(first) <= 1);
        nearer.max_by_key(|&column| (number(column), std::cmp::Reverse(column))).unwrap_or(first)
    }

    /// The key of a line `key : value`, and the offset of its colon.
    fn key(&self, line: &Line) -> Option<(Span, usize)> {
        let text = &self.text[line.start..line.end];
        let length = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
        let colon = length + text[length..].len() - text[length..].trim_start_matches(' ').len();
        let behind = text[colon..].strip_prefix(':')?;
        let is_key = length > 0 && (behind.is_empty() || behind.starts_with([' ', '\t']));
        is_key.then(|| (self.span(line.start, line.start + length), line.start + colon))
    }

    /// Reads the key in the first of some lines. Returns how many lines it used.
    fn pair(&mut self, lines: &[Line], end: usize, pairs: &mut Pairs) -> usize {
        let first = lines[0];
        if let Some(tab) = first.tab {
            self.tabbed(tab, lines, &mut pairs.entries);
            return lines.len();
        }
        let Some((key, colon)) = self.key(&first) else {
            self.no_pair(&first, &mut pairs.entries);
            return lines.len();
        };
        let problem = match parse_region(self.file, self.text, Region { start: first.start, end }, self.diagnostics) {
            Ok(Some(Node { value: Value::Mapping(read), .. })) => {
                self.check_place(&first, pairs);
                read.into_iter().for_each(|(key, node)| insert(&mut pairs.entries, key, node, self.diagnostics));
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
        self.check_place(&first, pairs);
        let node = match lines.get(1) {
            Some(nested) if !inline && pairs.depth > 0 => {
                self.value(Region { start: nested.start, end }, pairs.depth - 1)
            }
            _ => {
                self.diagnostics.push(*problem);
                self.rejected(Region { start: colon + 1, end: end.max(colon + 1) })
            }
        };
        insert(&mut pairs.entries, key, node, self.diagnostics);
        lines.len()
    }

    /// Reports lines that are indented with tabs. Their keys are kept, with rejected values.
    fn tabbed(&mut self, tab: usize, lines: &[Line], entries: &mut Entries) {
        self.diagnostics.push(syntax::tab(self.file, tab));
        for line in lines {
            let key = self.key(line).map_or(self.span(line.start, line.end), |(key, _)| key);
            let name = Spanned::new(self.text[key.start as usize..key.end as usize].to_owned(), key);
            entries.push((name, self.rejected(Region { start: line.start, end: line.end })));
        }
    }

    /// Checks that a key is in the same column as the others. A key after a `-` without a space has been reported.
    fn check_place(&mut self, line: &Line, pairs: &Pairs) {
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
        self.diagnostics.push(match pairs.beside {
            Some(beside) => problem.label(beside, "another key"),
            None => problem,
        });
    }

    /// Reports a line without a key. Its first word may still be the key and, in the first line of an entry, its second word
    /// the name.
    fn no_pair(&mut self, line: &Line, entries: &mut Entries) {
        let text = &self.text[line.start..line.end];
        let span = self.span(line.start, line.end);
        let problem = Diagnostic::new(rules::SYNTAX, span, "this is not YAML: expected a key, a `:` and a value");
        let glued = text.find(':').filter(|colon| !text[..*colon].trim().contains(' '));
        self.diagnostics.push(problem.help(match glued {
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
            let value = Value::Scalar(Scalar::written(name, start as u32));
            entries.push((key.clone(), Node { span: self.span(start, start + name.len()), value }));
        }
        let rejected = self.rejected(Region { start: line.start, end: line.end });
        entries.push((key, rejected));
    }
}

/// Whether a line is a list item, or was probably meant to be one, such as `-name`.
fn is_item(content: &str) -> bool {
    let behind = content.strip_prefix('-');
    behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(|c: char| c == ' ' || c.is_ascii_alphabetic()))
}
