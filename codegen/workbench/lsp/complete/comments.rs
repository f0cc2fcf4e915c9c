//! Completion in comments such as `# opgen: allow(W0602) the reason`.

use lsp_types::CompletionItemKind as Kind;
use source::Rule;

use super::items::Items;
use crate::cursor;
use crate::offer::Offer;
use crate::rule_comments::{MARK, comment_before};
use crate::view::{FileOffset, View};

/// Offers the comment, or the code in it. Rules with findings in the same entry come first.
pub fn offer(place: FileOffset, has_snippets: bool, items: &mut Items) {
    let FileOffset { view, file, offset } = place;
    let Some(comment) = comment_before(view.text(file), offset) else { return };
    match comment.strip_prefix(MARK).map(str::trim_start) {
        Some(allow) if allow.contains(')') => {}
        Some(allow) if allow.contains('(') => codes(view, place, items),
        Some(_) => form("allow", "", has_snippets, items),
        None if MARK.starts_with(comment) => form(MARK, "opgen: ", has_snippets, items),
        None => {}
    }
}

fn form(label: &str, start: &str, is_snippet: bool, items: &mut Items) {
    let insert = if is_snippet { "allow(${1:CODE}) ${0:the reason}" } else { "allow(" };
    items.add(Offer {
        insert: format!("{start}{insert}"),
        is_snippet,
        detail: Some("allow a rule in this entry".to_owned()),
        ..Offer::new(label, Kind::KEYWORD)
    });
}

fn codes(view: &View, place: FileOffset, items: &mut Items) {
    let entry = cursor::entry(view.text(place.file), place.offset);
    // The comment may stand above the entry.
    let next = cursor::entry(view.text(place.file), entry.end.min(view.text(place.file).len()));
    let findings = view.known_findings().map_or(Vec::new(), source::Diagnostics::sorted);
    let is_near = |start: u32| entry.contains(&(start as usize)) || next.contains(&(start as usize));
    let near = findings.into_iter().filter(|found| found.span.file == place.file && is_near(found.span.start));
    let near: Vec<Rule> = near.map(|found| found.rule).collect();
    for rule in view.project().program.catalogue.all().into_iter().filter(|rule| rule.can_be_allowed()) {
        items.add(Offer {
            detail: Some(rule.title().to_owned()),
            documentation: Some(rule.prose().to_owned()),
            rank: u8::from(!near.contains(&rule)),
            ..Offer::new(rule.code(), Kind::ENUM_MEMBER)
        });
    }
}
