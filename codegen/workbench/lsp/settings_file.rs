//! The place of a cursor in `opgen.toml`, and what names there mean.

use std::ops::Range;

use project::config;
use source::{Rule, lines};

use crate::cursor;
use crate::view::{FileOffset, View};

/// The place of a cursor in the file.
pub struct Place<'a> {
    /// The name of the table.
    pub table: &'a str,
    /// The key to the left of the cursor. `None` if the cursor is at a key.
    pub key: Option<&'a str>,
    /// Whether the cursor is in the name of a table.
    pub is_header: bool,
    /// Whether the cursor is in quotes.
    pub is_quoted: bool,
}

impl<'a> Place<'a> {
    pub fn of(text: &'a str, offset: usize) -> Self {
        let start = lines::start(text, offset);
        let line = &text[start..offset];
        // A list may have several lines.
        let is_open = |at: &usize| !text[*at..start].contains(']') && text[..*at].trim_end().ends_with('=');
        let opened = text[..start].rfind('[').filter(is_open);
        let key = match (line.split_once('='), opened) {
            (Some((key, _)), _) => Some(key.trim()),
            (None, Some(at)) => text[lines::start(text, at)..at].split_once('=').map(|(key, _)| key.trim()),
            (None, None) => None,
        };
        let table = table_above(text, lines::start(text, opened.unwrap_or(start)));
        let quotes = line.matches('"').count();
        Place { table, key, is_header: line.trim_start().starts_with('['), is_quoted: quotes % 2 == 1 }
    }
}

/// The name of the table that a line is in.
fn table_above(text: &str, start: usize) -> &str {
    let header = text[..start].lines().rev().find(|line| line.trim_start().starts_with('['));
    header.map_or("", |line| line.split('#').next().unwrap_or("").trim_matches(['[', ']', ' ', '\t']))
}

/// Whether a file is `opgen.toml`.
pub fn is_it(view: &View, file: source::FileId) -> bool {
    view.path(file).and_then(|path| path.file_name()).is_some_and(|name| name == config::NAME)
}

/// The rule at an offset, or the meaning of the key there, with its range.
pub fn meaning(at: FileOffset) -> Option<(Meaning, Range<usize>)> {
    let text = at.view.text(at.file);
    let word = cursor::word(text, at.offset);
    let name = &text[word.clone()];
    if let Some(rule) = at.view.project().program.catalogue.of_code(name) {
        return Some((Meaning::Rule(rule), word));
    }
    let place = Place::of(text, word.start);
    let table = if place.is_header { "" } else { place.table };
    let known = config::keys_of(table).iter().find(|(key, _)| *key == name && place.key.is_none())?;
    Some((Meaning::Key(format!("**`{name}`**: {}", known.1)), word))
}

/// What a name in `opgen.toml` means.
pub enum Meaning {
    Rule(Rule),
    Key(String),
}
