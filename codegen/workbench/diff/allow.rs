//! Breaking changes that a project has approved: they break nobody any more, and reports say why.

use std::collections::BTreeSet;

use project::approval::Approval;
use project::config::{Allowance, Until};
use source::Diagnostics;

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
        let mut approval = Approval::new(allowances, is_over);
        for op in &mut self.ops {
            let names: Vec<&str> = [op.name.as_str()].into_iter().chain(op.old_name.as_deref()).collect();
            op.changes.iter_mut().for_each(|change| approve(&mut approval, change, &names));
            let is_approved = op.changes.iter().any(|change| change.approved.contains_key(&Class::Model));
            if let Some(entry) = op.missing.as_mut().filter(|_| is_approved) {
                entry.required &= op.changes.iter().any(|change| change.breaks.contains_key(&Class::Model));
            }
        }
        self.others.iter_mut().for_each(|change| approve(&mut approval, change, &[]));
        programs.iter_mut().for_each(|program| approve_loss(&mut approval, program));
        approval.findings()
    }
}

/// A program may be lost if each operator that the head does not translate may break programs.
fn approve_loss(approval: &mut Approval, program: &mut ProgramDiff) {
    let names = program.untranslated.iter().map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    let found: Option<BTreeSet<usize>> = names.map(|names| approval.find(Class::Model.name(), &names)).collect();
    let Some(found) = found else { return };
    program.allowed = found.into_iter().map(|at| approval.used(at).value.clone()).collect();
}

/// `operator` has the names of the operator that the change belongs to, if it belongs to one.
fn approve(approval: &mut Approval, change: &mut Change, operator: &[&str]) {
    for (class, why) in std::mem::take(&mut change.breaks) {
        match approval.find(class.name(), operator) {
            Some(at) => {
                let reason = approval.used(at);
                change.approved.insert(class, Approved { why, reason: reason.value.clone(), span: reason.span });
            }
            None => _ = change.breaks.insert(class, why),
        }
    }
}
