//! Error handling that the small grammars share.

use source::text::Text;
use source::{Diagnostic, Diagnostics, Rule};

/// Set if part of an entry could not be read. The error has been reported, and the rest has been read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Poisoned(pub bool);

impl Poisoned {
    pub fn because(&mut self, diagnostic: Diagnostic, diagnostics: &mut Diagnostics) {
        diagnostics.push(diagnostic);
        self.0 = true;
    }
}

/// Fails if a bracket or quote is not closed, or closes nothing.
pub fn balanced(text: Text, rule: Rule) -> Result<(), Box<Diagnostic>> {
    let Some((bracket, opens)) = text.unbalanced() else { return Ok(()) };
    let message =
        format!("this `{}` {}", bracket.as_str(), if opens { "is never closed" } else { "has nothing to close" });
    Err(Box::new(Diagnostic::new(rule, bracket.span(), message)))
}
