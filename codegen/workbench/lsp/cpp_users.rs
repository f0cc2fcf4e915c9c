//! References from C++ files: the operators that use a function.

use std::path::Path;
use std::sync::Arc;

use kernels::index::Index;
use lsp_types::{Location, TextDocumentPositionParams};
use source::files;

use crate::cursor;
use crate::mentions::{Mention, Role, Symbol};
use crate::position::Lines;
use crate::state::State;
use crate::uri;
use crate::view::View;

/// Where operators use the function at a position in a C++ file. `None` if the file is not one that was read.
pub fn users(state: &mut State, at: &TextDocumentPositionParams) -> Option<Vec<Location>> {
    let path = uri::to_path(&at.text_document.uri)?;
    let text = text_of(state, &path)?;
    let offset = Lines::of(&text).offset(&text, at.position, state.projects.encoding);
    let name = text.get(cursor::word(&text, offset))?.to_owned();
    let mut found = None;
    for root in state.projects.roots() {
        let Some(view) = state.projects.view(&root, &state.documents) else { continue };
        let Some(index) = state.cpp.of(&view).filter(|index| path.starts_with(index.root())) else { continue };
        found.get_or_insert_with(Vec::new).extend(users_in(&view, &index, &name));
    }
    found
}

fn text_of(state: &State, path: &Path) -> Option<Arc<str>> {
    if let Some(document) = state.documents.at(path) {
        return Some(Arc::clone(&document.text));
    }
    Some(String::from_utf8_lossy(&files::read(path).ok()?).into())
}

fn users_in(view: &View, index: &Index, function: &str) -> Vec<Location> {
    let Some(settings) = &view.profile().cpp_sources else { return Vec::new() };
    let name = || function.to_owned();
    let symbols =
        [Symbol::InferMeta(name()), Symbol::SpmdRule(name()), Symbol::KernelType(name()), Symbol::Kernel(name())];
    let kernels = kernels::kernels_of(index, settings, function).into_iter().map(Symbol::Kernel);
    let is_use = |mention: &Mention| mention.role != Role::Definition;
    let mentions = symbols.into_iter().chain(kernels).flat_map(|symbol| view.mentions_of(&symbol));
    mentions.filter(is_use).filter_map(|mention| view.location(mention.span)).collect()
}
