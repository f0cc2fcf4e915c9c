//! Breaking changes that a project has approved: they break nobody any more, and reports say why.

use std::collections::BTreeSet;

use project::config::{Allowance, Until};
use project::rules::{EXPIRED_ALLOWANCE, UNUSED_EXCEPTION};
use source::{Diagnostic, Diagnostics, Level, Spanned};

use super::change::{Approved, Change, Class};
use super::programs::ProgramDiff;
use super::result::RegistryDiff;

impl RegistryDiff {
    /// Moves what the head allows from `breaks` to `approved`, and marks the programs that it allows to lose. Returns findings about
    /// allowances that have expired or that are not needed; their spans are in the sources of the head. `is_over` decides whether
    /// an allowance has expired.
    pub fn approve(
        &mut self,
        programs: &mut [ProgramDiff],
        allowances: &[Allowance],
        is_over: impl Fn(&Until) -> bool,
    ) -> Diagnostics {
        let is_over = |allowance: &Allowance| allowance.until.as_ref().is_some_and(|until| is_over(&until.value));
        let (over, valid): (Vec<&Allowance>, Vec<_>) = allowances.iter().partition(|allowance| is_over(allowance));
        let mut approval = Approval { allowances: &valid, used: BTreeSet::new() };
        for op in &mut self.ops {
            let names: Vec<&str> = [op.name.as_str()].into_iter().chain(op.old_name.as_deref()).collect();
            op.changes.iter_mut().for_each(|change| approval.apply(change, &names));
            let is_approved = op.changes.iter().any(|change| change.approved.contains_key(&Class::Model));
            if let Some(entry) = op.missing.as_mut().filter(|_| is_approved) {
                entry.required &= op.changes.iter().any(|change| change.breaks.contains_key(&Class::Model));
            }
        }
        self.others.iter_mut().for_each(|change| approval.apply(change, &[]));
        programs.iter_mut().for_each(|program| approval.apply_to_program(program));
        let used = approval.used;
        let unused =
            valid.iter().enumerate().filter(|(at, _)| !used.contains(at)).map(|(_, allowance)| unused(allowance));
        over.into_iter().map(expired).chain(unused).collect()
    }
}

struct Approval<'a> {
    allowances: &'a [&'a Allowance],
    /// The positions of those that approve something.
    used: BTreeSet<usize>,
}

impl Approval<'_> {
    /// The position of the first allowance for an operator with these names to break a class.
    fn find(&self, class: Class, names: &[&str]) -> Option<usize> {
        self.allowances.iter().position(|allowance| allowance.is_about(class.name(), names))
    }

    /// A program may be lost if each operator that the head does not translate may break programs.
    fn apply_to_program(&mut self, program: &mut ProgramDiff) {
        let names = program.untranslated.iter().map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        let found: Option<BTreeSet<usize>> = names.map(|names| self.find(Class::Model, &names)).collect();
        let Some(found) = found else { return };
        program.allowed = found.iter().map(|&at| self.allowances[at].reason.value.clone()).collect();
        self.used.extend(found);
    }

    /// `operator` has the names of the operator that the change belongs to, if it belongs to one.
    fn apply(&mut self, change: &mut Change, operator: &[&str]) {
        for (class, why) in std::mem::take(&mut change.breaks) {
            match self.find(class, operator) {
                Some(at) => {
                    let reason = &self.allowances[at].reason;
                    let approved = Approved { why, reason: reason.value.clone(), span: reason.span };
                    change.approved.insert(class, approved);
                    self.used.insert(at);
                }
                None => _ = change.breaks.insert(class, why),
            }
        }
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
fn unused(allowance: &Allowance) -> Diagnostic {
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
