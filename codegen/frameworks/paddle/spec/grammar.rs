//! Error handling for the small grammars.

use source::text::Text;
use source::{Diagnostic, Diagnostics, Rule};

/// True if part of an entry could not be read. The error has been reported, and everything else has been read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Poisoned(pub bool);

impl Poisoned {
    /// Reports an error and marks the entry.
    pub fn report(&mut self, diagnostic: Diagnostic, diagnostics: &mut Diagnostics) {
        diagnostics.push(diagnostic);
        self.0 = true;
    }
}

/// Fails at the first bracket or quote without a partner.
///
/// # Errors
/// A diagnostic at that bracket or quote.
pub fn balanced(text: Text, rule: Rule) -> Result<(), Box<Diagnostic>> {
    let Some((bracket, opens)) = text.unbalanced() else { return Ok(()) };
    let message =
        format!("this `{}` {}", bracket.as_str(), if opens { "is never closed" } else { "has nothing to close" });
    Err(Box::new(Diagnostic::new(rule, bracket.span(), message)))
}
