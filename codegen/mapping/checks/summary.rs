//! The kind of mapping, compared with the sentence between the signatures and the table.

use source::Diagnostic;

use crate::{Document, rules};

pub(super) fn check(document: &Document, report: &mut dyn FnMut(Diagnostic)) {
    let _ = (document, report, rules::UNEXPLAINED);
}
