//! Compares the generated files of both sides.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use super::result::Status;

/// The number of unchanged lines around a change in a unified diff.
const CONTEXT: usize = 3;

/// A generated file that differs between the two sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileDiff {
    /// The path below the output folder.
    pub path: String,
    /// Whether the file is new, gone or different.
    pub status: Status,
    /// The number of added lines.
    pub added: usize,
    /// The number of removed lines.
    pub removed: usize,
    /// The unified diff, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
}

/// The files that differ, sorted by path. Each side maps paths to texts.
pub fn generated(base: &BTreeMap<String, String>, head: &BTreeMap<String, String>, patch: bool) -> Vec<FileDiff> {
    let mut paths: Vec<&String> = base.keys().chain(head.keys()).collect();
    paths.sort_unstable();
    paths.dedup();
    paths.par_iter().filter_map(|path| compare(path, base.get(*path), head.get(*path), patch)).collect()
}

fn compare(path: &str, base: Option<&String>, head: Option<&String>, patch: bool) -> Option<FileDiff> {
    let text = |side: Option<&String>| side.cloned().unwrap_or_default();
    let (old, new) = (text(base), text(head));
    let status = match (base, head) {
        (Some(_), Some(_)) if old == new => return None,
        (Some(_), Some(_)) => Status::Changed,
        (None, _) => Status::Added,
        (_, None) => Status::Removed,
    };
    let diff = TextDiff::from_lines(&old, &new);
    let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
    let patch = patch.then(|| {
        let name = |side: &str, there: bool| if there { format!("{side}/{path}") } else { "/dev/null".to_owned() };
        let header = (name("a", base.is_some()), name("b", head.is_some()));
        diff.unified_diff().context_radius(CONTEXT).header(&header.0, &header.1).to_string()
    });
    let (added, removed) = (count(ChangeTag::Insert), count(ChangeTag::Delete));
    Some(FileDiff { path: path.to_owned(), status, added, removed, patch })
}
