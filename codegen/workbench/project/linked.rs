//! A project whose operators are linked, and its check.

use std::collections::BTreeMap;

use source::{Diagnostics, FileId, Rule, SourceFile, Sources};

use crate::baseline::Baseline;
use crate::file_specs::FileSpecs;
use crate::framework::Framework;
use crate::program::Program;
use crate::settings::Settings;
use crate::single_mentions;
use crate::suppressions::Suppressions;
use crate::{Project, Review};

/// A project whose operators are linked, but not checked.
#[derive(Debug)]
pub struct Linked<F: Framework> {
    /// The project. Its diagnostics are those of single files, including findings that will not be reported.
    pub(crate) project: Project<F>,
    /// The key of each file's kind.
    pub(crate) kinds: BTreeMap<FileId, String>,
    baseline: Baseline,
    /// The rules that are not checked.
    unchecked: Vec<Rule>,
    program: Program<F>,
}

/// The result of a check by rules that need more than the project's files.
#[derive(Debug, Default)]
pub struct Further {
    /// What was found.
    pub diagnostics: Diagnostics,
    /// The files that the findings point to. Their ids follow those of the project's sources.
    pub files: Vec<SourceFile>,
    /// The rules that could be checked.
    pub checked: Vec<Rule>,
    /// Why the git revision that was read is incomplete.
    pub incomplete: Option<String>,
}

impl<F: Framework> Linked<F> {
    /// The project. Its diagnostics are those of single files, including findings that will not be reported.
    pub fn unchecked(&self) -> &Project<F> {
        &self.project
    }

    /// The key of a file's kind. `None` if the file is one of the project's own, such as `opgen.toml`.
    pub fn kind_of(&self, file: FileId) -> Option<&str> {
        self.kinds.get(&file).map(String::as_str)
    }

    /// Checks the project. Returns all findings, including those that will not be reported.
    pub fn check(&self) -> Diagnostics {
        let Project { review: Review { sources, diagnostics, .. }, registry, .. } = &self.project;
        let mut in_relation = diagnostics.fork();
        (self.program.check)(&self.project, &mut in_relation);
        let mut found = diagnostics.clone();
        found.append(single_mentions::doubt(in_relation, sources));
        F::explained(found, registry)
    }

    /// The findings to report, and the number of those that the baseline suppresses. `sources` has all files that findings are in.
    pub fn report(&self, found: Diagnostics, sources: &Sources, checked: &[Rule]) -> (Diagnostics, usize) {
        let unchecked: Vec<Rule> = self.unchecked.iter().filter(|rule| !checked.contains(rule)).copied().collect();
        let (levels, baseline, outlines) = (self.project.levels.clone(), self.baseline.clone(), &self.project.outlines);
        Suppressions { levels, baseline, unchecked: &unchecked, outlines, sources }.apply(found)
    }

    /// Checks the project, also by rules that need more than its files. The files that their findings point to are added to the
    /// sources.
    pub fn analyse_with(mut self, check: impl FnOnce(&Project<F>) -> Further) -> Project<F> {
        let Further { diagnostics, files, checked, incomplete } = check(&self.project);
        let review = &mut self.project.review;
        review.incomplete = review.incomplete.take().or(incomplete);
        review.diagnostics.append(diagnostics);
        review.sources.extend(files);
        let (diagnostics, in_baseline) = self.report(self.check(), &self.project.sources, &checked);
        let review = Review { diagnostics, in_baseline, ..self.project.review };
        Project { review, ..self.project }
    }

    pub(crate) fn analyse(self) -> Project<F> {
        self.analyse_with(|_| Further::default())
    }
}

impl<F: Framework> Project<F> {
    /// Links and checks files that were parsed before. They must be in the profile's order of kinds.
    pub fn join(sources: Sources, files: impl IntoIterator<Item = FileSpecs<F>>, program: Program<F>) -> Self {
        link(sources, files, Settings::default(), program).analyse()
    }
}

/// Joins the contents of files to a project.
pub(crate) fn link<F: Framework>(
    sources: Sources,
    files: impl IntoIterator<Item = FileSpecs<F>>,
    settings: Settings<F>,
    program: Program<F>,
) -> Linked<F> {
    let mut all = FileSpecs::default();
    for file in files {
        all.append(file);
    }
    let FileSpecs { specs, outlines, diagnostics } = all;
    let Settings { profile, recipe, hand_written, levels, baseline, baseline_path, assumption, .. } = settings;
    let registry = program.framework.link(specs, &profile, hand_written);
    let review = Review {
        sources,
        diagnostics,
        in_baseline: 0,
        in_base: 0,
        in_other_files: 0,
        incomplete: None,
        outlines,
        baseline: baseline_path,
        levels,
        assumption,
        selected: None,
    };
    let project = Project { review, registry, profile, recipe, program, wanted: None };
    let unchecked = program.further_rules.to_vec();
    Linked { project, kinds: BTreeMap::new(), baseline, unchecked, program }
}
