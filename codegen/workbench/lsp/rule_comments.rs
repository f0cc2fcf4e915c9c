//! Comments such as `# opgen: allow(W0602) the reason`.

use std::ops::Range;

use source::{Rule, lines};

use crate::cursor;
use crate::view::FileOffset;

/// The word with which a comment for opgen begins.
pub const MARK: &str = "opgen:";

/// A comment up to an offset, without its `#`. `None` if the offset is not in a comment.
pub fn comment_before(text: &str, offset: usize) -> Option<&str> {
    let line = &text[lines::start(text, offset)..offset];
    let begins = |at: &usize| *at == 0 || line[..*at].ends_with([' ', '\t']);
    let start = line.match_indices('#').map(|(at, _)| at).find(begins)?;
    Some(line[start..].trim_start_matches(['#', ' ', '\t']))
}

/// The rule whose code is at an offset in a comment, and the range of the code.
pub fn rule_at(place: FileOffset) -> Option<(Rule, Range<usize>)> {
    let text = place.view.text(place.file);
    let word = cursor::word(text, place.offset);
    let comment = comment_before(text, word.start)?;
    comment
        .starts_with(MARK)
        .then(|| place.view.project().program.catalogue.of_code(&text[word.clone()]))?
        .map(|rule| (rule, word))
}
