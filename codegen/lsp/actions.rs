//! Code actions: the fixes of findings, and the entries of `op_version` that changes need.

use std::sync::Arc;

use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, WorkspaceEdit};
use source::{Editor, FileId};

use crate::cursor;
use crate::diagnostics;
use crate::edits::{new_file, workspace_edit};
use crate::state::State;
use crate::uri;
use crate::versions::{self, EntryEdit};
use crate::view::View;

/// The actions for a part of a file.
pub fn actions(state: &State, view: &Arc<View>, file: FileId, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let wanted = params.context.only.as_ref();
    let is_wanted = wanted
        .is_none_or(|kinds| kinds.iter().any(|kind| CodeActionKind::QUICKFIX.as_str().starts_with(kind.as_str())));
    if !is_wanted {
        return Vec::new();
    }
    let part = view.offset(file, params.range.start)..=view.offset(file, params.range.end);
    let fixes = fixes(state, view, file, *part.start() as u32, *part.end() as u32);
    let entry = version_entry(state, view, file, *part.start());
    fixes.into_iter().chain(entry).map(CodeActionOrCommand::CodeAction).collect()
}

fn fixes(state: &State, view: &View, file: FileId, start: u32, end: u32) -> Vec<CodeAction> {
    let editor = Editor::new(&view.project().sources);
    let findings = view.findings().sorted().into_iter();
    let here = findings.filter(|found| found.span.file == file && found.span.start <= end && start <= found.span.end);
    let action = |found: &source::Diagnostic| {
        let title = capitalised(&found.fix.as_ref()?.title);
        let edit = workspace_edit(view, &state.documents, state.client, &editor.edits(found)?)?;
        Some(CodeAction {
            diagnostics: Some(vec![diagnostics::of(view, found, state.client)]),
            is_preferred: Some(true),
            ..action(title, edit)
        })
    };
    here.filter_map(action).collect()
}

fn action(title: String, edit: WorkspaceEdit) -> CodeAction {
    CodeAction { title, kind: Some(CodeActionKind::QUICKFIX), edit: Some(edit), ..CodeAction::default() }
}

fn capitalised(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// An action that writes the entry of `op_version` that `opgen diff` proposes for the operator at an offset.
fn version_entry(state: &State, view: &View, file: FileId, offset: usize) -> Option<CodeAction> {
    let entry = cursor::entry(view.text(file), offset);
    let (_, op) = view.op_in(file, &entry)?;
    let missing = state.committed.missing(view, &op.name.value)?;
    let title =
        format!("Write the entry of `{}` in `op_version` that the changes since the last commit need", missing.op);
    let edit = match versions::entry_edit(view, &missing) {
        EntryEdit::Edit(edit) => workspace_edit(view, &state.documents, state.client, &[edit])?,
        EntryEdit::NewFile(path, text) => new_file(state.client, uri::of_path(&path)?, text)?,
    };
    Some(action(title, edit))
}
