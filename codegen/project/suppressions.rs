//! Decides which findings are reported, and at which level: from comments, the levels of rules, and the baseline.

use crate::rules;
use std::collections::BTreeMap;

use crate::baseline::{Baseline, Key};
use crate::levels::Levels;
use crate::outline::{Allow, Allowed, Outline};
use source::{Diagnostic, Diagnostics, FileId, Help, Sources};

/// The outlines of a project's files.
#[derive(Debug, Clone, Default)]
pub struct Outlines(Vec<(FileId, Outline)>);

impl Outlines {
    pub fn push(&mut self, file: FileId, outline: Outline) {
        self.0.push((file, outline));
    }

    pub fn append(&mut self, other: Outlines) {
        self.0.extend(other.0);
    }

    pub fn of(&self, file: FileId) -> Option<&Outline> {
        self.0.iter().find(|(of, _)| *of == file).map(|(_, outline)| outline)
    }

    /// What identifies a finding even if its line has moved.
    pub fn key(&self, diagnostic: &Diagnostic, sources: &Sources) -> Key {
        let span = diagnostic.span;
        let file = sources.file(span.file);
        let entry = self.of(span.file).and_then(|outline| outline.name_at(span.start)).unwrap_or("");
        let text = file.text().get(span.start as usize..span.end as usize).unwrap_or("");
        Key {
            code: diagnostic.rule.code().to_owned(),
            file: file.name().to_owned(),
            entry: entry.to_owned(),
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

/// What decides which findings are reported.
pub struct Suppressions<'a> {
    /// The profile's levels, then the project's, then the caller's.
    pub levels: [Levels; 3],
    pub baseline: Baseline,
    pub outlines: &'a Outlines,
    pub sources: &'a Sources,
}

impl Suppressions<'_> {
    /// The findings to report, and the number of those that are in the baseline. An exception that is not needed is also a
    /// finding, unless errors may have hidden the finding that it is for.
    pub fn apply(mut self, mut found: Diagnostics) -> (Diagnostics, usize) {
        found.sort();
        let mut used: BTreeMap<Allowed, bool> =
            self.allows().filter_map(|allow| Some((allow.allowed()?, false))).collect();
        let mut kept = found.filter_map(|diagnostic| self.not_allowed(diagnostic, &mut used));
        let is_unsure = kept.sorted().iter().any(|diagnostic| !diagnostic.rule.can_be_allowed());
        if !is_unsure {
            self.report_unused(&used, &mut kept);
        }
        kept = kept.filter_map(|diagnostic| self.at_its_level(diagnostic));
        let count = kept.len();
        kept = kept.filter_map(|diagnostic| self.not_known(diagnostic));
        let known = count - kept.len();
        if !is_unsure {
            self.baseline.stale().filter_map(|stale| self.at_its_level(stale)).for_each(|stale| kept.push(stale));
        }
        (kept, known)
    }

    fn allows(&self) -> impl Iterator<Item = &Allow> {
        self.outlines.0.iter().flat_map(|(_, outline)| &outline.allows)
    }

    fn not_allowed(&self, diagnostic: Diagnostic, used: &mut BTreeMap<Allowed, bool>) -> Option<Diagnostic> {
        let outline = self.outlines.of(diagnostic.span.file);
        let allowed = outline.and_then(|outline| used.get_mut(&outline.allowed(&diagnostic)?));
        match allowed {
            Some(used) => {
                *used = true;
                None
            }
            None => Some(diagnostic),
        }
    }

    fn report_unused(&self, used: &BTreeMap<Allowed, bool>, diagnostics: &mut Diagnostics) {
        let is_used = |allow: &&Allow| allow.allowed().is_some_and(|allowed| used.get(&allowed) == Some(&true));
        for allow in self.allows().filter(|allow| !is_used(allow)) {
            let message = format!("this allows {}, but the entry has no such finding", allow.rule.code());
            let help = format!(
                "remove the comment, or move it into or above the right entry ({}: {})",
                allow.rule.code(),
                allow.rule.title()
            );
            let help = Help::instead(help, "").titled("remove the comment");
            diagnostics.push(Diagnostic::new(rules::UNUSED_EXCEPTION, allow.span, message).help(help));
        }
    }

    fn at_its_level(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let mut level = Some(diagnostic.level);
        for levels in &self.levels {
            level = levels.apply(diagnostic.rule, level);
        }
        diagnostic.level = level?;
        Some(diagnostic)
    }

    fn not_known(&mut self, diagnostic: Diagnostic) -> Option<Diagnostic> {
        let known =
            may_be_in_baseline(&diagnostic) && self.baseline.takes(&self.outlines.key(&diagnostic, self.sources));
        (!known).then_some(diagnostic)
    }
}

/// Whether a finding may be in a baseline.
pub fn may_be_in_baseline(diagnostic: &Diagnostic) -> bool {
    diagnostic.rule.can_be_allowed() && diagnostic.rule != rules::STALE_BASELINE
}
