//! Renames what a name means wherever it is written.

use std::collections::BTreeSet;

use lsp_types::{PrepareRenameResponse, WorkspaceEdit};
use project::assistance::{Mention, Rename, Symbol};
use source::read::Unsaved;
use source::{Diagnostic, Edit, FileId, Level};

use crate::described::DescribedView;
use crate::edits;
use crate::located::Located;
use crate::state::{Refusal, State};

/// The name that would be renamed.
///
/// # Errors
/// If nothing there can be renamed.
pub fn prepare(view: &DescribedView, file: FileId, offset: usize) -> Result<PrepareRenameResponse, Refusal> {
    let mention = renamable(view, file, offset)?;
    let placeholder = mention.symbol.name.clone();
    Ok(PrepareRenameResponse::RangeWithPlaceholder { range: view.range(mention.span), placeholder })
}

/// The edits of a rename.
///
/// # Errors
/// If the name cannot be renamed, or the project would have new errors.
pub fn rename(
    state: &State,
    view: &DescribedView,
    file: FileId,
    offset: usize,
    new: &str,
) -> Result<WorkspaceEdit, Refusal> {
    let symbol = renamable(view, file, offset)?.symbol.clone();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    if new.is_empty() {
        return Err("the new name is empty".to_owned());
    }
    if !new.chars().all(is_part) {
        return Err(format!("`{new}` is not a name"));
    }
    if let Some(taken) = taken(view, &symbol, new) {
        return Err(taken);
    }
    let wanted = Rename { symbol, new: new.to_owned() };
    let mut changes = edits_of(view, &wanted)?;
    for further in view.project.renames(&wanted) {
        changes.extend(edits_of(view, &further)?);
    }
    changes.sort();
    refuse_errors(state, view, &changes)?;
    edits::workspace_edit(view, &state.documents, state.client, &changes)
        .ok_or_else(|| "a name is in something that is not a file".to_owned())
}

/// Says where something has the new name already.
fn taken(view: &DescribedView, symbol: &Symbol, new: &str) -> Option<String> {
    let is_taken = |mention: &&Mention| {
        mention.is_definition && mention.symbol.kind == symbol.kind && mention.symbol.name == new && new != symbol.name
    };
    let definition = view.mentions().iter().find(is_taken)?;
    let sources = &view.project.sources;
    let (name, line) = (sources.file(definition.span.file).name(), sources.region(definition.span).line);
    Some(format!("`{new}` is taken: {name}:{line}"))
}

/// The edits wherever a name is written.
fn edits_of(view: &DescribedView, Rename { symbol, new }: &Rename) -> Result<Vec<Edit>, Refusal> {
    let edit = |Mention { span, .. }: &Mention| {
        if view.slice(*span) == symbol.name {
            return Ok(Edit { span: *span, text: new.clone() });
        }
        let (sources, written) = (&view.project.sources, view.slice(*span));
        let (name, line) = (sources.file(span.file).name(), sources.region(*span).line);
        Err(format!("{name}:{line} names `{}` in another way: `{written}`", symbol.name))
    };
    view.mentions_of(symbol).map(edit).collect()
}

fn renamable(view: &DescribedView, file: FileId, offset: usize) -> Result<&Mention, Refusal> {
    let mention = view.mention(file, offset).ok_or("there is no name here that can be renamed")?;
    let symbol = &mention.symbol;
    if let Some(reason) = view.project.fixed_because(symbol) {
        return Err(reason);
    }
    match view.mentions_of(symbol).any(|mention| mention.is_definition) {
        true => Ok(mention),
        false => Err(format!("no file of the project defines the {} `{}`", symbol.kind, symbol.name)),
    }
}

/// Refuses a rename after which there are errors that there were not before.
fn refuse_errors(state: &State, view: &DescribedView, changes: &[Edit]) -> Result<(), Refusal> {
    let mut texts = state.documents.texts();
    texts.extend(edits::texts_after(view, changes)?);
    let Some(after) = state.described.with_texts(&view.root, Unsaved::new(texts)) else { return Ok(()) };
    let before: BTreeSet<&str> = errors(view).map(|found| found.message.as_str()).collect();
    match errors(&after).find(|found| !before.contains(found.message.as_str())) {
        Some(new) => Err(format!("then {}", new.message)),
        None => Ok(()),
    }
}

fn errors(view: &DescribedView) -> impl Iterator<Item = &Diagnostic> {
    view.project.diagnostics.sorted().into_iter().filter(|found| found.level == Level::Error)
}
