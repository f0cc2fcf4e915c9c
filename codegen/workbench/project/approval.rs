//! Which breaking changes a project has approved in `[[diff.allow]]`.

use std::collections::BTreeSet;

use source::{Diagnostic, Diagnostics, Level, Spanned};

use crate::config::{Allowance, Until};
use crate::rules::{EXPIRED_ALLOWANCE, UNUSED_EXCEPTION};

/// The allowances of a comparison, and which of them approve something.
pub struct Approval<'a> {
    valid: Vec<&'a Allowance>,
    over: Vec<&'a Allowance>,
    /// The positions of valid allowances that approve something.
    used: BTreeSet<usize>,
}

impl<'a> Approval<'a> {
    /// `is_over` decides whether an allowance has expired.
    pub fn new(allowances: &'a [Allowance], is_over: impl Fn(&Until) -> bool) -> Self {
        let is_over = |allowance: &&Allowance| allowance.until.as_ref().is_some_and(|until| is_over(&until.value));
        let (over, valid) = allowances.iter().partition(is_over);
        Approval { valid, over, used: BTreeSet::new() }
    }

    /// The position of the first allowance for an operator with these names to break a class. A change may belong to no operator.
    pub fn find(&self, class: &str, names: &[&str]) -> Option<usize> {
        self.valid.iter().position(|allowance| allowance.is_about(class, names))
    }

    /// Why the allowance at a position is there. It approves something.
    pub fn used(&mut self, at: usize) -> &'a Spanned<String> {
        self.used.insert(at);
        &self.valid[at].reason
    }

    /// Findings about allowances that have expired or that are not needed.
    pub fn findings(self) -> Diagnostics {
        let unused = self.valid.iter().enumerate().filter(|(at, _)| !self.used.contains(at));
        let unused = unused.map(|(_, allowance)| unused_allowance(allowance));
        self.over.iter().map(|allowance| expired(allowance)).chain(unused).collect()
    }
}

fn expired(allowance: &Allowance) -> Diagnostic {
    let (what, span) = match &allowance.until {
        Some(until) => match &until.value {
            Until::Day(day) => (format!("{day} has passed"), until.span),
            Until::Revision(revision) => (format!("the base contains `{revision}`"), until.span),
        },
        None => ("it is over".to_owned(), allowance.reason.span),
    };
    Diagnostic::new(EXPIRED_ALLOWANCE, span, format!("this allowance of `opgen diff` has expired: {what}"))
}

/// An allowance with an end is needed for some comparisons only.
fn unused_allowance(allowance: &Allowance) -> Diagnostic {
    let names =
        |names: &[Spanned<String>]| names.iter().map(|name| format!("`{}`", name.value)).collect::<Vec<_>>().join(", ");
    let message = format!(
        "this allows {} to break {}, but nothing that changed does",
        names(&allowance.operators),
        names(&allowance.classes).replace('`', "")
    );
    let span = allowance.operators.first().map_or(allowance.reason.span, |operator| operator.span);
    let level = if allowance.until.is_some() { Level::Note } else { Level::Warning };
    Diagnostic { level, ..Diagnostic::new(UNUSED_EXCEPTION, span, message).help("remove the allowance") }
}
