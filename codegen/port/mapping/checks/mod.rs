//! The rules about a whole document, and about all documents together, with one file for each family.

mod arguments;
mod kinds;
pub(crate) mod link;
mod names;
mod summary;

use source::{Diagnostic, Diagnostics, FileId, Sources, Span};

use crate::Document;
use crate::rules;

/// Receives findings.
pub(crate) type Report<'a> = dyn FnMut(Diagnostic) + 'a;

type Family = fn(&Document, &mut Report);

const FAMILIES: &[Family] = &[names::check, link::check_document, arguments::check, kinds::check, summary::check];

/// Checks one document.
pub(crate) fn check(document: &Document, found: &mut Vec<Diagnostic>) {
    for family in FAMILIES {
        family(document, &mut |problem| found.push(problem));
    }
}

/// Compares all documents with each other. They are ordered by their APIs.
pub(crate) fn check_together(documents: &[Document], sources: &Sources, diagnostics: &mut Diagnostics) {
    names::check_together(documents, sources, diagnostics);
    link::check_together(documents, diagnostics);
}

/// The finding about a file that is not read because of its name.
pub(crate) fn not_read(file: FileId) -> Diagnostic {
    let message =
        "this document is not read, because its name does not begin with the library that the folder is about";
    Diagnostic::new(rules::NOT_READ, Span::start_of(file), message)
}
