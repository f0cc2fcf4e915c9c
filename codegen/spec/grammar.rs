//! What the small grammars have in common: how they fail.

use source::text::Text;
use source::{Diagnostic, Diagnostics, Rule};

/// Something could not be read; it has been reported, and the rest has been read all the same.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Poisoned(pub bool);

impl Poisoned {
    pub fn because(&mut self, diagnostic: Diagnostic, diagnostics: &mut Diagnostics) {
        diagnostics.push(diagnostic);
        self.0 = true;
    }
}

/// Fails where a bracket or quote has no partner.
pub fn balanced(text: Text, rule: Rule) -> Result<(), Box<Diagnostic>> {
    let Some((bracket, opens)) = text.unbalanced() else { return Ok(()) };
    let message = format!("this `{}` {}", bracket.as_str(), if opens { "is never closed" } else { "closes nothing" });
    Err(Box::new(Diagnostic::new(rule, bracket.span(), message)))
}
