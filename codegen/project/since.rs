//! The findings that are new since an earlier version of a project.

use std::collections::BTreeMap;

use crate::Project;
use crate::baseline::Key;

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
