//! Why a selective build registers an operator.

use std::collections::BTreeMap;

use source::count;
use torch_registry::{FunctionId, Registry};

use crate::names::qualified;

/// Why an operator is registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The caller asked for it.
    Asked,
    /// The generated kernel of this one calls it.
    Kernel(FunctionId),
    /// A formula for the gradient of this one calls it.
    Formula(FunctionId),
}

/// The operators of a selective build, each with the reason that was found first.
pub type Kept = BTreeMap<FunctionId, Reason>;

/// A sentence with the number of operators that were asked for, and of those that they need.
pub fn summary(kept: &Kept) -> String {
    let number = |is: fn(&Reason) -> bool| kept.values().filter(|reason| is(reason)).count();
    let asked = count(number(|reason| matches!(reason, Reason::Asked)), "operator");
    let numbers = [
        (number(|reason| matches!(reason, Reason::Kernel(_))), "called by generated kernels"),
        (number(|reason| matches!(reason, Reason::Formula(_))), "called by formulas of gradients"),
    ];
    let parts: Vec<String> =
        numbers.iter().filter(|(n, _)| *n > 0).map(|(n, because)| format!("{n} {because}")).collect();
    if parts.is_empty() {
        return format!("{asked} asked for");
    }
    let total: usize = numbers.iter().map(|(number, _)| number).sum();
    format!("{asked} asked for, {total} more because of them: {}; `--why NAME` explains one", parts.join(", "))
}

/// The lines that lead from an operator to one that was asked for.
pub fn chain(registry: &Registry, kept: &Kept, from: FunctionId) -> Vec<String> {
    let name = |id: FunctionId| format!("`{}`", qualified(&registry[id]));
    let mut lines = Vec::new();
    let mut next = Some(from);
    while let Some(id) = next {
        let Some(reason) = kept.get(&id) else { break };
        let (text, cause) = match reason {
            Reason::Asked => ("was asked for".to_owned(), None),
            Reason::Kernel(cause) => (format!("is called by the generated kernel of {}", name(*cause)), Some(*cause)),
            Reason::Formula(cause) => {
                (format!("is called by a formula for the gradient of {}", name(*cause)), Some(*cause))
            }
        };
        lines.push(format!("{} {text}\n", name(id)));
        next = cause;
    }
    lines
}
