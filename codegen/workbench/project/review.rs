//! A review: the files of a project, what was found in them, and which of it is reported.

use std::path::PathBuf;

use source::{Diagnostic, Diagnostics, Level, Sources, Span};

use crate::levels::{self, Levels};
use crate::suppressions::{self, Outlines};
use crate::{baseline, rules};

/// The files of a project, and what was found in them. It knows nothing of operators.
#[derive(Debug)]
pub struct Review {
    /// The files that were read.
    pub sources: Sources,
    /// The findings to report.
    pub diagnostics: Diagnostics,
    /// The number of findings that are not reported because the baseline has them.
    pub in_baseline: usize,
    /// The number of findings that are not reported because an earlier version has them, too.
    pub in_base: usize,
    /// The number of findings that are not reported because they are in files that the caller did not ask about.
    pub in_other_files: usize,
    /// Why the git revision that was read is incomplete, if it is one that lacks objects, or why its C++ was not compared.
    pub incomplete: Option<String>,
    pub(crate) outlines: Outlines,
    /// The profile's levels, then the project's, then the caller's.
    pub(crate) levels: [Levels; 3],
    /// The path of the project's baseline, which may not exist. `None` if the project has no folder.
    pub baseline: Option<PathBuf>,
    /// Says which profile is used although nobody has chosen it and the tree does not state its version. It is no finding.
    pub assumption: Option<String>,
    /// How many operators a selective build generates, and how many they need. `None` if all are generated, or not yet known.
    pub selected: Option<String>,
}

impl Review {
    /// Identifies a finding even if its lines move.
    pub fn key(&self, diagnostic: &Diagnostic) -> baseline::Key {
        self.outlines.key(diagnostic, &self.sources)
    }

    /// Applies the levels to findings that are not the project's own, such as those of a comparison. A note, which is milder than its
    /// rule, may be hidden, but is not raised.
    pub fn with_levels(&self, found: Diagnostics) -> Diagnostics {
        found.filter_map(|diagnostic| {
            let level = levels::apply_all(&self.levels, diagnostic.rule, diagnostic.level)?;
            let is_mild = diagnostic.level == Level::Note;
            Some(if is_mild { diagnostic } else { Diagnostic { level, ..diagnostic } })
        })
    }

    /// The lines of the entry that contains a span. `None` if the file is not a list of entries.
    pub fn entry(&self, span: Span) -> Option<Span> {
        let text = self.sources.file(span.file).text();
        let lines = self.outlines.of(span.file)?.lines_at(span.start, text)?;
        Some(Span::new(span.file, lines.start, lines.end))
    }

    /// The offset at which the entry that contains a span begins. `None` if the file is not a list of entries.
    pub fn start_of_entry(&self, span: Span) -> Option<usize> {
        self.outlines.of(span.file)?.start_at(span.start)
    }

    /// Says that the root has no operators, if nothing in it explains why.
    pub fn without_operators(&self) -> Option<String> {
        let has_no_text = |found: &&Diagnostic| self.sources.file(found.span.file).text().is_empty();
        let sorted = self.diagnostics.sorted();
        let found = sorted.into_iter().find(|found| found.rule.code() == rules::NO_INPUT.code()).filter(has_no_text)?;
        let help = found.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        Some(format!("{}{help}", found.message))
    }

    /// The text of a baseline with the current findings, and their number. Findings that must be fixed are not
    /// included.
    pub fn to_baseline(&self) -> (String, usize) {
        let findings: Vec<_> =
            self.diagnostics.sorted().into_iter().filter(|found| suppressions::may_be_in_baseline(found)).collect();
        let keys = findings.iter().map(|diagnostic| self.key(diagnostic));
        (baseline::write(keys), findings.len())
    }
}
