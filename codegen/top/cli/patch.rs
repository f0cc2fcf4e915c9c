//! Changes of a file, as a patch.

use similar::{DiffTag, TextDiff};

/// A unified diff. Empty if the texts are equal. Without an old text, the file is new.
pub fn unified(name: &str, old: Option<&str>, new: &str) -> String {
    let old_name = if old.is_some() { format!("a/{name}") } else { "/dev/null".to_owned() };
    let diff = TextDiff::from_lines(old.unwrap_or_default(), new);
    diff.unified_diff().header(&old_name, &format!("b/{name}")).to_string()
}

/// The line of the old text that a line of the new one comes from. Of changed lines, the first one that they replace.
#[cfg(feature = "full")]
pub fn line_before(old: &str, new: &str, line: usize) -> usize {
    let diff = TextDiff::from_lines(old, new);
    let index = line.saturating_sub(1);
    let Some(op) = diff.ops().iter().find(|op| op.new_range().contains(&index)) else { return 1 };
    let inside = if op.tag() == DiffTag::Equal { index - op.new_range().start } else { 0 };
    op.old_range().start + inside + 1
}
