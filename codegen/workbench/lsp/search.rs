//! The search for operators in all projects, by any of their names: in the YAML, in saved programs, and of functions, kernels and
//! classes.

use lsp_types::{SymbolInformation, SymbolKind, WorkspaceSymbolParams, WorkspaceSymbolResponse};
use profile::Family;

use crate::described_requests;
use crate::names::{Kind, MOST_RESULTS, Name, SIMILAR};
use crate::state::State;
use crate::view::View;

/// The operators of all projects that a query finds.
pub fn search(state: &mut State, params: &WorkspaceSymbolParams) -> WorkspaceSymbolResponse {
    let wanted = params.query.to_lowercase();
    let mut found: Vec<(u8, SymbolInformation)> = Vec::new();
    for root in state.projects.roots() {
        let Some(view) = state.projects.view(&root, &state.documents) else { continue };
        let names = state.projects.names(&view);
        let symbols = names.find(&wanted).into_iter().filter_map(|(rank, name)| Some((rank, symbol(&view, name)?)));
        found.extend(symbols);
    }
    found.extend(described_requests::symbols(state, &wanted));
    // A misspelt name is only of interest if no project has the exact one.
    let best = found.iter().map(|(rank, _)| *rank).min();
    found.retain(|(rank, _)| *rank < SIMILAR || best == Some(SIMILAR));
    found.sort_by(|(rank, one), (other, two)| (rank, &one.name).cmp(&(other, &two.name)));
    WorkspaceSymbolResponse::Flat(found.into_iter().map(|(_, symbol)| symbol).take(MOST_RESULTS).collect())
}

#[allow(deprecated)]
fn symbol(view: &View, name: &Name) -> Option<SymbolInformation> {
    let families = view.profile().family(name.family);
    let id = families.and_then(|family: Family| view.registry().find(family, &name.op))?;
    let of = match name.kind {
        Kind::Operator => String::new(),
        Kind::InPrograms => format!("`{}` in saved programs, ", name.op),
        Kind::Function => format!("`{}`, ", name.op),
    };
    let kind = if name.kind == Kind::Operator { SymbolKind::FUNCTION } else { SymbolKind::METHOD };
    Some(SymbolInformation {
        name: name.text.clone(),
        kind,
        tags: None,
        deprecated: None,
        location: view.location(view.registry().name_span(id))?,
        container_name: Some(format!("{of}{} operators", view.op(id).home.family().name())),
    })
}
