//! Edits of a project's files, as edits of the protocol.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_types::{
    CreateFile, DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, ResourceOp,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use source::editor::block_start;
use source::{Edit, FileId, Span, Spanned};

use crate::capabilities::Client;
use crate::documents::Documents;
use crate::uri;
use crate::view::View;

/// The edits in the form that the client supports. `None` if one of them is not in a file.
pub fn workspace_edit(view: &View, documents: &Documents, client: Client, edits: &[Edit]) -> Option<WorkspaceEdit> {
    let mut by_path: BTreeMap<PathBuf, Vec<TextEdit>> = BTreeMap::new();
    for edit in edits {
        let path = view.path(edit.span.file)?.to_owned();
        by_path.entry(path).or_default().push(TextEdit::new(view.range(edit.span), edit.text.clone()));
    }
    let by_uri = by_path.into_iter().map(|(path, edits)| {
        let document = documents.at(&path);
        let uri = document.map_or_else(|| uri::of_path(&path), |document| Some(document.uri.clone()))?;
        Some((uri, document.map(|document| document.version), edits))
    });
    let by_uri = by_uri.collect::<Option<Vec<_>>>()?;
    if client.document_changes {
        let changes = by_uri.into_iter().map(|(uri, version, edits)| document_edit(uri, version, edits)).collect();
        let document_changes = Some(DocumentChanges::Edits(changes));
        return Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() });
    }
    // The protocol's type has this map.
    #[allow(clippy::mutable_key_type)]
    let changes = by_uri.into_iter().map(|(uri, _, edits)| (uri, edits)).collect();
    Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

fn document_edit(uri: Uri, version: Option<i32>, edits: Vec<TextEdit>) -> TextDocumentEdit {
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
    TextDocumentEdit { text_document, edits: edits.into_iter().map(OneOf::Left).collect() }
}

/// An edit that creates a file. `None` if the client does not support that.
pub fn new_file(client: Client, uri: Uri, text: String) -> Option<WorkspaceEdit> {
    if !client.creates_files || !client.document_changes {
        return None;
    }
    let create = ResourceOp::Create(CreateFile { uri: uri.clone(), options: None, annotation_id: None });
    let start = lsp_types::Position::new(0, 0);
    let edit = document_edit(uri, None, vec![TextEdit::new(lsp_types::Range::new(start, start), text)]);
    let operations = vec![DocumentChangeOperation::Op(create), DocumentChangeOperation::Edit(edit)];
    Some(WorkspaceEdit { document_changes: Some(DocumentChanges::Operations(operations)), ..WorkspaceEdit::default() })
}

/// Both edits in one. `None` if the first is not in the form that creating files requires.
pub fn joined(edit: WorkspaceEdit, new_file: WorkspaceEdit) -> Option<WorkspaceEdit> {
    let (Some(DocumentChanges::Edits(edits)), Some(DocumentChanges::Operations(mut operations))) =
        (edit.document_changes, new_file.document_changes)
    else {
        return None;
    };
    operations.extend(edits.into_iter().map(DocumentChangeOperation::Edit));
    Some(WorkspaceEdit { document_changes: Some(DocumentChanges::Operations(operations)), ..WorkspaceEdit::default() })
}

/// A text after edits, which are in order and do not overlap.
pub fn applied(text: &str, edits: &[Edit]) -> String {
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    text
}

/// An edit that inserts an entry after the last one whose name is less.
pub fn new_entry(view: &View, file: FileId, names: &[&Spanned<String>], name: &str, entry: &str) -> Edit {
    let text = view.text(file);
    let before = names.iter().rposition(|other| other.value.as_str() < name);
    let next = names.get(before.map_or(0, |before| before + 1));
    let at = next.map_or(text.len(), |next| block_start(text, next.span.start as usize));
    let end = if at == text.len() { "" } else { "\n" };
    let start = match &text[..at] {
        before if before.is_empty() || before.ends_with("\n\n") => "",
        before if before.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    Edit { span: Span::new(file, at, at), text: format!("{start}{}\n{end}", entry.trim_end()) }
}
