//! An operator of PyTorch with everything that is known of it, as values: for `opgen show`, templates, and programs that bind PyTorch to
//! other languages.

#![deny(missing_docs)]

mod collect;
mod facts;
mod mentions;
mod offers;
mod renames;
mod schemas;
mod words;

use std::path::Path;

use describe::{Described, Found};
use parallel::prelude::*;
use project::{NotFound, Root};
use render::Value;
use source::Span;
use source::suggest::Known;
use torch_autograd::Gradients;
use torch_registry::{FunctionId, Project};

pub use mentions::{counterparts, mentions};
pub use offers::offers;
pub use renames::{fixed_because, renames};
pub use schemas::{leading_keys, schemas};

pub use facts::{Argument, Derivative, Facts, Formula, Group, Return};

/// All operators as values for templates, with the positions of their schemas.
pub fn values(project: &Project) -> Vec<(Span, Value)> {
    all(project).iter().map(|(span, facts)| (*span, render::value(facts))).collect()
}

/// All operators as data, with the positions of their schemas.
pub fn describe(project: &Project) -> Vec<(Span, Described)> {
    all(project).iter().map(|(span, facts)| (*span, words::described(facts))).collect()
}

/// Operators by a name: `add` for all overloads, `add.Tensor` for one, or the name of a kernel, of a function in C++ or of a node.
///
/// # Errors
/// If nothing has that name.
pub fn find(project: &Project, name: &str, _: &Root, _: Option<&Path>) -> Result<Vec<Found>, NotFound> {
    let all = all(project);
    let plain = name.strip_prefix("aten::").or_else(|| name.strip_prefix("torch.")).unwrap_or(name);
    let plain = plain.strip_suffix(mentions::DEFAULT).unwrap_or(plain);
    let is_asked = |facts: &Facts| facts.full_name() == plain || facts.name == plain;
    let in_cpp = match plain.strip_prefix("torch::") {
        Some(name) => format!("at::{name}"),
        None => plain.replace("at::Tensor::", "Tensor::"),
    };
    let mut found: Vec<&Facts> = all.iter().map(|(_, facts)| facts).filter(|facts| is_asked(facts)).collect();
    if found.is_empty() {
        found = all
            .iter()
            .map(|(_, facts)| facts)
            .filter(|facts| facts.names().chain(facts.function_names()).any(|other| other == in_cpp || other == name))
            .collect();
    }
    if found.is_empty() {
        let names: Vec<String> = match plain.contains('.') {
            true => all.iter().map(|(_, facts)| facts.full_name()).collect(),
            false => all.iter().map(|(_, facts)| facts.name.clone()).collect(),
        };
        let near = Known::new(names.iter().map(String::as_str)).nearest(plain).map(str::to_owned);
        return Err(NotFound { near });
    }
    Ok(found.into_iter().map(shown).collect())
}

fn shown(facts: &Facts) -> Found {
    // It holds only text, numbers and lists.
    let json = serde_json::to_string_pretty(facts).unwrap_or_default();
    Found { operator: words::described(facts), json }
}

/// All operators: in the order of the file, then those that are generated.
fn all(project: &Project) -> Vec<(Span, Facts)> {
    let gradients = Gradients::new(&project.registry, &project.profile);
    let ids: Vec<FunctionId> = project.registry.functions().map(|(id, _)| id).collect();
    ids.par_iter().map(|&id| (project.registry.span(id), collect::facts(project, &gradients, id))).collect()
}
