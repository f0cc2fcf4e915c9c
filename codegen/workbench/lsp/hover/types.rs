//! Types of arguments and outputs.

use std::ops::Range;

use spec::type_about;

use crate::cursor::{Context, Cursor};
use crate::view::FileOffset;

/// The keys whose values contain types.
const TYPED: [&str; 5] = ["args", "output", "forward", "extra_args", "attrs"];

/// The description of the type at an offset, and its range.
pub fn at(place: FileOffset) -> Option<(String, Range<usize>)> {
    let FileOffset { view, file, offset } = place;
    let text = view.text(file);
    let cursor = Cursor::at(text, offset);
    let Context::Value { .. } = cursor.context else { return None };
    if !cursor.path.last().is_some_and(|key| TYPED.contains(key)) {
        return None;
    }
    let word = cursor.word;
    let behind = &text[word.end..];
    let list = if behind.starts_with("[]") { "[]".len() } else { 0 };
    // `Scalar(int)`, but not `Tensor(out)`.
    let inner = behind.strip_prefix('(').and_then(|rest| rest.find(')')).map(|end| end + 2);
    let ends = [inner.unwrap_or(list), list];
    ends.into_iter().map(|length| word.start..word.end + length).find_map(|range| {
        let name = &text[range.clone()];
        Some((format!("`{name}`: {}", type_about(name)?), range))
    })
}
