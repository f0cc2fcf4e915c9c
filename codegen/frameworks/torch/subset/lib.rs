//! Selective builds of PyTorch: the operators that a caller names, those in saved programs, and those that they need.
//!
//! This room reads programs without running them. It never knows what is generated from an operator: it makes the selection that the
//! framework's selection YAML would otherwise contain.

#![deny(missing_docs)]

mod closure;
mod names;
mod programs;
mod reason;

use std::collections::BTreeSet;

use project::NotFound;
use source::Diagnostics;
use torch_registry::{Project, Registry};
use torch_spec::{SelectedOperator, Selection};

pub use programs::FORMAT;

use names::{Names, Resolved};
use reason::{Kept, Reason};

/// Selects the operators that a project's caller wants, and those that they need. This selection replaces the one of the tree.
/// Unknown names are reported; then nothing changes.
///
/// Returns the operators in programs that nothing defines.
pub fn narrow(project: &mut Project, _targets: &BTreeSet<&str>) -> BTreeSet<String> {
    let Some(wanted) = &project.wanted else { return BTreeSet::new() };
    let Resolved { functions, unknown_types } =
        Names::new(&project.registry).resolve(wanted, &mut project.review.diagnostics);
    if !project.diagnostics.has_errors() {
        let kept = closure::of(&project.registry, functions, wanted.gradients);
        project.review.selected = Some(reason::summary(&kept));
        let selection = selection(&project.registry, &kept, wanted.gradients);
        project.registry.select(selection);
    }
    unknown_types
}

/// Why a selective build registers the operators of a name: a line for each step from there to what the caller wants.
///
/// # Errors
/// If no operator has that name.
pub fn why(project: &Project, _targets: &BTreeSet<&str>, name: &str) -> Result<String, NotFound> {
    let registry = &project.registry;
    let names = Names::new(registry);
    let asked = names.named(name);
    if asked.is_empty() {
        return Err(NotFound { near: names.nearest(name) });
    }
    let Some(wanted) = &project.wanted else {
        return Ok(format!("`{name}` is generated, like all operators: neither `--ops` nor `--programs` is given\n"));
    };
    let Resolved { functions, .. } = names.resolve(wanted, &mut Diagnostics::default());
    let kept = closure::of(registry, functions, wanted.gradients);
    let chains: Vec<String> = asked.into_iter().map(|id| reason::chain(registry, &kept, id).concat()).collect();
    let chains: Vec<String> = chains.into_iter().filter(|chain| !chain.is_empty()).collect();
    Ok(match chains.is_empty() {
        true => format!("`{name}` is not generated: nothing that was asked for needs it\n"),
        false => chains.join("\n"),
    })
}

/// The selection of the kept operators. Only the gradients of those that were asked for are generated.
fn selection(registry: &Registry, kept: &Kept, gradients: bool) -> Selection {
    let selected = kept.iter().map(|(&id, reason)| {
        let is_root_operator = *reason == Reason::Asked;
        let operator = SelectedOperator {
            span: registry.span(id),
            is_root_operator,
            is_used_for_training: is_root_operator && gradients,
            include_all_overloads: false,
        };
        (names::qualified(&registry[id]), operator)
    });
    Selection { include_all_operators: false, operators: selected.collect() }
}
