//! Edits of a project's files, as edits of the protocol.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{
    CreateFile, DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, ResourceOp,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use source::editor::block_start;
use source::{Edit, FileId, Span, Spanned};

use crate::capabilities::Client;
use crate::documents::Documents;
use crate::located::Located;
use crate::uri;
use crate::view::View;

/// The edits in the form that the client supports. `None` if one of them is not in a file.
pub fn workspace_edit(
    view: &impl Located,
    documents: &Documents,
    client: Client,
    edits: &[Edit],
) -> Option<WorkspaceEdit> {
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

/// An edit that creates a file. Clients that do not say that they can create files insert the text into a file that does not exist
/// yet: they open an empty document for it.
pub fn new_file(client: Client, uri: Uri, text: String) -> WorkspaceEdit {
    let start = lsp_types::Position::new(0, 0);
    let insertion = TextEdit::new(lsp_types::Range::new(start, start), text);
    if !client.document_changes {
        // The protocol's type has this map.
        #[allow(clippy::mutable_key_type)]
        let changes = [(uri, vec![insertion])].into_iter().collect();
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let edit = document_edit(uri.clone(), None, vec![insertion]);
    let document_changes = if client.creates_files {
        let create = ResourceOp::Create(CreateFile { uri, options: None, annotation_id: None });
        DocumentChanges::Operations(vec![DocumentChangeOperation::Op(create), DocumentChangeOperation::Edit(edit)])
    } else {
        DocumentChanges::Edits(vec![edit])
    };
    WorkspaceEdit { document_changes: Some(document_changes), ..WorkspaceEdit::default() }
}

/// Both edits in one. Both must have been made for the same client, and must not change the same file.
pub fn joined(new_file: WorkspaceEdit, edit: WorkspaceEdit) -> WorkspaceEdit {
    let changes = match (new_file.changes, edit.changes) {
        (Some(first), Some(second)) => Some(first.into_iter().chain(second).collect()),
        (first, second) => first.or(second),
    };
    let document_changes = match (new_file.document_changes, edit.document_changes) {
        (Some(DocumentChanges::Edits(first)), Some(DocumentChanges::Edits(second))) => {
            Some(DocumentChanges::Edits([first, second].concat()))
        }
        (Some(first), Some(second)) => {
            Some(DocumentChanges::Operations([operations(first), operations(second)].concat()))
        }
        (first, second) => first.or(second),
    };
    WorkspaceEdit { changes, document_changes, ..WorkspaceEdit::default() }
}

fn operations(changes: DocumentChanges) -> Vec<DocumentChangeOperation> {
    match changes {
        DocumentChanges::Edits(edits) => edits.into_iter().map(DocumentChangeOperation::Edit).collect(),
        DocumentChanges::Operations(operations) => operations,
    }
}

/// The texts of the files that edits change, after the edits, which are in order.
///
/// # Errors
/// The edits overlap, or one of them is not in a file.
pub fn texts_after(view: &impl Located, edits: &[Edit]) -> Result<BTreeMap<PathBuf, Arc<str>>, String> {
    let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    for edit in edits {
        by_file.entry(edit.span.file).or_default().push(edit.clone());
    }
    let mut texts = BTreeMap::new();
    for (file, edits) in &by_file {
        let path = view.path(*file).ok_or("a name is in something that is not a file")?;
        if !edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start) {
            return Err("two changes would overlap".to_owned());
        }
        texts.insert(path.to_owned(), applied(view.text(*file), edits).into());
    }
    Ok(texts)
}

/// A text after edits, which are in order and do not overlap.
pub fn applied(text: &str, edits: &[Edit]) -> String {
    let mut edited = String::with_capacity(text.len());
    let mut rest = 0;
    for edit in edits {
        edited += &text[rest..edit.span.start as usize];
        edited += &edit.text;
        rest = edit.span.end as usize;
    }
    edited + &text[rest..]
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
