//! A project: its settings (`opgen.toml`), its input files, and the findings that are reported.
//!
//! This room knows nothing about targets, rules or the contents of templates. The caller hands in the check.

#![deny(missing_docs)]

pub mod any;
pub mod approval;
pub mod assistance;
pub mod baseline;
pub mod choice;
pub mod config;
pub mod dependencies;
mod file_specs;
mod finder;
mod folder;
pub mod framework;
pub mod git;
mod inputs;
pub mod levels;
mod linked;
mod outline;
mod parsed_files;
mod program;
pub mod program_files;
pub mod remote;
mod review;
mod root;
pub mod rules;
mod saved_program;
pub mod settings;
pub mod shards;
mod since;
mod single_mentions;
pub mod suppressions;
pub mod templates;
pub mod wanted;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

pub use file_specs::FileSpecs;
pub use folder::Files;
pub use inputs::Inputs;
pub use linked::{Further, Linked};
pub use parsed_files::ParsedFiles;
pub use program::{Breaks, Frame, Listing, NotFound, Program, TemplateTexts};

pub use review::Review;
pub use root::{Root, nearest_root, nearest_root_below, tree_of};

use framework::Framework;
use settings::Recipe;
use wanted::Wanted;

/// A project that was read and checked: what was found, and its operators. If the diagnostics have no errors, the registry can be
/// used for generation.
#[derive(Debug)]
pub struct Project<F: Framework> {
    /// The files that were read, and what was found in them.
    pub review: Review,
    /// The operators.
    pub registry: F::Registry,
    /// The version of the framework.
    pub profile: Arc<F::Profile>,
    /// What is generated.
    pub recipe: Arc<Recipe>,
    /// The parts of the program that this room does not know itself.
    pub program: Program<F>,
    /// The operators that a selective build asks for. `None` if all are wanted.
    pub wanted: Option<Wanted>,
}

impl<F: Framework> Deref for Project<F> {
    type Target = Review;

    fn deref(&self) -> &Review {
        &self.review
    }
}

impl<F: Framework> DerefMut for Project<F> {
    fn deref_mut(&mut self) -> &mut Review {
        &mut self.review
    }
}
