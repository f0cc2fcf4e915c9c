//! The list of what is offered, as far as it fits what is written already.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation, InsertTextFormat, TextEdit,
};
use serde_json::json;
use source::FileId;

use crate::capabilities::{Client, markup};
use crate::cursor::Cursor;
use crate::view::View;

/// A longer list says that it is not complete, so that the client asks again when more is written.
const MOST: usize = 400;

/// Something that may stand at the cursor.
pub struct Offer {
    pub label: String,
    pub insert: String,
    pub is_snippet: bool,
    pub kind: CompletionItemKind,
    pub detail: Option<String>,
    pub about: Option<String>,
    /// The operator whose documentation is fetched later.
    pub op: Option<String>,
    /// Those of a lower rank come first.
    pub rank: u8,
}

impl Offer {
    pub fn new(label: &str, kind: CompletionItemKind) -> Self {
        let (label, insert) = (label.to_owned(), label.to_owned());
        Offer { label, insert, is_snippet: false, kind, detail: None, about: None, op: None, rank: 0 }
    }
}

/// What is offered at a cursor.
pub struct Items<'a> {
    view: &'a View,
    client: Client,
    text: &'a str,
    range: lsp_types::Range,
    /// What is written of the word before the cursor, in lower case.
    prefix: String,
    start: usize,
    end: usize,
    list: Vec<CompletionItem>,
    is_incomplete: bool,
}

impl<'a> Items<'a> {
    pub fn new(view: &'a View, file: FileId, cursor: &Cursor, offset: usize, client: Client) -> Self {
        let text = view.text(file);
        let word = cursor.word.clone();
        Items {
            view,
            client,
            text,
            range: view.bytes(file, word.clone()),
            prefix: text[word.start..offset].to_lowercase(),
            start: word.start,
            end: word.end,
            list: Vec::new(),
            is_incomplete: false,
        }
    }

    /// Whether a dash stands before the word at the cursor, and nothing else.
    pub fn is_item(&self) -> bool {
        let line = self.text[..self.start].rsplit('\n').next().unwrap_or("");
        line.trim_start().trim_end_matches(' ') == "-"
    }

    /// The word around the cursor.
    pub fn word(&self) -> &'a str {
        &self.text[self.start..self.end]
    }

    /// The text behind the word at the cursor, without blanks.
    pub fn behind(&self) -> &'a str {
        self.text[self.end..].trim_start_matches(' ')
    }

    pub fn add(&mut self, offer: Offer) {
        let Offer { label, insert, is_snippet, kind, detail, about, op, rank } = offer;
        let lower = label.to_lowercase();
        if !lower.contains(&self.prefix) || self.list.iter().any(|item| item.label == label) {
            return;
        }
        if self.list.len() >= MOST {
            self.is_incomplete = true;
            return;
        }
        let begins = lower.starts_with(&self.prefix);
        let documentation = |about| Documentation::MarkupContent(markup(self.client.markdown_completions, about));
        self.list.push(CompletionItem {
            sort_text: Some(format!("{}{rank}{:04}", u8::from(!begins), self.list.len())),
            filter_text: Some(label.clone()),
            label,
            kind: Some(kind),
            detail,
            documentation: about.map(documentation),
            insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(self.range, insert))),
            data: op.map(|op| json!([self.view.root.to_string_lossy(), op])),
            ..CompletionItem::default()
        });
    }

    pub fn into_list(self) -> CompletionList {
        CompletionList { is_incomplete: self.is_incomplete, items: self.list }
    }
}
