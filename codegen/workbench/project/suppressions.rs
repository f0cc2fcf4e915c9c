//! Decides which findings are reported and at which level, by comments in files, the levels of rules, and the baseline.

use crate::rules;
use std::collections::BTreeMap;

use crate::baseline::{Baseline, Key};
use crate::levels::{self, Levels};
use crate::outline::{AllowComment, Exception, Outline};
use source::{Diagnostic, Diagnostics, FileId, Help, Rule, Shift, Sources};

/// The outlines of a project's files.
#[derive(Debug, Clone, Default)]
pub struct Outlines(Vec<(FileId, Outline)>);

impl Outlines {
    /// Adds the outline of a file.
    pub fn push(&mut self, file: FileId, outline: Outline) {
        self.0.push((file, outline));
    }

    /// Adds the outlines of other files, and of the next part of the last file.
    pub fn append(&mut self, other: Outlines) {
        for (file, outline) in other.0 {
            match self.0.last_mut() {
                Some((last, begun)) if *last == file => begun.append(outline),
                _ => self.0.push((file, outline)),
            }
        }
    }

    /// The outline of a file. `None` if it is not an input file, or could not be read.
    pub fn of(&self, file: FileId) -> Option<&Outline> {
        self.0.iter().find(|(of, _)| *of == file).map(|(_, outline)| outline)
    }

    /// Identifies a finding even if its lines move.
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

impl Shift for Outlines {
    fn shift(&mut self, bytes: i64) {
        self.0.iter_mut().for_each(|(_, outline)| outline.shift(bytes));
    }
}

/// Everything that decides which findings are reported.
pub struct Suppressions<'a> {
    /// The profile's levels, then the project's, then the caller's.
    pub levels: [Levels; 3],
    /// The findings that are not reported because they are known.
    pub baseline: Baseline,
    /// Rules that this run does not check. It cannot say whether exceptions to them are needed.
    pub unchecked: &'a [Rule],
    /// The entries and comments of the files.
    pub outlines: &'a Outlines,
    /// The files.
    pub sources: &'a Sources,
}

impl Suppressions<'_> {
    /// The findings to report, and the number of those that the baseline suppresses. Exceptions that are not needed are
    /// reported, too, unless errors may have hidden the findings that they are for.
    pub fn apply(mut self, mut found: Diagnostics) -> (Diagnostics, usize) {
        found.sort();
        let mut used: BTreeMap<Exception, bool> =
            self.allows().filter_map(|allow| Some((allow.exception()?, false))).collect();
        let mut kept = found.filter_map(|diagnostic| self.unless_allowed(diagnostic, &mut used));
        let may_hide_findings = kept.sorted().iter().any(|diagnostic| !diagnostic.rule.can_be_allowed());
        if !may_hide_findings {
            self.report_unused(&used, &mut kept);
        }
        kept = kept.filter_map(|diagnostic| self.with_level(diagnostic));
        let count = kept.len();
        kept = kept.filter_map(|diagnostic| self.unless_in_baseline(diagnostic));
        let in_baseline = count - kept.len();
        if !may_hide_findings {
            for stale in self.baseline.stale(self.unchecked).filter_map(|stale| self.with_level(stale)) {
                kept.push(stale);
            }
        }
        (kept, in_baseline)
    }

    fn allows(&self) -> impl Iterator<Item = &AllowComment> {
        self.outlines.0.iter().flat_map(|(_, outline)| &outline.allows)
    }

    fn unless_allowed(&self, diagnostic: Diagnostic, used: &mut BTreeMap<Exception, bool>) -> Option<Diagnostic> {
        let outline = self.outlines.of(diagnostic.span.file);
        let allowed = outline.and_then(|outline| used.get_mut(&outline.exception_for(&diagnostic)?));
        match allowed {
            Some(used) => {
                *used = true;
                None
            }
            None => Some(diagnostic),
        }
    }

    fn report_unused(&self, used: &BTreeMap<Exception, bool>, diagnostics: &mut Diagnostics) {
        let is_used =
            |allow: &&AllowComment| allow.exception().is_some_and(|exception| used.get(&exception) == Some(&true));
        let is_checked = |allow: &&AllowComment| !self.unchecked.contains(&allow.rule);
        for allow in self.allows().filter(is_checked).filter(|allow| !is_used(allow)) {
            let message = format!("this allows {}, but the entry has no such finding", allow.rule.code());
            let help = format!(
                "remove the comment, or move it into or above the right entry ({}: {})",
                allow.rule.code(),
                allow.rule.title()
            );
            let help = Help::instead(help, "").titled("remove the comment").certain(true);
            diagnostics.push(Diagnostic::new(rules::UNUSED_EXCEPTION, allow.span, message).help(help));
        }
    }

    fn with_level(&self, diagnostic: Diagnostic) -> Option<Diagnostic> {
        let level = levels::apply_all(&self.levels, diagnostic.rule, diagnostic.level)?;
        Some(Diagnostic { level, ..diagnostic })
    }

    fn unless_in_baseline(&mut self, diagnostic: Diagnostic) -> Option<Diagnostic> {
        let is_known =
            may_be_in_baseline(&diagnostic) && self.baseline.consume(&self.outlines.key(&diagnostic, self.sources));
        (!is_known).then_some(diagnostic)
    }
}

/// True if a finding may be in a baseline.
pub fn may_be_in_baseline(diagnostic: &Diagnostic) -> bool {
    diagnostic.rule.can_be_allowed() && diagnostic.rule != rules::STALE_BASELINE
}
