//! Changes of a file, as a patch.

use similar::TextDiff;

/// A unified diff. Empty if the texts are equal. Without an old text, the file is new.
pub fn unified(name: &str, old: Option<&str>, new: &str) -> String {
    let old_name = if old.is_some() { format!("a/{name}") } else { "/dev/null".to_owned() };
    let diff = TextDiff::from_lines(old.unwrap_or_default(), new);
    diff.unified_diff().header(&old_name, &format!("b/{name}")).to_string()
}
