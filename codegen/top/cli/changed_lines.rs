//! The lines of a project that an earlier version does not have.

use std::collections::BTreeMap;
use std::ops::Range;

use opgen::project::Review;
use opgen::source::Span;
use similar::{DiffOp, DiffTag, TextDiff};

/// The changed lines of each file, as bytes.
pub struct ChangedLines {
    by_file: BTreeMap<String, Vec<Range<usize>>>,
}

impl ChangedLines {
    /// The lines of `head` that are new or different. In names of files, each side has a prefix that the other lacks.
    pub fn between(base: &Review, head: &Review, prefixes: [&str; 2]) -> Self {
        let [base_prefix, head_prefix] = prefixes;
        let plain = |name: &str, prefix: &str| name.strip_prefix(prefix).unwrap_or(name).to_owned();
        let mut by_file = BTreeMap::new();
        for file in head.sources.files() {
            let name = plain(file.name(), head_prefix);
            let old = base.sources.files().find(|old| plain(old.name(), base_prefix) == name);
            let old = old.map_or("", |old| old.text());
            if old != file.text() {
                by_file.insert(file.name().to_owned(), changed(old, file.text()));
            }
        }
        ChangedLines { by_file }
    }

    /// Whether a span begins on a changed line.
    pub fn has(&self, project: &Review, span: Span) -> bool {
        let changed = self.by_file.get(project.sources.file(span.file).name());
        changed.is_some_and(|changed| changed.iter().any(|bytes| bytes.contains(&(span.start as usize))))
    }
}

fn changed(old: &str, new: &str) -> Vec<Range<usize>> {
    let mut ends = vec![0];
    ends.extend(new.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    let diff = TextDiff::from_lines(old, new);
    let ops = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal).map(DiffOp::new_range);
    ops.map(|lines| ends[lines.start]..ends[lines.end]).collect()
}
