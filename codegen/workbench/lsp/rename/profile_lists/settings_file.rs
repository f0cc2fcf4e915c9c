//! The edits of an existing `opgen.toml` that add lists to the profile.

use source::yaml::{Node, Value};
use source::{Diagnostics, Edit, FileId, Span, toml};

use crate::view::View;

/// Lists that a profile lacks.
pub struct AddedLists<'a> {
    /// The keys that lead to each list, such as `pir.rules.decomposed`.
    pub paths: Vec<&'a str>,
    /// The lines of the table `[profile]`.
    pub lines: String,
}

/// The table `[profile]`.
pub fn table(extends: &str, added: &AddedLists) -> String {
    format!("[profile]\nextends = {extends:?}\n{}", added.lines)
}

/// Edits that add lists to the profile. `None` if the file has a mistake, or changes parts of the profile that contain the lists.
pub fn edits(view: &View, file: FileId, added: &AddedLists) -> Option<Vec<Edit>> {
    let root = toml::parse(file, view.text(file), &mut Diagnostics::default())?;
    let profile = entry(&root, "profile");
    match profile.map(|(key, node)| (key, &node.value)) {
        None => Some(vec![at_end(view, file, &table(&view.profile().name, added))]),
        Some((key, Value::Scalar(name))) => {
            let line = line_of(view.text(file), Span { start: key.start, ..profile?.1.span });
            let removal = Edit { span: Span { start: line.0, end: line.1, file }, text: String::new() };
            Some(vec![removal, at_end(view, file, &table(&name.text, added))])
        }
        Some(_) => in_table(view, file, profile?.1, added).map(|edit| vec![edit]),
    }
}

/// Adds keys to a table `[profile]`, below `extends`.
fn in_table(view: &View, file: FileId, profile: &Node, added: &AddedLists) -> Option<Edit> {
    let text = view.text(file);
    let (key, base) = entry(profile, "extends")?;
    let is_changed = |path: &&str| entry(profile, path.split('.').next().unwrap_or(path)).is_some();
    // The keys of an inline table are on the line of `profile`.
    let is_own_line = text[..key.start as usize].ends_with('\n');
    if !is_own_line || added.paths.iter().any(is_changed) {
        return None;
    }
    let end = base.span.end as usize;
    let line_end = end + text[end..].split_inclusive('\n').next().map_or(0, str::len);
    let break_before = if text[..line_end].ends_with('\n') { "" } else { "\n" };
    Some(Edit { span: Span::new(file, line_end, line_end), text: format!("{break_before}{}", added.lines) })
}

fn at_end(view: &View, file: FileId, added: &str) -> Edit {
    let text = view.text(file);
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
