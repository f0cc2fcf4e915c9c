//! The messages that tell the client what a check has found.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_server::{Message, Request, RequestId};
use lsp_types::{
    Diagnostic, DocumentDiagnosticParams, DocumentDiagnosticReport, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};
use serde_json::Value;
use source::FileId;

use crate::diagnostics;
use crate::state::State;
use crate::view::View;

/// A request to the client whose answer is ignored.
pub fn request(method: &str, params: impl serde::Serialize) -> Message {
    let id = RequestId::from(format!("opgen:{method}"));
    Request::new(id, method.to_owned(), params).into()
}

/// The findings of a project, and requests to ask for everything else again. Empty if the view is no longer current.
pub fn messages(state: &mut State, view: &Arc<View>) -> Vec<Message> {
    if !state.projects.is_current(view) {
        return Vec::new();
    }
    let mut found = diagnostics::all(view, state.client, &state.pages);
    let is_outdated = state.client.pulls_diagnostics && remove_pulled(state, view, &mut found);
    let mut messages = publications(state, view, found);
    let client = state.client;
    let refreshed = [
        (client.refreshes_diagnostics && is_outdated, "workspace/diagnostic/refresh"),
        (client.refreshes_hints, "workspace/inlayHint/refresh"),
        (client.refreshes_lenses, "workspace/codeLens/refresh"),
        (client.refreshes_tokens, "workspace/semanticTokens/refresh"),
    ];
    let wanted = refreshed.into_iter().filter(|(is_wanted, _)| *is_wanted);
    messages.extend(wanted.map(|(_, method)| request(method, Value::Null)));
    messages
}

/// Removes the findings in open files, which the client asks for. Returns whether its last answer about one of them was another.
fn remove_pulled(state: &State, view: &View, found: &mut BTreeMap<PathBuf, Vec<Diagnostic>>) -> bool {
    let open = state.documents.iter().filter_map(|document| document.path.as_deref());
    let mut is_outdated = false;
    for path in open.filter(|path| view.file(path).is_some()) {
        let found = found.remove(path).unwrap_or_default();
        is_outdated |= state.pulled.get(path).is_some_and(|id| *id != result_id(&found));
    }
    is_outdated
}

fn publications(state: &mut State, view: &View, mut found: BTreeMap<PathBuf, Vec<Diagnostic>>) -> Vec<Message> {
    let Some(project) = state.projects.get_mut(&view.root) else { return Vec::new() };
    // Open files, and files that had findings before, are sent an empty list.
    let open = state.documents.iter().filter(|_| !state.client.pulls_diagnostics);
    let open = open.filter_map(|document| document.path.clone()).filter(|path| view.file(path).is_some());
    for path in open.chain(project.reported.iter().cloned()).collect::<Vec<_>>() {
        found.entry(path).or_default();
    }
    project.reported = found.iter().filter(|(_, these)| !these.is_empty()).map(|(path, _)| path.clone()).collect();
    let publication =
        |(path, these): (PathBuf, Vec<Diagnostic>)| diagnostics::publication(&path, these, &state.documents);
    found.into_iter().filter_map(publication).collect()
}

/// The findings in a file, for clients that ask for them. Checks the project's YAML if necessary; C++ is checked later.
pub fn pulled(
    state: &mut State,
    view: &View,
    file: FileId,
    params: &DocumentDiagnosticParams,
) -> DocumentDiagnosticReport {
    if view.known_findings().is_none() {
        view.findings();
    }
    let path = view.path(file).map(Path::to_owned).unwrap_or_default();
    let items = diagnostics::all(view, state.client, &state.pages).remove(&path).unwrap_or_default();
    report(state, path, items, params)
}

/// The report with the findings in a file, unless it is the one that the client has already.
pub fn report(
    state: &mut State,
    path: PathBuf,
    items: Vec<Diagnostic>,
    params: &DocumentDiagnosticParams,
) -> DocumentDiagnosticReport {
    let result_id = result_id(&items);
    state.pulled.insert(path, result_id.clone());
    if params.previous_result_id.as_ref() == Some(&result_id) {
        let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id };
        let related_documents = None;
        return RelatedUnchangedDocumentDiagnosticReport { related_documents, unchanged_document_diagnostic_report }
            .into();
    }
    full(Some(result_id), items)
}

/// The report for a document that belongs to no project.
pub fn nothing_pulled() -> DocumentDiagnosticReport {
    full(None, Vec::new())
}

fn full(result_id: Option<String>, items: Vec<Diagnostic>) -> DocumentDiagnosticReport {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id, items };
    RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report }.into()
}

/// A text that changes with the findings.
fn result_id(found: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(found).unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
