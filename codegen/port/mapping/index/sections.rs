//! The sections of the index, and the table of contents that links to them.

use source::{Span, Spanned};

use super::command::Command;
use super::{Index, LineRole};
use crate::lines::Slice;

/// A heading of the index, with the tables below it.
#[derive(Debug)]
pub(super) struct Section {
    pub heading: Span,
    /// The anchor to which the table of contents links.
    pub anchor: Option<Spanned<String>>,
    /// The prefix of its APIs: `torch.nn` for `torch.nn.XX`.
    pub subject: Option<Spanned<String>>,
    pub headers: Vec<Span>,
    pub commands: usize,
}

impl Section {
    pub fn count(&mut self, role: &LineRole, span: Span) {
        match role {
            LineRole::Header => self.headers.push(span),
            LineRole::Command(_) | LineRole::Malformed => self.commands += 1,
            LineRole::Text => {}
        }
    }

    /// Whether a table belongs to this section, by its prefix.
    pub fn fits(&self, command: &Command) -> bool {
        match (command, &self.subject) {
            (Command::Table { prefix, .. }, Some(subject)) => prefix.value.trim_end_matches('.') == subject.value,
            _ => true,
        }
    }
}

/// Adds a section or an entry of the table of contents, if a line is one.
pub(super) fn note(index: &mut Index, line: Slice) {
    if line.text.starts_with("## ") {
        index.sections.push(Section {
            heading: line.span(),
            anchor: between(line, "id=\"", "\""),
            subject: subject(line),
            headers: Vec::new(),
            commands: 0,
        });
    } else if line.text.starts_with('|')
        && let Some(anchor) = between(line, "](#", ")")
    {
        index.contents.push(anchor);
    }
}

/// The prefix in a heading such as `torch.nn.XX`.
fn subject(line: Slice) -> Option<Spanned<String>> {
    let end = line.text.find(".XX ").or_else(|| line.text.find(".xx "))?;
    let before = line.sub(0, end);
    let start = before.text.rfind(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '.'));
    Some(before.from(start.map_or(0, |start| start + 1)).to_spanned())
}

fn between(line: Slice, open: &str, close: &str) -> Option<Spanned<String>> {
    let rest = line.from(line.text.find(open)? + open.len());
    Some(rest.sub(0, rest.text.find(close)?).to_spanned())
}
