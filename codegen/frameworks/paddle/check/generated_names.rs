//! Operators from which the same names are generated, although their own names differ.
//!
//! Each target's names come from the functions of `forms` that the target itself uses.

mod names;
mod suspects;

use std::collections::{BTreeMap, BTreeSet};

use crate::{defined_twice, rules};
use forms::pir::class_name;
use names::Kind;
use registry::{OpId, Registry};
use source::{Diagnostic, Diagnostics};
use spec::Op;

pub use names::{Generated, OwnKind};

/// Lists names that are generated.
pub type Names = fn(&Registry) -> Vec<Generated>;

/// The functions of C++ and Python, and the grad nodes.
pub(crate) fn of_functions(registry: &Registry) -> Vec<Generated> {
    names::names_of_functions(registry, registry.profile())
}

/// Compares the names that the targets define: those of all targets if there are none.
pub(crate) fn check(registry: &Registry, further: Names, targets: &[&str], diagnostics: &mut Diagnostics) {
    let profile = registry.profile();
    let of_programs = || {
        let suspects = suspects::suspects(registry);
        if suspects.is_empty() {
            return Vec::new();
        }
        let mut names = names::names_in_pir(registry, profile, &suspects);
        names.extend(names::names_in_programs(registry, profile, &suspects));
        names
    };
    let (mut names, of_programs) = parallel::join(|| further(registry), of_programs);
    names.extend(of_programs);
    names.retain(|generated| generated.kind.is_defined_by(targets));
    names.sort_unstable();
    let twice = defined_twice(registry);
    let is_sound = |id: &OpId| !registry.op(*id).poisoned && !twice.contains(id);
    let mut pairs: BTreeMap<(OpId, OpId), BTreeSet<&Generated>> = BTreeMap::new();
    for same in names.chunk_by(Generated::is_same) {
        let ops: BTreeSet<OpId> = same.iter().map(|generated| generated.op).filter(is_sound).collect();
        let mut ops = ops.into_iter();
        let Some(first) = ops.next() else { continue };
        let is_other_finding = |other: &OpId| {
            let is_program_name = matches!(same[0].kind, Kind::ProgramOperator | Kind::ProgramClass);
            are_registered_twice(registry, first, *other)
                || is_program_name && share_legacy_name(registry, first, *other)
        };
        for other in ops.filter(|other| !is_other_finding(other)) {
            pairs.entry((first, other)).or_default().insert(&same[0]);
        }
    }
    for ((first, other), names) in pairs {
        diagnostics.push(problem(registry.op(first), registry.op(other), &names));
    }
    check_hand_written(registry, diagnostics);
}

/// Reports functions that would have the name of an operator written by hand, which opgen does not generate.
fn check_hand_written(registry: &Registry, diagnostics: &mut Diagnostics) {
    for op in crate::sound_ops(registry) {
        let functions = op.variants().map(|inplace| op.function_name(inplace));
        let others = functions.filter(|name| *name != op.name.value);
        for name in others.filter(|name| registry.is_hand_written(name)) {
            let message = format!("`{}` generates the names of `{name}`, which is written by hand", op.name.value);
            let problem = Diagnostic::new(rules::SAME_GENERATED_NAME, op.name.span, message);
            let both = class_name(&name);
            diagnostics
                .push(problem.help(format!("rename it, or remove `inplace` from it: both define the class `{both}`")));
        }
    }
}

/// Whether `op_compat` gives both the same name in programs, which is another finding.
fn share_legacy_name(registry: &Registry, first: OpId, other: OpId) -> bool {
    let legacy = |id: OpId| {
        let mut pairs = registry.specs().compat.iter().flat_map(|entry| entry.pairs());
        pairs.find(|pair| pair.name.value == registry.op(id).name.value)?.legacy.as_ref().map(|legacy| legacy.as_str())
    };
    legacy(first).is_some_and(|name| legacy(other) == Some(name))
}

/// Whether static programs would have an operator twice, which is another finding.
fn are_registered_twice(registry: &Registry, first: OpId, other: OpId) -> bool {
    let (one, two) = (registry.op(first), registry.op(other));
    let are_registered = registry.is_registered(first) && registry.is_registered(other);
    are_registered && one.stem() == two.stem() && one.home.family() != two.home.family()
}

fn problem(first: &Op, other: &Op, names: &BTreeSet<&Generated>) -> Diagnostic {
    let (one, two) = (first.name.as_str(), other.name.as_str());
    let message = format!("`{two}` and `{one}` generate the same names");
    let has_inplace = |op: &Op| !op.is_inplace_only() && op.variants().any(|inplace| inplace);
    let is_variant = |op: &Op, other: &Op| has_inplace(op) && op.function_name(true) == other.name.value;
    let inplace = [(first, other), (other, first)].into_iter().find(|(op, other)| is_variant(op, other));
    let way_out = match inplace {
        Some((op, _)) => format!("rename one of them, or remove `inplace` from `{}`", op.name.value),
        None => "rename one of them".to_owned(),
    };
    let names: Vec<String> = names.iter().map(|generated| generated.described()).collect();
    let problem = Diagnostic::new(rules::SAME_GENERATED_NAME, other.name.span, message);
    problem.label(first.name.span, "the other operator").help(format!("{way_out}: both define {}", names.join(", ")))
}
