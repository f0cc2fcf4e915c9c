//! The edits of an existing `opgen.toml` that change lists of the profile.

use std::collections::BTreeMap;

use source::yaml::{Entries, Node, Value};
use source::{Diagnostics, Edit, FileId, Span, lines, toml};

use crate::view::View;

/// What a list of a profile lacks.
pub struct ListChange {
    /// The keys that lead to the list, such as `pir.rules.decomposed`.
    pub path: String,
    pub lacks: Lacks,
}

pub enum Lacks {
    /// Facts about operators: their names, and values of TOML.
    Facts(Vec<(String, String)>),
    Names {
        add: Vec<String>,
        /// Names that the list has. Some may be added again.
        remove: Vec<String>,
    },
}

impl ListChange {
    /// The keys and values that make the change in a file that does not have the list.
    fn statements(&self) -> Vec<(String, String)> {
        match &self.lacks {
            Lacks::Facts(facts) => {
                facts.iter().map(|(name, value)| (format!("{}.{name}", self.path), value.clone())).collect()
            }
            Lacks::Names { add, remove } => {
                let removal = if remove.is_empty() { String::new() } else { format!("remove = {}, ", list_of(remove)) };
                vec![(self.path.clone(), format!("{{ {removal}add = {} }}", list_of(add)))]
            }
        }
    }
}

fn list_of(names: &[String]) -> String {
    format!("[{}]", quoted(names))
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

/// The table `[profile]`.
pub fn table(extends: &str, changes: &[ListChange]) -> String {
    let lines = changes.iter().flat_map(ListChange::statements).map(|(keys, value)| format!("{keys} = {value}\n"));
    format!("[profile]\nextends = {extends:?}\n{}", lines.collect::<String>())
}

/// Edits that change lists of the profile. `None` if the file has a mistake, or if its layout has no place for a change.
pub fn edits(view: &View, file: FileId, changes: &[ListChange]) -> Option<Vec<Edit>> {
    let text = view.text(file);
    let root = toml::parse(file, text, &mut Diagnostics::default())?;
    let profile = entry(&root, "profile");
    match profile.map(|(key, node)| (key, &node.value)) {
        None => Some(vec![at_end(text, file, &table(&view.profile().name, changes))]),
        Some((key, Value::Scalar(name))) => {
            let line = line_of(text, Span { start: key.start, ..profile?.1.span });
            let removal = Edit { span: Span { start: line.0, end: line.1, file }, text: String::new() };
            Some(vec![removal, at_end(text, file, &table(&name.text, changes))])
        }
        Some(_) => {
            let mut writer = Writer { text, file, profile: profile?.1, edits: Vec::new(), lines: BTreeMap::new() };
            changes.iter().try_for_each(|change| writer.change(change))?;
            Some(writer.into_edits())
        }
    }
}

/// Writes changes into a table `[profile]`.
struct Writer<'a> {
    text: &'a str,
    file: FileId,
    profile: &'a Node,
    edits: Vec<Edit>,
    /// New lines, by the offset at which they are inserted.
    lines: BTreeMap<usize, String>,
}

impl<'a> Writer<'a> {
    fn change(&mut self, change: &ListChange) -> Option<()> {
        let (innermost, rest) = innermost(self.profile, &change.path)?;
        match (&change.lacks, &innermost.value) {
            (Lacks::Names { add, .. }, Value::Sequence(items)) if rest.is_empty() => {
                self.append(innermost, items, add);
                Some(())
            }
            (Lacks::Names { add, remove }, Value::Mapping(entries)) if rest.is_empty() => {
                self.change_names(innermost, entries, add, remove)
            }
            _ => change.statements().iter().try_for_each(|(keys, value)| self.statement(keys, value)),
        }
    }

    /// Changes a list that is written as `{ add = [...], remove = [...] }`. An item is removed from those that are added before it.
    fn change_names(&mut self, list: &'a Node, entries: &Entries, add: &[String], remove: &[String]) -> Option<()> {
        let [added, removed] = ["add", "remove"].map(|key| entry(list, key));
        if let (Some((added, _)), Some((removed, _))) = (added, removed)
            && removed > added
            && remove.iter().any(|name| add.contains(name))
        {
            return None;
        }
        match (removed, added) {
            _ if remove.is_empty() => {}
            (Some((_, node)), _) => self.append(node, items(node)?, remove),
            (None, Some((key, _))) => self.before(key, &format!("remove = {}", list_of(remove))),
            (None, None) => self.beside(entries, "remove", &list_of(remove))?,
        }
        match added {
            Some((_, node)) => self.append(node, items(node)?, add),
            None => self.beside(entries, "add", &list_of(add))?,
        }
        Some(())
    }

    /// Appends names to a list.
    fn append(&mut self, list: &Node, items: &[Node], names: &[String]) {
        let names = quoted(names);
        let (at, text) = match items.last() {
            Some(last) => (last.span.end as usize, format!(", {names}")),
            None => (list.span.start as usize + 1, names),
        };
        self.insert(at, text);
    }

    /// Inserts an entry before a key of the same table.
    fn before(&mut self, key: Span, statement: &str) {
        let (prefix, is_inline) = self.prefix(key);
        let start = key.start as usize - prefix.len();
        self.insert(start, format!("{prefix}{statement}{}", if is_inline { ", " } else { "\n" }));
    }

    /// The keys that lead to a key, as they are written, and whether they stand in braces.
    fn prefix(&self, key: Span) -> (&'a str, bool) {
        let before = &self.text[lines::start(self.text, key.start as usize)..key.start as usize];
        let brace = before.rfind(['{', ',']);
        (brace.map_or(before, |at| &before[at + 1..]).trim_start(), brace.is_some())
    }

    /// Writes a value under keys that begin in the profile.
    fn statement(&mut self, keys: &str, value: &str) -> Option<()> {
        let (table, rest) = innermost(self.profile, keys)?;
        let Value::Mapping(entries) = &table.value else { return None };
        if std::ptr::eq(table, self.profile)
            && let Some((key, base)) = entry(table, "extends")
            && self.text[..key.start as usize].ends_with('\n')
        {
            self.line_after(base.span.end as usize, &format!("{rest} = {value}"));
            return Some(());
        }
        self.beside(entries, rest, value).or_else(|| self.new_table(keys, value))
    }

    /// Writes a value under keys into a table, after one of its entries.
    fn beside(&mut self, entries: &Entries, keys: &str, value: &str) -> Option<()> {
        let (prefix, is_inline, end) = entries.iter().rev().find_map(|(key, node)| self.written(key.span, node))?;
        let statement = format!("{prefix}{keys} = {value}");
        match is_inline {
            true => self.insert(end, format!(", {statement}")),
            false => self.line_after(end, &statement),
        }
        Some(())
    }

    /// How an entry of a table is written: the keys that lead to the table, whether it stands in braces, and where the entry ends.
    /// `None` if the entry is a table with a header.
    fn written(&self, key: Span, node: &Node) -> Option<(&'a str, bool, usize)> {
        let (prefix, is_inline) = self.prefix(key);
        let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | ' ');
        if !prefix.chars().all(is_key) {
            return None;
        }
        let (mut key, mut node) = (key, node);
        while self.text[key.end as usize..].trim_start().starts_with('.') {
            let Value::Mapping(below) = &node.value else { return None };
            let (next, value) = below.iter().find(|(next, _)| next.span.start > key.end)?;
            (key, node) = (next.span, value);
        }
        let is_value = self.text[key.end as usize..].trim_start().starts_with('=');
        is_value.then_some((prefix, is_inline, node.span.end as usize))
    }

    /// Writes a value into a table with a header, at the end of the file.
    fn new_table(&mut self, keys: &str, value: &str) -> Option<()> {
        let (table, key) = keys.rsplit_once('.')?;
        let header = format!("\n[profile.{table}]\n");
        let lines = self.lines.entry(self.text.len()).or_default();
        // Lines below a header belong to it.
        if !lines.is_empty() && !lines.starts_with("\n[") {
            return None;
        }
        let statement = format!("{key} = {value}\n");
        match lines.find(&header) {
            Some(at) => lines.insert_str(at + header.len(), &statement),
            None => lines.push_str(&format!("{header}{statement}")),
        }
        Some(())
    }

    /// Writes a line below the one in which an offset is.
    fn line_after(&mut self, offset: usize, line: &str) {
        let at = offset + self.text[offset..].split_inclusive('\n').next().map_or(0, str::len);
        self.lines.entry(at).or_default().push_str(&format!("{line}\n"));
    }

    fn insert(&mut self, at: usize, text: String) {
        self.edits.push(Edit { span: Span::new(self.file, at, at), text });
    }

    fn into_edits(mut self) -> Vec<Edit> {
        for (at, lines) in std::mem::take(&mut self.lines) {
            let break_before = if self.text[..at].ends_with('\n') { "" } else { "\n" };
            self.insert(at, format!("{break_before}{lines}"));
        }
        self.edits
    }
}

/// The innermost node that a table has on the way to the value under keys, and the keys from there. `None` if a text or list stands
/// where keys lead on.
fn innermost<'a, 'k>(table: &'a Node, keys: &'k str) -> Option<(&'a Node, &'k str)> {
    let Value::Mapping(entries) = &table.value else { return keys.is_empty().then_some((table, keys)) };
    let below = entries.iter().find_map(|(key, node)| Some((node, rest_below(keys, &key.value)?)));
    below.map_or(Some((table, keys)), |(node, rest)| innermost(node, rest))
}

/// The keys after the first one, if that is the given key.
fn rest_below<'k>(keys: &'k str, key: &str) -> Option<&'k str> {
    let rest = keys.strip_prefix(key).or_else(|| keys.strip_prefix(&format!("{key:?}")))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('.') }
}

fn items(list: &Node) -> Option<&[Node]> {
    match &list.value {
        Value::Sequence(items) => Some(items),
        _ => None,
    }
}

fn at_end(text: &str, file: FileId, added: &str) -> Edit {
    let blank = if text.is_empty() || text.ends_with("\n\n") { "" } else { "\n" };
    let line_break = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    Edit { span: Span::new(file, text.len(), text.len()), text: format!("{line_break}{blank}{added}") }
}

/// The span from the start of an entry to the end of its line, or to a comment behind it.
fn line_of(text: &str, entry: Span) -> (u32, u32) {
    let rest = &text[entry.end as usize..];
    let line = rest.split_inclusive('\n').next().unwrap_or("");
    let length = if line.trim().is_empty() { line.len() } else { line.len() - line.trim_start().len() };
    (entry.start, entry.end + length as u32)
}

fn entry<'a>(table: &'a Node, key: &str) -> Option<(Span, &'a Node)> {
    let Value::Mapping(entries) = &table.value else { return None };
    entries.iter().find(|(name, _)| name.value == key).map(|(name, node)| (name.span, node))
}
