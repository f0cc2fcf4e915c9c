//! The findings that are new since an earlier version of a project.

use std::collections::BTreeMap;

use source::{Span, line_diff};

use crate::Project;
use crate::baseline::Key;

/// The lines of a project that an earlier version does not have.
#[derive(Debug, Default)]
pub struct ChangedLines {
    /// For each file, the changed bytes.
    by_file: BTreeMap<String, Vec<(usize, usize)>>,
}

impl ChangedLines {
    /// The lines of `head` that are new or different. In names of files, each side has a prefix that the other lacks.
    pub fn between(base: &Project, head: &Project, prefixes: [&str; 2]) -> Self {
        let [base_prefix, head_prefix] = prefixes;
        let plain = |name: &str, prefix: &str| name.strip_prefix(prefix).unwrap_or(name).to_owned();
        let mut by_file = BTreeMap::new();
        for file in head.sources.files() {
            let name = plain(file.name(), head_prefix);
            let old = base.sources.files().find(|old| plain(old.name(), base_prefix) == name);
            let old = old.map_or("", |old| old.text());
            let starts: Vec<usize> = std::iter::once(0)
                .chain(file.text().split_inclusive('\n').scan(0, |at, line| {
                    *at += line.len();
                    Some(*at)
                }))
                .collect();
            let at = |line: usize| starts.get(line).copied().unwrap_or(file.text().len());
            let hunks = line_diff::hunks(old, file.text());
            let changed = hunks.iter().map(|hunk| (at(hunk.new.start), at(hunk.new.end)));
            by_file.insert(file.name().to_owned(), changed.collect());
        }
        ChangedLines { by_file }
    }

    /// Whether a span begins on a changed line.
    pub fn has(&self, project: &Project, span: Span) -> bool {
        let changed = self.by_file.get(project.sources.file(span.file).name());
        let start = span.start as usize;
        changed.is_some_and(|changed| changed.iter().any(|(from, to)| (*from..*to).contains(&start)))
    }
}

impl Project {
    /// Keeps only the findings that `base` does not have. A finding is the same if its rule, its message, its entry and the
    /// underlined text are; lines do not count.
    pub fn keep_new(&mut self, base: &Project) {
        let mut known: BTreeMap<(Key, String), usize> = BTreeMap::new();
        for found in base.diagnostics.sorted() {
            *known.entry((base.key(found), found.message.clone())).or_default() += 1;
        }
        let diagnostics = std::mem::take(&mut self.diagnostics);
        let all = diagnostics.len();
        let kept = diagnostics.filter_map(|found| match known.get_mut(&(self.key(&found), found.message.clone())) {
            Some(left @ 1..) => {
                *left -= 1;
                None
            }
            _ => Some(found),
        });
        self.diagnostics = kept;
        self.in_base = all - self.diagnostics.len();
    }
}
