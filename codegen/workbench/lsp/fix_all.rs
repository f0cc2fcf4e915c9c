//! All fixes of a file at once.

use std::collections::BTreeSet;

use source::{Diagnostic, Edit, Editor, FileId};

use crate::view::View;

/// The edits of the fixes of a file's findings, and the number of findings that they fix. A fix that overlaps an earlier one, or
/// that also changes another file, is left out.
pub fn edits(view: &View, file: FileId, editor: &Editor) -> (Vec<Edit>, usize) {
    let mut chosen: BTreeSet<Edit> = BTreeSet::new();
    let mut number = 0;
    let findings = view.findings().sorted().into_iter();
    for finding in findings.filter(|found| found.span.file == file && is_certain(found)) {
        let Some(edits) = editor.edits(finding) else { continue };
        let fits = |edit: &Edit| edit.span.file == file && near(&chosen, edit).all(|other| is_apart(edit, other));
        if edits.iter().all(|edit| fits(edit) || chosen.contains(edit)) {
            chosen.extend(edits);
            number += 1;
        }
    }
    (chosen.into_iter().collect(), number)
}

/// The edits around another one. Edits that are further away are apart from it, because the chosen ones do not overlap. An edit may
/// touch two others of one fix.
fn near<'a>(chosen: &'a BTreeSet<Edit>, edit: &Edit) -> impl Iterator<Item = &'a Edit> + use<'a> {
    chosen.range(..edit).rev().take(2).chain(chosen.range(edit..).take(2))
}

/// Whether nobody needs to look at a fix before it is made.
fn is_certain(finding: &Diagnostic) -> bool {
    finding.fix.as_ref().is_some_and(|fix| fix.certain)
}

/// Whether two edits neither overlap nor insert at the same place.
fn is_apart(one: &Edit, other: &Edit) -> bool {
    one.span.end < other.span.start || other.span.end < one.span.start || {
        let touch = one.span.end == other.span.start || other.span.end == one.span.start;
        touch && one.span.start != other.span.start && one.span.end != other.span.end
    }
}
