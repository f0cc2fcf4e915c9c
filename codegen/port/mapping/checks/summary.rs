//! Compares the kind of mapping with the text between the signatures and the table.

use source::{Diagnostic, Span};

use super::Report;
use crate::format::Kind;
use crate::{Document, rules};

/// Phrases that are typical for documents of a kind, without blanks.
const PHRASES: [(&str, Kind); 8] = [
    ("无参数", Kind::NoArguments),
    ("参数完全一致", Kind::Same),
    ("仅参数名不一致", Kind::OtherNames),
    ("参数默认值不一致", Kind::OtherDefaults),
    ("paddle相比pytorch支持更多其他参数", Kind::TargetHasMore),
    ("paddle相比torch支持更多其他参数", Kind::TargetHasMore),
    ("pytorch相比paddle支持更多其他参数", Kind::SourceHasMore),
    ("torch相比paddle支持更多其他参数", Kind::SourceHasMore),
];

/// Reports a kind of mapping if the text speaks of another. A text that speaks of several is ignored.
pub(super) fn check(document: &Document, report: &mut Report) {
    let (Some(kind), Some(summary)) = (&document.kind, &document.summary) else { return };
    let text: String =
        summary.value.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect();
    let mut said: Vec<Kind> =
        PHRASES.iter().filter(|(phrase, _)| text.contains(phrase)).map(|(_, kind)| *kind).collect();
    said.dedup();
    if let [said] = said.as_slice()
        && *said != kind.value
    {
        let message = format!("the kind is `{}`, but the document speaks of `{}`", kind.value.name(), said.name());
        let problem = Diagnostic::new(rules::OTHER_KIND_SAID, kind.span, message);
        report(problem.label(first_line(&summary.value, summary.span), "what it says"));
    }
}

/// The first line of a text that is not empty.
fn first_line(text: &str, span: Span) -> Span {
    let start = text.len() - text.trim_start().len();
    let length = text[start..].find('\n').unwrap_or(text.len() - start);
    let at = |offset: usize| span.start + offset as u32;
    Span { start: at(start), end: at(start + length), ..span }
}
