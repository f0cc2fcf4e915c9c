//! Why a selective build generates an operator.

use std::collections::{BTreeMap, BTreeSet};

use registry::{OpId, Registry};
use source::count;

/// Why an operator is generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The caller asked for it.
    Asked,
    /// The outputs of this target always use it.
    Target(String),
    /// It is the forward operator of this one.
    Forward(OpId),
    /// It is the gradient of this one.
    Gradient(OpId),
    /// This one invokes it.
    Invoked(OpId),
    /// It has the name of this one in another graph, or in programs.
    Namesake(OpId),
    /// This one is composed by hand-written functions, which use it.
    Composition(OpId),
}

/// The operators of a selective build, each with the reason that was found first.
pub type Kept = BTreeMap<OpId, Reason>;

/// A sentence with the number of operators that were asked for, and of those that they need.
pub fn summary(registry: &Registry, kept: &Kept) -> String {
    let name = |id: OpId| registry.op(id).stem();
    let asked = kept.iter().filter(|(_, reason)| **reason == Reason::Asked);
    let mut counted: BTreeSet<&str> = asked.map(|(&id, _)| name(id)).collect();
    let asked = count(counted.len(), "operator");
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for (&id, reason) in kept {
        if counted.insert(name(id)) {
            *numbers.entry(because(reason)).or_default() += 1;
        }
    }
    if numbers.is_empty() {
        return format!("{asked} asked for");
    }
    let mut numbers: Vec<(&str, usize)> = numbers.into_iter().collect();
    numbers.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    let total: usize = numbers.iter().map(|(_, number)| number).sum();
    let parts: Vec<String> = numbers.iter().map(|(because, number)| format!("{number} {because}")).collect();
    format!("{asked} asked for, {total} more because of them: {}; `--why NAME` explains one", parts.join(", "))
}

/// Why a number of operators are generated.
fn because(reason: &Reason) -> &'static str {
    match reason {
        Reason::Asked => "asked for",
        Reason::Forward(_) => "as forward operators",
        Reason::Gradient(_) => "as gradients",
        Reason::Invoked(_) => "invoked",
        Reason::Namesake(_) => "of the same name in other graphs",
        Reason::Composition(_) => "used by hand-written compositions",
        Reason::Target(_) => "always used by the outputs of a target",
    }
}

/// The lines that lead from an operator to one that was asked for.
pub fn chain(registry: &Registry, kept: &Kept, from: OpId) -> Vec<String> {
    let named = |id: OpId| format!("`{}` ({})", registry.op(id).name.value, registry.op(id).home.family().name());
    let mut lines = Vec::new();
    let mut next = Some(from);
    while let Some(id) = next {
        let Some(reason) = kept.get(&id) else { break };
        let (text, cause) = match reason {
            Reason::Asked => ("was asked for".to_owned(), None),
            Reason::Target(target) => (format!("is always used by the outputs of the target `{target}`"), None),
            Reason::Forward(cause) => (format!("is the forward operator of {}", named(*cause)), Some(*cause)),
            Reason::Gradient(cause) => (format!("is the gradient of {}", named(*cause)), Some(*cause)),
            Reason::Invoked(cause) => (format!("is invoked by {}", named(*cause)), Some(*cause)),
            Reason::Namesake(cause) => (format!("has the name of {} in another graph", named(*cause)), Some(*cause)),
            Reason::Composition(cause) => {
                let cause_name = named(*cause);
                (
                    format!("is used by the hand-written functions that compose operators such as {cause_name}"),
                    Some(*cause),
                )
            }
        };
        lines.push(format!("{} {text}\n", named(id)));
        next = cause;
    }
    lines
}
