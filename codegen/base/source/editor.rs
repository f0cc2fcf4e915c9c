//! Turns changes into edits of the text, whatever the layout of the YAML.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{FileId, Sources, Span};
use crate::fix::Change;
use crate::lines;
use crate::yaml::{self, Node, Value};

/// Replaces the text of a span.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// The text to replace. Empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Computes the edits for changes in the files of a run. Each file is parsed at most once.
pub struct Editor<'a> {
    sources: &'a Sources,
    parsed: RefCell<BTreeMap<FileId, Option<Rc<YamlFile<'a>>>>>,
}

impl<'a> Editor<'a> {
    /// An editor for files that have not changed since the diagnostics were made.
    pub fn new(sources: &'a Sources) -> Self {
        Editor { sources, parsed: RefCell::default() }
    }

    /// The edits that carry out the fix of a diagnostic, sorted by position. `None` if it has no fix, or if the layout
    /// of the file does not allow it.
    pub fn edits(&self, diagnostic: &Diagnostic) -> Option<Vec<Edit>> {
        let mut edits: Vec<Edit> = Vec::new();
        for change in &diagnostic.fix.as_ref()?.changes {
            edits.extend(self.change(change, diagnostic.span)?);
        }
        edits.sort();
        let are_disjoint = edits.windows(2).all(|pair| {
            let [one, next] = pair else { return true };
            one.span.file != next.span.file || one.span.end <= next.span.start
        });
        (are_disjoint && !edits.is_empty()).then_some(edits)
    }

    fn yaml(&self, file: FileId) -> Option<Rc<YamlFile<'a>>> {
        let mut parsed = self.parsed.borrow_mut();
        parsed.entry(file).or_insert_with(|| YamlFile::of(file, self.sources).map(Rc::new)).clone()
    }

    fn change(&self, change: &Change, underlined: Span) -> Option<Vec<Edit>> {
        let one = |span: Span, text: &str| Some(vec![Edit { span, text: text.to_owned() }]);
        match change {
            Change::ReplaceUnderlined { expected, text } => {
                let written = self.sources.file(underlined.file).text();
                let written = written.get(underlined.start as usize..underlined.end as usize)?;
                let applies = expected.as_ref().is_none_or(|expected| expected == written);
                if applies { one(underlined, text) } else { None }
            }
            Change::Replace { span, text } => one(*span, text),
            Change::AddKey { within, under, key, value } => {
                self.yaml(within.file)?.add_key(*within, under.as_deref(), key, value)
            }
            Change::AddName { within, key, name } => {
                let yaml = self.yaml(within.file)?;
                let entry = yaml.mapping_around(*within)?;
                match value_of(entry, key) {
                    Some(list) => yaml.add_name(list, name),
                    None => yaml.add_line(entry, key, name),
                }
            }
            Change::RemoveItem(span) => {
                // Other files, such as the baseline, have only lists of quoted names.
                let whole = self.yaml(span.file).and_then(|yaml| item_around(&yaml.root, *span));
                one(item_with_separator(self.sources.file(span.file).text(), whole.unwrap_or(*span)), "")
            }
            Change::RemoveKey { within, key } => {
                let yaml = self.yaml(within.file)?;
                one(yaml.key_with_value(yaml.mapping_around(*within)?, key)?, "")
            }
            Change::MoveAfter(item, other) => self.yaml(item.file)?.moved(*item, *other, true),
            Change::MoveBefore(item, other) => self.yaml(item.file)?.moved(*item, *other, false),
        }
    }
}

/// A parsed YAML file.
struct YamlFile<'a> {
    file: FileId,
    text: &'a str,
    root: Node,
}

impl<'a> YamlFile<'a> {
    fn of(file: FileId, sources: &'a Sources) -> Option<Self> {
        let text = sources.file(file).text();
        let root = yaml::parse(file, text, &mut Diagnostics::default())?;
        Some(YamlFile { file, text, root })
    }

    /// The innermost mapping around a span.
    fn mapping_around(&self, span: Span) -> Option<&Node> {
        let mut found = None;
        let mut at = Some(&self.root);
        while let Some(node) = at {
            if matches!(node.value, Value::Mapping(_)) {
                found = Some(node);
            }
            at = child_around(node, span);
        }
        found
    }

    fn add_key(&self, within: Span, under: Option<&str>, key: &str, value: &str) -> Option<Vec<Edit>> {
        let entry = self.mapping_around(within)?;
        let Some(under) = under else { return self.add_line(entry, key, value) };
        match value_of(entry, under) {
            Some(inner) => self.add_line(inner, key, value),
            None => self.add_line(entry, under, &format!("{{{key}{}{value}}}", self.colon(entry))),
        }
    }

    /// The colon of a new key, with blanks around it as in the first line of the mapping.
    fn colon(&self, mapping: &Node) -> &'static str {
        let first = match &mapping.value {
            Value::Mapping(entries) => entries.first().map_or(0, |(key, _)| key.span.end as usize),
            _ => 0,
        };
        let after_key = self.text[first..].trim_start_matches(['"', '\'']);
        if after_key.starts_with(':') { ": " } else { " : " }
    }

    fn is_flow(&self, node: &Node) -> bool {
        self.text[node.span.start as usize..].starts_with(['{', '['])
    }

    /// Adds a line with a key at the end of a mapping.
    fn add_line(&self, mapping: &Node, key: &str, value: &str) -> Option<Vec<Edit>> {
        let line = format!("{key}{}{value}", self.colon(mapping));
        let Value::Mapping(entries) = &mapping.value else { return None };
        let (first, _) = entries.first()?;
        if self.is_flow(mapping) {
            let close = self.text[..mapping.span.end as usize].strip_suffix('}')?;
            return Some(vec![self.insert(close.trim_end().len(), format!(", {line}"))]);
        }
        let column = first.span.start as usize - lines::start(self.text, first.span.start as usize);
        // If the last line ends with a comment, the new line goes after it.
        let end = mapping.span.end as usize;
        let end = end + self.text[end..].find('\n').unwrap_or(self.text.len() - end);
        let end = end - usize::from(self.text[..end].ends_with('\r'));
        Some(vec![self.insert(end, format!("\n{}{line}", " ".repeat(column)))])
    }

    /// Adds a name at the end of a YAML list, or of names with commas between them.
    fn add_name(&self, list: &Node, name: &str) -> Option<Vec<Edit>> {
        let end = list.span.end as usize;
        Some(vec![match &list.value {
            Value::Sequence(items) if self.is_flow(list) => {
                let close = self.text[..end].strip_suffix(']')?.trim_end().len();
                self.insert(close, if items.is_empty() { name.to_owned() } else { format!(", {name}") })
            }
            Value::Sequence(items) => {
                let last = items.last()?;
                let column = last.span.start as usize - lines::start(self.text, last.span.start as usize);
                let blanks = " ".repeat(column.checked_sub(2)?);
                self.insert(last.span.end as usize, format!("\n{blanks}- {name}"))
            }
            Value::Scalar(scalar) if scalar.is_empty_plain() => self.insert(end, format!(" {name}")),
            Value::Scalar(scalar) if scalar.plain => self.insert(end, format!(", {name}")),
            _ => return None,
        }])
    }

    fn insert(&self, at: usize, text: String) -> Edit {
        Edit { span: Span::new(self.file, at, at), text }
    }

    /// The span of a key and its value, including the whole lines that they occupy.
    fn key_with_value(&self, mapping: &Node, key: &str) -> Option<Span> {
        let Value::Mapping(entries) = &mapping.value else { return None };
        let (name, value) = entries.iter().find(|(name, _)| name.value == key)?;
        let end = value.span.end.max(name.span.end) as usize;
        if self.is_flow(mapping) {
            let whole = Span::new(self.file, name.span.start as usize, end);
            return Some(item_with_separator(self.text, whole));
        }
        let start = lines::start(self.text, name.span.start as usize);
        // The first key of a list item is on the same line as the dash, which has to stay.
        if !self.text[start..name.span.start as usize].trim().is_empty() {
            return None;
        }
        Some(Span::new(self.file, start, lines::next(self.text, end)))
    }

    fn moved(&self, item: Span, other: Span, after: bool) -> Option<Vec<Edit>> {
        let Value::Sequence(items) = &self.root.value else { return None };
        let whole = |span: Span| {
            let at = items.partition_point(|item| item.span.end < span.end);
            items.get(at).filter(|item| contains(item.span, span))?;
            let start = |at: usize| items.get(at).map(|item| block_start(self.text, item.span.start as usize));
            Some((start(at)?, start(at + 1).unwrap_or(self.text.len())))
        };
        if item.file != other.file || self.is_flow(&self.root) {
            return None;
        }
        let ((start, end), (other_start, other_end)) = (whole(item)?, whole(other)?);
        let at = if after { other_end } else { other_start };
        let block = self.text[start..end].trim_end_matches('\n');
        let text = match at == self.text.len() {
            true => format!("{}{block}\n", if self.text.ends_with("\n\n") { "" } else { "\n" }),
            false => format!("{block}\n\n"),
        };
        let removed = Edit { span: Span::new(self.file, start, end), text: String::new() };
        Some(vec![removed, self.insert(at, text)])
    }
}

fn value_of<'n>(mapping: &'n Node, key: &str) -> Option<&'n Node> {
    let Value::Mapping(entries) = &mapping.value else { return None };
    entries.iter().find(|(name, _)| name.value == key).map(|(_, value)| value)
}

/// The child of a node that contains a span: an item of a list, or a value of a mapping.
fn child_around(node: &Node, span: Span) -> Option<&Node> {
    let child = match &node.value {
        // A list may be a whole file, so it is searched by bisection.
        Value::Sequence(items) => items.get(items.partition_point(|item| item.span.end < span.end))?,
        Value::Mapping(entries) => {
            return entries.iter().find_map(|(key, value)| {
                let is_around = |outer| contains(outer, span);
                is_around(value.span).then_some(value).filter(|_| !is_around(key.span))
            });
        }
        Value::Scalar(_) | Value::Rejected => return None,
    };
    contains(child.span, span).then_some(child)
}

/// The span of the YAML list item around a span. `None` if the span is one of several names in a scalar.
fn item_around(node: &Node, span: Span) -> Option<Span> {
    let child = child_around(node, span)?;
    let is_item = matches!((&node.value, &child.value), (Value::Sequence(_), Value::Scalar(_)));
    if is_item { Some(child.span) } else { item_around(child, span) }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The start of the comments directly above the line that contains an offset, or of the line itself if there are none.
pub fn block_start(text: &str, at: usize) -> usize {
    let mut start = lines::start(text, at);
    while start > 0 {
        let above = lines::start(text, start - 1);
        if !text[above..start].trim_start().starts_with('#') {
            break;
        }
        start = above;
    }
    start
}

/// Extends the span of a list item to what goes with it: its quotes, and the comma next to it, or else its line if
/// nothing else is on it.
fn item_with_separator(text: &str, item: Span) -> Span {
    let (mut start, mut end) = (item.start as usize, item.end as usize);
    let quote = |at: Option<u8>| at.is_some_and(|byte| matches!(byte, b'"' | b'\''));
    if quote(text[..start].bytes().last()) && quote(text[end..].bytes().next()) {
        (start, end) = (start - 1, end + 1);
    }
    let after = text[end..].trim_start();
    let before = text[..start].trim_end();
    if after.starts_with(',') {
        let comma = text.len() - after.len() + 1;
        end = comma + text[comma..].len() - text[comma..].trim_start_matches(' ').len();
    } else if before.ends_with(',') {
        start = before.len() - 1;
    } else {
        let line = lines::start(text, start);
        if matches!(text[line..start].trim(), "-" | "") {
            (start, end) = (line, lines::next(text, end));
        }
    }
    Span::new(item.file, start, end)
}

#[cfg(test)]
mod tests;
