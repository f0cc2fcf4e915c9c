//! Compares two versions of the operators: how each operator changed, whom that breaks, and how the outputs differ.

#![deny(missing_docs)]

mod align;
mod allow;
mod args;
mod callers;
mod change;
mod changed_part;
mod cpp_changes;
mod delta;
mod entry;
mod extra;
mod generated;
mod gradient;
mod kernel;
mod lists;
mod membership;
mod op;
mod operations;
mod outputs;
mod pair;
mod predefined;
mod program_args;
mod program_functions;
mod programs;
mod python_api;
mod python_by_hand;
mod reasons;
pub mod report;
mod result;
mod saved_form;
mod side;
mod users;

use rayon::prelude::*;

pub use change::{Approved, Change, Class, Kind};
pub use cpp_changes::CppChange;
pub use entry::MissingEntry;
pub use generated::{FileDiff, generated};
pub use programs::{ProgramDiff, Translation, Untranslated};
pub use reasons::Reasons;
pub use result::{OpDiff, RegistryDiff, Status};
pub use side::Sides;
pub use users::{Users, Version};

use pair::OpPair;
use registry::OpId;
use side::{Compared, Side};

/// Compares the registries of both sides. Entries that could not be read completely are not compared.
pub fn compare(sides: Sides) -> RegistryDiff {
    let [base, head] = [sides.base, sides.head].map(|project| Side::new(project, sides.users));
    let pairs = pair::pairs(&base, &head);
    let ops = pairs.par_iter().filter_map(|&pair| compare_pair(sides, &base, &head, pair)).collect();
    let mut others = lists::compare(base.registry, head.registry);
    others.extend(predefined::compare(&base, &head, sides, &pairs));
    RegistryDiff { ops, others }
}

/// Compares only the operators with a name. `None` if nothing about them changed.
pub fn compare_op(sides: Sides, name: &str) -> Option<OpDiff> {
    let [base, head] = [sides.base, sides.head].map(|project| Side::new(project, sides.users));
    let is_named = |pair: &OpPair| match *pair {
        OpPair::Added(id) | OpPair::Both(_, id) => head.registry.op(id).name.value == name,
        OpPair::Removed(id) => base.registry.op(id).name.value == name,
    };
    let pairs = pair::pairs(&base, &head).into_iter().filter(is_named);
    let mut found = pairs.filter_map(|pair| compare_pair(sides, &base, &head, pair)).collect::<Vec<_>>();
    let at = found.iter().position(|diff| diff.missing.is_some()).unwrap_or(0);
    (at < found.len()).then(|| found.swap_remove(at))
}

fn compare_pair<'a>(sides: Sides, base: &Side<'a>, head: &Side<'a>, pair: OpPair) -> Option<OpDiff> {
    let (old_id, new_id) = match pair {
        OpPair::Added(id) => return Some(added(base, head, id)),
        OpPair::Removed(id) => return Some(removed(sides, base, head, id)),
        OpPair::Both(old, new) => (old, new),
    };
    let (old, new) = (base.registry.op(old_id), head.registry.op(new_id));
    if old.poisoned || new.poisoned {
        return None;
    }
    let compared = Compared { base, head, old, new, old_id, new_id };
    let (mut changes, missing) = op::compare(&compared, sides);
    changes.extend(operations::compare(&compared));
    changes.extend(membership::compare(&compared));
    if changes.is_empty() && missing.is_none() {
        return None;
    }
    let functions = [functions(base, old_id), functions(head, new_id)];
    let differ = functions[0] != functions[1];
    Some(OpDiff {
        name: new.name.value.clone(),
        family: new.home.family(),
        status: if old.name == new.name { Status::Changed } else { Status::Renamed },
        old_name: (old.name != new.name).then(|| old.name.value.clone()),
        base: Some(old.name.span),
        head: Some(new.name.span),
        changes,
        functions: if differ { functions } else { Default::default() },
        missing,
    })
}

/// The declarations of the functions that users call: Paddle's are in C++.
fn functions(of: &Side, id: OpId) -> Vec<String> {
    if let Some(function) = of.own_facts.function(of.registry, id) {
        return vec![of.spelling.declaration(function)];
    }
    if of.callable(id).dygraph { of.spelling.api_functions(of.registry.op(id)) } else { Vec::new() }
}

fn added(base: &Side, head: &Side, id: OpId) -> OpDiff {
    let op = head.registry.op(id);
    let change = Change::new(Kind::OperatorAdded, format!("`{}` is new", op.name.value)).head(op.name.span);
    OpDiff {
        name: op.name.value.clone(),
        family: op.home.family(),
        status: Status::Added,
        old_name: None,
        base: None,
        head: Some(op.name.span),
        changes: [change].into_iter().chain(saved_form::added(base, head, id)).collect(),
        functions: [Vec::new(), functions(head, id)],
        missing: None,
    }
}

fn removed<'a>(sides: Sides, base: &Side<'a>, head: &Side<'a>, id: OpId) -> OpDiff {
    let op = base.registry.op(id);
    let change = Change::new(Kind::OperatorRemoved, format!("`{}` was removed", op.name.value)).base(op.name.span);
    let change = program_functions::removed(base, head, id, change);
    let change = operations::removed(base, head, id, change);
    let change = if base.has_users_of(op) { users::gone(change) } else { change };
    let (changes, missing) = saved_form::removed(base, head, id, change, sides);
    OpDiff {
        name: op.name.value.clone(),
        family: op.home.family(),
        status: Status::Removed,
        old_name: None,
        base: Some(op.name.span),
        head: None,
        changes,
        functions: [functions(base, id), Vec::new()],
        missing,
    }
}
