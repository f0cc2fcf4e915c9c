//! The sections of the index, and the contents at its top that lead to them.

use source::{Span, Spanned};

use super::command::Command;
use super::{Index, Role};
use crate::lines::Slice;

/// A heading of the index, with the tables below it.
#[derive(Debug)]
pub(super) struct Section {
    pub heading: Span,
    /// What contents call it.
    pub anchor: Option<Spanned<String>>,
    /// The APIs that it is about: `torch.nn` for `torch.nn.XX`.
    pub about: Option<Spanned<String>>,
    pub headers: Vec<Span>,
    pub commands: usize,
}

impl Section {
    pub fn count(&mut self, role: &Role, span: Span) {
        match role {
            Role::Header => self.headers.push(span),
            Role::Command(_) | Role::Malformed => self.commands += 1,
            Role::Text => {}
        }
    }

    /// Whether a table with this prefix belongs here.
    pub fn fits(&self, command: &Command) -> bool {
        match (command, &self.about) {
            (Command::Table { prefix, .. }, Some(about)) => prefix.value.trim_end_matches('.') == about.value,
            _ => true,
        }
    }
}

/// Notes a line that begins a section, or is an entry of the contents.
pub(super) fn note(index: &mut Index, line: Slice) {
    if line.text.starts_with("## ") {
        index.sections.push(Section {
            heading: line.span(),
            anchor: between(line, "id=\"", "\""),
            about: about(line),
            headers: Vec::new(),
            commands: 0,
        });
    } else if line.text.starts_with('|')
        && let Some(anchor) = between(line, "](#", ")")
    {
        index.contents.push(anchor);
    }
}

/// The APIs of a heading such as `torch.nn.XX`.
fn about(line: Slice) -> Option<Spanned<String>> {
    let end = line.text.find(".XX ").or_else(|| line.text.find(".xx "))?;
    let before = line.sub(0, end);
    let start = before.text.rfind(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '.'));
    Some(before.from(start.map_or(0, |start| start + 1)).to_spanned())
}

fn between(line: Slice, open: &str, close: &str) -> Option<Spanned<String>> {
    let rest = line.from(line.text.find(open)? + open.len());
    Some(rest.sub(0, rest.text.find(close)?).to_spanned())
}
