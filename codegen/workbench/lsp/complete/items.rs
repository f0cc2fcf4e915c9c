//! The list of completion items, which keeps only offers that match the word at the cursor.

use std::path::Path;

use lsp_types::{CompletionItem, CompletionList, CompletionTextEdit, Documentation, InsertTextFormat, TextEdit};
use serde_json::json;
use source::{FileId, Span};

use crate::capabilities::{Client, markup};
use crate::cursor::Cursor;
use crate::located::Located;
use crate::offer::Offer;

/// The longest list. A longer one is marked as incomplete, so that the client asks again after the next letter.
pub const MOST_ITEMS: usize = 400;

/// Collects the items for a cursor.
pub struct Items<'a> {
    root: &'a Path,
    client: Client,
    text: &'a str,
    range: lsp_types::Range,
    /// The part of the word before the cursor, in lower case.
    prefix: String,
    start: usize,
    end: usize,
    list: Vec<CompletionItem>,
    is_incomplete: bool,
}

impl<'a> Items<'a> {
    pub(crate) fn new(
        files: &'a dyn Located,
        root: &'a Path,
        file: FileId,
        cursor: &Cursor,
        offset: usize,
        client: Client,
    ) -> Self {
        let text = files.text(file);
        let word = cursor.word.clone();
        Items {
            root,
            client,
            text,
            range: files.range(Span::new(file, word.start, word.end)),
            prefix: text[word.start..offset].to_lowercase(),
            start: word.start,
            end: word.end,
            list: Vec::new(),
            is_incomplete: false,
        }
    }

    /// Whether the line has only a dash before the word at the cursor.
    pub(crate) fn is_item(&self) -> bool {
        let line = self.text[..self.start].rsplit('\n').next().unwrap_or("");
        line.trim_start().trim_end_matches(' ') == "-"
    }

    /// The word around the cursor.
    pub(crate) fn word(&self) -> &'a str {
        &self.text[self.start..self.end]
    }

    /// The text after the word at the cursor, without leading blanks.
    pub(crate) fn after(&self) -> &'a str {
        self.text[self.end..].trim_start_matches(' ')
    }

    /// Adds an offer if it matches the word at the cursor.
    pub fn add(&mut self, offer: Offer) {
        let Offer { label, insert, is_snippet, kind, detail, documentation, op, rank } = offer;
        let lower = label.to_lowercase();
        if !lower.contains(&self.prefix) || self.list.iter().any(|item| item.label == label) {
            return;
        }
        if self.list.len() >= MOST_ITEMS {
            self.is_incomplete = true;
            return;
        }
        let begins = lower.starts_with(&self.prefix);
        let markup = |text| Documentation::MarkupContent(markup(self.client.markdown_completions, text));
        self.list.push(CompletionItem {
            sort_text: Some(format!("{}{rank}{:04}", u8::from(!begins), self.list.len())),
            filter_text: Some(label.clone()),
            label,
            kind: Some(kind),
            detail,
            documentation: documentation.map(markup),
            insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(self.range, insert))),
            data: op.map(|op| json!([self.root.to_string_lossy(), op])),
            ..CompletionItem::default()
        });
    }

    pub(crate) fn into_list(self) -> CompletionList {
        CompletionList { is_incomplete: self.is_incomplete, items: self.list }
    }
}
