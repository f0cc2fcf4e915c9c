//! Completion in comments such as `# opgen: allow(W0602) the reason`.

use lsp_types::CompletionItemKind as Kind;
use source::{Catalogue, Diagnostic, FileId, Rule};

use super::items::Items;
use crate::cursor;
use crate::offer::Offer;
use crate::rule_comments::{MARK, comment_before};

/// A cursor in a comment.
pub struct Comment<'a> {
    pub text: &'a str,
    pub file: FileId,
    pub offset: usize,
    /// The rules of the project.
    pub catalogue: Catalogue,
    /// What is known to be wrong in it.
    pub findings: Vec<&'a Diagnostic>,
}

impl Comment<'_> {
    /// Offers the comment, or the code in it. Rules with findings in the same entry come first.
    pub fn offer(&self, has_snippets: bool, items: &mut Items) {
        let Some(comment) = comment_before(self.text, self.offset) else { return };
        match comment.strip_prefix(MARK).map(str::trim_start) {
            Some(allow) if allow.contains(')') => {}
            Some(allow) if allow.contains('(') => self.codes(items),
            Some(_) => form("allow", "", has_snippets, items),
            None if MARK.starts_with(comment) => form(MARK, "opgen: ", has_snippets, items),
            None => {}
        }
    }

    fn codes(&self, items: &mut Items) {
        let entry = cursor::entry(self.text, self.offset);
        // The comment may stand above the entry.
        let next = cursor::entry(self.text, entry.end.min(self.text.len()));
        let is_near = |start: u32| entry.contains(&(start as usize)) || next.contains(&(start as usize));
        let here = self.findings.iter().filter(|found| found.span.file == self.file && is_near(found.span.start));
        let near: Vec<Rule> = here.map(|found| found.rule).collect();
        for rule in self.catalogue.all().into_iter().filter(|rule| rule.can_be_allowed()) {
            items.add(Offer {
                detail: Some(rule.title().to_owned()),
                documentation: Some(rule.prose().to_owned()),
                rank: u8::from(!near.contains(&rule)),
                ..Offer::new(rule.code(), Kind::ENUM_MEMBER)
            });
        }
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
