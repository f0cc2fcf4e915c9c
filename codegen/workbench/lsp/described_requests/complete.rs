//! Completion: the names that the framework offers at the cursor.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionResponse, CompletionTextEdit, Documentation, TextEdit,
};
use project::assistance::{CompletionSite, Offer};
use source::{FileId, Span};

use crate::capabilities::{Client, markup};
use crate::complete::comments::Comment;
use crate::complete::items::{Items, MOST_ITEMS};
use crate::cursor::{Context, Cursor, entry};
use crate::described::DescribedView;
use crate::located::Located;

/// The names that fit at an offset.
pub fn completions(view: &DescribedView, file: FileId, offset: usize, client: Client) -> Option<CompletionResponse> {
    let text = view.text(file);
    let cursor = Cursor::at(text, offset);
    let beside = match &cursor.context {
        Context::Comment => {
            let mut items = Items::new(view, &view.root, file, &cursor, offset, client);
            let (catalogue, findings) = (view.project.catalogue(), view.project.diagnostics.sorted());
            Comment { text, file, offset, catalogue, findings }.offer(client.snippets, &mut items);
            return Some(CompletionResponse::List(items.into_list()));
        }
        Context::Key { beside } => beside.as_slice(),
        Context::Value { .. } => [].as_slice(),
    };
    let site = site(view, file, offset, &cursor)?;
    let is_key = site.is_key;
    let start = name_start(text, offset);
    let prefix = text[start..offset].to_lowercase();
    let range = view.range(Span::new(file, start, cursor.word.end.max(offset)));
    let has_colon = text[cursor.word.end..].trim_start_matches(' ').starts_with(':');
    let fits = |offer: &Offer| offer.label.to_lowercase().contains(&prefix) && !beside.contains(&offer.label.as_str());
    let mut items: Vec<CompletionItem> = Vec::new();
    for Offer { label, about } in view.project.offers(site).into_iter().filter(fits) {
        let colon = if is_key && !has_colon { ": " } else { "" };
        items.push(CompletionItem {
            kind: Some(if is_key { CompletionItemKind::PROPERTY } else { CompletionItemKind::VALUE }),
            documentation: (!about.is_empty())
                .then(|| Documentation::MarkupContent(markup(client.markdown_completions, about))),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, format!("{label}{colon}")))),
            // In the order of the framework.
            sort_text: Some(format!("{:05}", items.len())),
            label,
            ..CompletionItem::default()
        });
    }
    let is_incomplete = items.len() > MOST_ITEMS;
    items.truncate(MOST_ITEMS);
    Some(CompletionResponse::List(CompletionList { is_incomplete, items }))
}

/// The place of a cursor, for the framework.
pub fn site<'a>(
    view: &'a DescribedView,
    file: FileId,
    offset: usize,
    cursor: &'a Cursor,
) -> Option<CompletionSite<'a>> {
    let text = view.text(file);
    let (is_key, before) = match cursor.context {
        Context::Value { before } => (false, before),
        Context::Key { .. } => (true, ""),
        Context::Comment => return None,
    };
    Some(CompletionSite {
        kind: view.kind(file)?,
        path: &cursor.path,
        is_key,
        entry: &text[entry(text, offset)],
        before,
    })
}

/// The start of the name before an offset, which may have dots and colons, as `aten::add.Tensor` has.
fn name_start(text: &str, offset: usize) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    text[..offset].trim_end_matches(is_part).len()
}
