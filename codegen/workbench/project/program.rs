//! The parts of the program that this room does not know itself.

use source::{Catalogue, Diagnostics, Rule};

use crate::folder::Files;
use crate::framework::Framework;

/// The parts of the program that this room does not know itself.
#[derive(Debug, Clone, Copy)]
pub struct Program<F: Framework> {
    /// The rules of all rooms.
    pub catalogue: Catalogue,
    /// Checks the rules that concern the registry.
    pub check: fn(&F::Registry, &mut Diagnostics),
    /// The rules that need more than the project's files. [`Linked::analyse_with`](crate::Linked::analyse_with) can check them.
    pub further_rules: &'static [Rule],
    /// The built-in operators.
    pub yaml: Files,
    /// The built-in templates.
    pub templates: TemplateTexts,
}

/// Names and texts of templates.
pub type TemplateTexts = &'static [(&'static str, &'static str)];
