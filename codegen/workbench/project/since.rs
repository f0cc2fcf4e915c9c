//! The findings that are reported if not all are: those that are new since an earlier version, or those in some files.

use std::collections::{BTreeMap, BTreeSet};

use crate::Review;
use crate::baseline::Key;

impl Review {
    /// Keeps only the findings that `base` does not have. A finding is the same if its rule, its message, its entry and the
    /// underlined text are; lines do not count.
    pub fn keep_new(&mut self, base: &Self) {
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

    /// Keeps only the findings in files with these names.
    pub fn keep_in(&mut self, files: &BTreeSet<String>) {
        let diagnostics = std::mem::take(&mut self.diagnostics);
        let all = diagnostics.len();
        let is_kept = |found: &source::Diagnostic| files.contains(self.sources.file(found.span.file).name());
        self.diagnostics = diagnostics.filter_map(|found| is_kept(&found).then_some(found));
        self.in_other_files = all - self.diagnostics.len();
    }
}
