//! Formatting: what `opgen fmt` does to a file, or to a part of it.

use layout::Replacement;
use lsp_types::{Range, TextEdit};
use source::{FileId, Span};
use spec::keys;

use crate::described::DescribedView;
use crate::located::Located;
use crate::view::View;

/// The edits that format a file. `None` if it has no entries.
pub fn document(view: &View, file: FileId) -> Option<Vec<TextEdit>> {
    edits(view, file, |_| true)
}

/// The edits that format the entries in a part of a file.
pub fn range(view: &View, file: FileId, range: Range) -> Option<Vec<TextEdit>> {
    let (start, end) = (view.offset(file, range.start), view.offset(file, range.end));
    edits(view, file, |edit| edit.range.start <= end && start <= edit.range.end)
}

/// The edits that format a file of a framework that describes its operators, or those in a part of it.
pub fn described(view: &DescribedView, file: FileId, part: Option<Range>) -> Option<Vec<TextEdit>> {
    let kind = view.kind(file)?;
    let leading = view.leading_keys.get(kind)?;
    let part = part.map(|part| (view.offset(file, part.start), view.offset(file, part.end)));
    let is_wanted =
        |edit: &Replacement| part.is_none_or(|(start, end)| edit.range.start <= end && start <= edit.range.end);
    let replacements = layout::replacements(view.text(file), leading).into_iter().filter(is_wanted);
    let span = |range: std::ops::Range<usize>| Span::new(file, range.start, range.end);
    Some(replacements.map(|Replacement { range, text }| TextEdit::new(view.range(span(range)), text)).collect())
}

fn edits(view: &View, file: FileId, is_wanted: impl Fn(&Replacement) -> bool) -> Option<Vec<TextEdit>> {
    let leading = keys::leading(view.holds(file)?);
    let replacements = layout::replacements(view.text(file), leading).into_iter().filter(is_wanted);
    let edit = |Replacement { range, text }| TextEdit::new(view.range_of_bytes(file, range), text);
    Some(replacements.map(edit).collect())
}
