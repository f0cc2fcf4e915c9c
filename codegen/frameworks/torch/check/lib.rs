//! The rules that look at more than one line of PyTorch's operator YAML. There is one file per family of rules.
//!
//! This room never changes the registry, and does not know what is generated from it.

#![deny(missing_docs)]

mod aliases;
mod backends;
mod consequences;
mod defaults;
mod deprecated;
mod derivatives;
mod derived;
mod dispatch;
mod fallbacks;
mod formulas;
mod gradients;
mod groups;
mod hints;
mod identifiers;
mod keywords;
mod listed;
mod names;
mod python;
pub mod rules;
mod structured;
mod symint;
mod tags;
mod uneven;
mod views;

use parallel::prelude::*;
use source::{Catalogue, Diagnostic, Diagnostics, Rule, Span};
use torch_registry::{Function, FunctionId, Program, Registry, Torch};

const FAMILIES: &[fn(&Registry, &mut Diagnostics)] = &[
    derivatives::check,
    formulas::check,
    names::check,
    aliases::check,
    defaults::check,
    dispatch::check,
    symint::check,
    structured::check,
    groups::check,
    uneven::check,
    views::check,
    tags::check,
    python::check,
    deprecated::check,
    backends::check,
    fallbacks::check,
    listed::check,
    hints::check,
];

/// The rules about PyTorch's operators that any room checks.
pub const CATALOGUE: Catalogue = Catalogue::new(&[
    source::rules::ALL,
    project::rules::ALL,
    torch_schema::rules::ALL,
    torch_spec::rules::ALL,
    torch_registry::rules::ALL,
    rules::ALL,
]);

/// The rules that need C++: that of the tree, or that of a backend.
pub const CPP_RULES: &[Rule] = &[rules::MISSING_KERNEL, rules::KERNEL_SIGNATURE];

/// What a project of PyTorch's needs to be checked.
pub const PROGRAM: Program = Program {
    further_rules: CPP_RULES,
    count: |registry| registry.functions().filter(|(_, function)| !function.is_generated).count(),
    ..Program::new(Torch, CATALOGUE, |project, diagnostics| run(&project.registry, &project.diagnostics, diagnostics))
};

/// Checks a registry against every rule, in parallel. The result does not depend on the number of cores. `of_files` has the findings about
/// single entries.
pub fn run(registry: &Registry, of_files: &Diagnostics, diagnostics: &mut Diagnostics) {
    let check = |family: &fn(&Registry, &mut Diagnostics)| {
        let mut found = diagnostics.fork();
        family(registry, &mut found);
        found
    };
    let families: Vec<Diagnostics> = FAMILIES.par_iter().with_max_len(1).map(check).collect();
    let mut found = diagnostics.fork();
    families.into_iter().for_each(|family| found.append(family));
    let found = consequences::remove(registry, of_files, found);
    diagnostics.append(found);
}

/// The functions that entries define.
fn entries(registry: &Registry) -> impl Iterator<Item = (FunctionId, &Function)> {
    registry.functions().filter(|(_, function)| !function.is_generated)
}

/// The functions whose entries were read completely.
fn sound_entries(registry: &Registry) -> impl Iterator<Item = (FunctionId, &Function)> {
    entries(registry).filter(|(_, function)| !function.entry.poisoned)
}

/// Reports a finding about a function, unless the profile says that the function breaks the rule for a reason.
fn report_unless_judged(registry: &Registry, function: &Function, found: Diagnostic, diagnostics: &mut Diagnostics) {
    if !is_judged(registry, found.rule, function) {
        diagnostics.push(found);
    }
}

fn is_judged(registry: &Registry, rule: Rule, function: &Function) -> bool {
    registry.profile().is_judged(rule.code(), &function.name().to_string())
}

/// The name of a function in the file.
fn name_span(function: &Function) -> Span {
    function.entry.func.name.span
}

/// The number of operators from which a tree is taken for a whole one.
const WHOLE: usize = 2000;

/// True for a whole tree. In a part of one, names that other files and lists mention are missing.
fn is_whole(registry: &Registry) -> bool {
    entries(registry).count() >= WHOLE
}
