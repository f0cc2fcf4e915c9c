//! How changes are made in YAML of any layout.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::fix::Change;
use crate::yaml::{self, Node, Value};
use crate::{Diagnostic, Diagnostics, FileId, Sources, Span, lines};

/// Text for a span.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

/// Lays changes out in the files of a run. Each file is parsed at most once.
pub struct Editor<'a> {
    sources: &'a Sources,
    pages: RefCell<BTreeMap<FileId, Option<Rc<Page<'a>>>>>,
}

impl<'a> Editor<'a> {
    pub fn new(sources: &'a Sources) -> Self {
        Editor { sources, pages: RefCell::default() }
    }

    /// The edits that make the changes of a finding's fix. `None` if it has none, or if the text is laid out in a way that
    /// they do not fit.
    pub fn edits(&self, diagnostic: &Diagnostic) -> Option<Vec<Edit>> {
        let mut edits: Vec<Edit> = Vec::new();
        for change in &diagnostic.fix.as_ref()?.changes {
            edits.extend(self.change(change, diagnostic.span)?);
        }
        edits.sort();
        let apart = edits.windows(2).all(|pair| {
            let [one, next] = pair else { return true };
            one.span.file != next.span.file || one.span.end <= next.span.start
        });
        (apart && !edits.is_empty()).then_some(edits)
    }

    fn page(&self, file: FileId) -> Option<Rc<Page<'a>>> {
        let mut pages = self.pages.borrow_mut();
        pages.entry(file).or_insert_with(|| Page::of(file, self.sources).map(Rc::new)).clone()
    }

    fn change(&self, change: &Change, own: Span) -> Option<Vec<Edit>> {
        let one = |span: Span, text: &str| Some(vec![Edit { span, text: text.to_owned() }]);
        match change {
            Change::Own { instead_of, text } => {
                let written = self.sources.file(own.file).text().get(own.start as usize..own.end as usize)?;
                let is_there = instead_of.as_ref().is_none_or(|expected| expected == written);
                if is_there { one(own, text) } else { None }
            }
            Change::Replace { span, text } => one(*span, text),
            Change::AddKey { within, under, key, value } => {
                self.page(within.file)?.add_key(*within, under.as_deref(), &format!("{key} : {value}"))
            }
            Change::AddName { within, key, name } => {
                let page = self.page(within.file)?;
                let entry = page.mapping_around(*within)?;
                match page.value_of(entry, key) {
                    Some(list) => page.add_name(list, name),
                    None => page.add_line(entry, &format!("{key} : {name}")),
                }
            }
            Change::RemoveItem(span) => {
                // A file that is not YAML has only lists of quoted names.
                let whole = self.page(span.file).and_then(|page| item_around(&page.root, *span));
                one(remove_item(self.sources.file(span.file).text(), whole.unwrap_or(*span)), "")
            }
            Change::RemoveKey { within, key } => {
                let page = self.page(within.file)?;
                one(page.key_with_value(page.mapping_around(*within)?, key)?, "")
            }
            Change::MoveBehind(item, other) => self.page(item.file)?.moved(*item, *other, true),
            Change::MoveBefore(item, other) => self.page(item.file)?.moved(*item, *other, false),
        }
    }
}

/// A YAML file that is to be changed.
struct Page<'a> {
    file: FileId,
    text: &'a str,
    root: Node,
}

impl<'a> Page<'a> {
    fn of(file: FileId, sources: &'a Sources) -> Option<Self> {
        let text = sources.file(file).text();
        let root = yaml::parse(file, text, &mut Diagnostics::default())?;
        Some(Page { file, text, root })
    }

    /// The innermost mapping that has a span.
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

    fn add_key(&self, within: Span, under: Option<&str>, line: &str) -> Option<Vec<Edit>> {
        let entry = self.mapping_around(within)?;
        let Some(under) = under else { return self.add_line(entry, line) };
        match self.value_of(entry, under) {
            Some(inner) => self.add_line(inner, line),
            None => self.add_line(entry, &format!("{under} : {{{line}}}")),
        }
    }

    fn value_of<'n>(&self, mapping: &'n Node, key: &str) -> Option<&'n Node> {
        let Value::Mapping(entries) = &mapping.value else { return None };
        entries.iter().find(|(name, _)| name.value == key).map(|(_, value)| value)
    }

    fn is_flow(&self, node: &Node) -> bool {
        self.text[node.span.start as usize..].starts_with(['{', '['])
    }

    /// Adds a line at the end of a mapping.
    fn add_line(&self, mapping: &Node, line: &str) -> Option<Vec<Edit>> {
        let Value::Mapping(entries) = &mapping.value else { return None };
        let (first, _) = entries.first()?;
        if self.is_flow(mapping) {
            let close = self.text[..mapping.span.end as usize].strip_suffix('}')?;
            return Some(vec![self.insert(close.trim_end().len(), format!(", {line}"))]);
        }
        let column = first.span.start as usize - lines::start(self.text, first.span.start as usize);
        // A comment at the end of the last line stays there.
        let end = mapping.span.end as usize;
        let end = end + self.text[end..].find('\n').unwrap_or(self.text.len() - end);
        let end = end - usize::from(self.text[..end].ends_with('\r'));
        Some(vec![self.insert(end, format!("\n{}{line}", " ".repeat(column)))])
    }

    /// Adds a name at the end of a list, which may be names with commas between them.
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

    /// A key with its value and, if nothing else is on them, its lines.
    fn key_with_value(&self, mapping: &Node, key: &str) -> Option<Span> {
        let Value::Mapping(entries) = &mapping.value else { return None };
        let (name, value) = entries.iter().find(|(name, _)| name.value == key)?;
        let end = value.span.end.max(name.span.end) as usize;
        if self.is_flow(mapping) {
            let whole = Span::new(self.file, name.span.start as usize, end);
            return Some(remove_item(self.text, whole));
        }
        let start = lines::start(self.text, name.span.start as usize);
        // The first key of a list's item stands behind its dash.
        if !self.text[start..name.span.start as usize].trim().is_empty() {
            return None;
        }
        Some(Span::new(self.file, start, lines::next(self.text, end)))
    }

    fn moved(&self, item: Span, other: Span, behind: bool) -> Option<Vec<Edit>> {
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
        let ((start, end), (before, after)) = (whole(item)?, whole(other)?);
        let at = if behind { after } else { before };
        let block = self.text[start..end].trim_end_matches('\n');
        let text = match at == self.text.len() {
            true => format!("{}{block}\n", if self.text.ends_with("\n\n") { "" } else { "\n" }),
            false => format!("{block}\n\n"),
        };
        let removed = Edit { span: Span::new(self.file, start, end), text: String::new() };
        Some(vec![removed, self.insert(at, text)])
    }
}

/// The item or value of a node that has a span.
fn child_around(node: &Node, span: Span) -> Option<&Node> {
    let child = match &node.value {
        // A list may be a whole file.
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

/// The item of a YAML list that has a span. `None` if it is one of several names in a scalar.
fn item_around(node: &Node, span: Span) -> Option<Span> {
    let child = child_around(node, span)?;
    let is_item = matches!((&node.value, &child.value), (Value::Sequence(_), Value::Scalar(_)));
    if is_item { Some(child.span) } else { item_around(child, span) }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The start of the comments above the line at an offset, or of the line.
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

/// An item of a list with the comma behind or before it or, if it has a line to itself, with its line.
fn remove_item(text: &str, item: Span) -> Span {
    let (mut start, mut end) = (item.start as usize, item.end as usize);
    let quote = |at: Option<u8>| at.is_some_and(|byte| matches!(byte, b'"' | b'\''));
    if quote(text[..start].bytes().last()) && quote(text[end..].bytes().next()) {
        (start, end) = (start - 1, end + 1);
    }
    let behind = text[end..].trim_start();
    let before = text[..start].trim_end();
    if behind.starts_with(',') {
        let comma = text.len() - behind.len() + 1;
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
