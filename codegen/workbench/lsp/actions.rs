//! Code actions: the fixes of findings, comments that allow findings, all fixes of a file, the gradient of an operator, and the
//! entries of `op_version` that changes need.

use std::sync::Arc;

use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams};
use source::{Diagnostic, Edit, Editor, FileId, count};

use crate::edits::{new_file, workspace_edit};
use crate::state::State;
use crate::versions::{self, EntryEdit};
use crate::view::View;
use crate::{allow, cursor, diagnostics, fix_all, gradient, uri};

/// The actions for a part of a file.
pub fn actions(state: &State, view: &Arc<View>, file: FileId, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let (start, end) = (view.offset(file, params.range.start), view.offset(file, params.range.end));
    let editor = Editor::new(&view.project().sources);
    let part = Part { state, view, file, editor, only: params.context.only.as_deref() };
    let mut found = Vec::new();
    if part.wants(&CodeActionKind::QUICKFIX) {
        let is_here = |found: &&Diagnostic| {
            found.span.file == file && found.span.start as usize <= end && start <= found.span.end as usize
        };
        let findings = view.known_findings().unwrap_or_else(|| view.findings());
        let here: Vec<&Diagnostic> = findings.sorted().into_iter().filter(is_here).collect();
        found.extend(here.iter().filter_map(|finding| part.fix(finding)));
        found.extend(part.version_entry(start));
        found.extend(here.iter().filter_map(|finding| part.allow(finding)));
    }
    found.extend(part.gradient(start));
    found.extend(part.fix_all());
    found.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// A part of a file for which a client asks for actions.
struct Part<'a> {
    state: &'a State,
    view: &'a View,
    file: FileId,
    editor: Editor<'a>,
    /// The kinds that the client asks for. `None` for all.
    only: Option<&'a [CodeActionKind]>,
}

impl Part<'_> {
    /// Whether the client asks for actions of a kind, or of one that it belongs to.
    fn wants(&self, kind: &CodeActionKind) -> bool {
        let includes = |wider: &CodeActionKind| {
            kind.as_str().strip_prefix(wider.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.only.is_none_or(|kinds| kinds.iter().any(includes))
    }

    fn action(&self, title: String, kind: CodeActionKind, edits: &[Edit]) -> Option<CodeAction> {
        let edit = workspace_edit(self.view, &self.state.documents, self.state.client, edits)?;
        Some(CodeAction { title, kind: Some(kind), edit: Some(edit), ..CodeAction::default() })
    }

    fn fix(&self, finding: &Diagnostic) -> Option<CodeAction> {
        let title = capitalised(&finding.fix.as_ref()?.title);
        let action = self.action(title, CodeActionKind::QUICKFIX, &self.editor.edits(finding)?)?;
        Some(CodeAction { is_preferred: Some(true), ..self.of_finding(finding, action) })
    }

    fn of_finding(&self, finding: &Diagnostic, action: CodeAction) -> CodeAction {
        let shown = diagnostics::of(self.view, finding, self.state.client, &self.state.pages);
        CodeAction { diagnostics: Some(vec![shown]), ..action }
    }

    fn allow(&self, finding: &Diagnostic) -> Option<CodeAction> {
        self.view.holds(finding.span.file)?;
        let entry = self.view.project().start_of_entry(finding.span)?;
        let edit = allow::edit(self.view.text(finding.span.file), entry, finding)?;
        let action = self.action(allow::title(finding), CodeActionKind::QUICKFIX, &[edit])?;
        Some(self.of_finding(finding, action))
    }

    fn fix_all(&self) -> Option<CodeAction> {
        if !self.wants(&CodeActionKind::SOURCE_FIX_ALL) {
            return None;
        }
        let (edits, number) = fix_all::edits(self.view, self.file, &self.editor);
        // Without a wish for this kind, one fix is offered where it is needed.
        let least = if self.only.is_some() { 1 } else { 2 };
        let title = format!("Fix {} in this file", count(number, "finding"));
        (number >= least).then(|| self.action(title, CodeActionKind::SOURCE_FIX_ALL, &edits)).flatten()
    }

    /// An action that writes the gradient of an operator whose name, or that of its gradient, is in the line at an offset, if
    /// no file defines it.
    fn gradient(&self, offset: usize) -> Option<CodeAction> {
        let kind = CodeActionKind::REFACTOR_REWRITE;
        if !self.wants(&kind) {
            return None;
        }
        let (id, op) = self.view.op_in(self.file, &cursor::entry(self.view.text(self.file), offset))?;
        let line = |offset: usize| self.view.lines(self.file).line_of(offset);
        let mut names = std::iter::once(&op.name).chain(&op.backward);
        names.find(|name| line(name.span.start as usize) == line(offset))?;
        let (name, edits) = gradient::edits(self.view, id)?;
        self.action(format!("Write the gradient `{name}`"), kind, &edits)
    }

    /// An action that writes the entry of `op_version` that `opgen diff` proposes for the operator at an offset.
    fn version_entry(&self, offset: usize) -> Option<CodeAction> {
        let entry = cursor::entry(self.view.text(self.file), offset);
        let (_, op) = self.view.op_in(self.file, &entry)?;
        let missing = self.state.committed.missing(self.view, &op.name.value)?;
        let title =
            format!("Write the entry of `{}` in `op_version` that the changes since the last commit need", missing.op);
        match versions::entry_edit(self.view, &missing) {
            EntryEdit::Edit(edit) => self.action(title, CodeActionKind::QUICKFIX, &[edit]),
            EntryEdit::NewFile(path, text) => {
                let edit = new_file(self.state.client, uri::of_path(&path)?, text);
                let kind = Some(CodeActionKind::QUICKFIX);
                Some(CodeAction { title, kind, edit: Some(edit), ..CodeAction::default() })
            }
        }
    }
}

fn capitalised(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
