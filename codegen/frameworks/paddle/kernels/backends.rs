//! Backends for which an operator has no kernel.

use std::collections::BTreeSet;

use check::rules;
use source::Diagnostic;
use spec::Op;

use crate::{Joined, Problem, table};

pub fn check(joined: &Joined, op: &Op, problems: &mut Vec<Problem>) {
    let Some(forward) = op.forward.as_ref().filter(|_| joined.index.has_registrations()) else { return };
    let forward =
        joined.ops().find(|other| other.name.value == forward.name.value && other.home.family() == op.home.family());
    let Some(forward) = forward.filter(|forward| forward.kernel.is_some() && forward.invoke.is_none()) else { return };
    let (own, others) = (backends(joined, forward), backends(joined, op));
    let missing =
        joined.settings.main_backends.iter().find(|backend| others.contains(*backend) && !own.contains(*backend));
    if let Some(backend) = missing.filter(|_| !own.is_empty()) {
        let (name, gradient) = (&forward.name, &op.name.value);
        let message =
            format!("`{}` has no kernel for the backend {backend}, but its gradient `{gradient}` has", name.value);
        let problem = Diagnostic::new(rules::MISSING_BACKEND, name.span, message);
        problems.push(Problem::new(problem.label(op.name.span, "the gradient")));
    }
}

fn backends(joined: &Joined, op: &Op) -> BTreeSet<String> {
    let kernels = op.kernel.iter().flat_map(|kernel| &kernel.functions);
    let rows = kernels.flat_map(|function| table::of(joined.index, joined.settings, &function.name.value));
    rows.map(|row| row.backend).collect()
}
