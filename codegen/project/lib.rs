//! A project: its settings (`opgen.toml`), the inputs that were found, and which of the findings count.
//!
//! Knows nothing of targets and rules, nor of what templates say: the check is handed in.

pub mod baseline;
pub mod config;
pub mod dependencies;
mod file_specs;
mod finder;
mod folder;
pub mod git;
mod inputs;
pub mod levels;
mod outline;
pub mod program_files;
mod root;
pub mod rules;
mod saved_program;
pub mod settings;
pub mod shards;
pub mod suppressions;
pub mod wanted;

use std::path::PathBuf;
use std::sync::Arc;

use registry::Registry;
use source::{Diagnostic, Diagnostics, Sources, Span};

pub use file_specs::FileSpecs;
pub use folder::Files;
pub use inputs::{Inputs, Linked, Program, TemplateTexts};
pub use root::{Root, nearest, nearest_below};

use settings::Recipe;
use suppressions::Outlines;
use wanted::Wanted;

/// A loaded project. If the diagnostics have no errors, the registry can be used for generation.
#[derive(Debug)]
pub struct Project {
    pub sources: Sources,
    pub registry: Registry,
    pub diagnostics: Diagnostics,
    /// The number of findings that are omitted because the baseline has them.
    pub known: usize,
    outlines: Outlines,
    /// The path of the project's baseline, which may not exist. `None` if the project has no folder.
    pub baseline: Option<PathBuf>,
    pub recipe: Arc<Recipe>,
    /// The templates that are part of the program. The project's own are in the recipe.
    pub built_in_templates: TemplateTexts,
    /// The operators that a selective build asks for. `None` if all are wanted.
    pub wanted: Option<Wanted>,
}

impl Project {
    /// What identifies a finding even if its line has moved.
    pub fn key(&self, diagnostic: &Diagnostic) -> baseline::Key {
        self.outlines.key(diagnostic, &self.sources)
    }

    /// The lines of the entry that a span is in. `None` if its file is not a list of entries.
    pub fn entry(&self, span: Span) -> Option<Span> {
        let text = self.sources.file(span.file).text();
        let lines = self.outlines.of(span.file)?.lines_at(span.start, text)?;
        Some(Span::new(span.file, lines.start, lines.end))
    }

    /// What is found as a baseline, and how many findings are in it. What must be fixed is not.
    pub fn to_baseline(&self) -> (String, usize) {
        let known: Vec<_> =
            self.diagnostics.sorted().into_iter().filter(|found| suppressions::may_be_in_baseline(found)).collect();
        let keys = known.iter().map(|diagnostic| self.key(diagnostic));
        (baseline::write(keys), known.len())
    }
}
