//! Edits that the client shows before it makes them.

use lsp_types::{
    AnnotatedTextEdit, ChangeAnnotation, DocumentChangeOperation, DocumentChanges, OneOf, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};

use crate::capabilities::Client;

const NAMES: &str = "names";
const KEPT: &str = "kept";

/// The edit of a rename with its changes in two groups: new names, and what is added so that saved programs and settings stay as
/// they are. The client asks before it changes more than one file.
pub fn of_rename(edit: WorkspaceEdit, new: &str, client: Client) -> WorkspaceEdit {
    if !client.change_annotations {
        return edit;
    }
    let (number, changes) = match edit.document_changes {
        Some(DocumentChanges::Edits(documents)) => {
            (documents.len(), DocumentChanges::Edits(documents.into_iter().map(annotated).collect()))
        }
        Some(DocumentChanges::Operations(operations)) => {
            let annotated = |operation| match operation {
                DocumentChangeOperation::Edit(document) => DocumentChangeOperation::Edit(annotated(document)),
                DocumentChangeOperation::Op(operation) => DocumentChangeOperation::Op(operation),
            };
            (operations.len(), DocumentChanges::Operations(operations.into_iter().map(annotated).collect()))
        }
        None => return edit,
    };
    let needs_confirmation = Some(number > 1);
    let annotation = |label: String| ChangeAnnotation { label, needs_confirmation, description: None };
    let annotations = [
        (NAMES.to_owned(), annotation(format!("Rename to `{new}`"))),
        (KEPT.to_owned(), annotation("Keep saved programs and settings working".to_owned())),
    ];
    WorkspaceEdit {
        document_changes: Some(changes),
        change_annotations: Some(annotations.into_iter().collect()),
        ..edit
    }
}

fn annotated(document: TextDocumentEdit) -> TextDocumentEdit {
    let annotated = |edit| match edit {
        OneOf::Left(text_edit) => {
            let annotation_id = if is_insertion(&text_edit) { KEPT } else { NAMES }.to_owned();
            OneOf::Right(AnnotatedTextEdit { text_edit, annotation_id })
        }
        OneOf::Right(edit) => OneOf::Right(edit),
    };
    TextDocumentEdit { edits: document.edits.into_iter().map(annotated).collect(), ..document }
}

fn is_insertion(edit: &TextEdit) -> bool {
    edit.range.start == edit.range.end
}
