//! Completion: offers what fits at the cursor. It depends on the kind of file, the keys above, and the text before.

pub mod comments;
mod functions;
pub mod items;
mod offers;
mod other_files;
mod settings;
mod skeleton;
mod values;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionResponse, Documentation};
use profile::Holds;
use serde_json::Value;

use spec::keys::{Key, Shape};

use crate::capabilities::{Client, markup};
use crate::cpp_files::CppFiles;
use crate::cursor::{self, Cursor};
use crate::entry_keys::keys_at;
use crate::hover;
use crate::offer::Offer;
use crate::settings_file;
use crate::state::State;
use crate::view::FileOffset;
use items::Items;

/// The completions at an offset.
pub fn completions(place: FileOffset, client: Client, cpp: &CppFiles) -> Option<CompletionResponse> {
    let FileOffset { view, file, offset } = place;
    let text = view.text(file);
    let cursor = Cursor::at(text, offset);
    let mut items = Items::new(view, &view.root, file, &cursor, offset, client);
    if settings_file::is_it(view, file) {
        settings::offer(place, &mut items);
        return Some(CompletionResponse::List(items.into_list()));
    }
    let holds = view.holds(file)?;
    skeleton::offer(view, holds, &cursor, client.snippets, &mut items);
    match &cursor.context {
        cursor::Context::Comment => {
            let findings = view.known_findings().map_or(Vec::new(), source::Diagnostics::sorted);
            let catalogue = view.project().program.catalogue;
            comments::Comment { text, file, offset, catalogue, findings }.offer(client.snippets, &mut items);
        }
        _ if holds == Holds::Names => offers::all_ops(view, &mut items),
        cursor::Context::Key { beside } => match keys_at(view, file, &cursor.path) {
            Some(keys) => offer_keys(&keys, beside, &cursor, client, &mut items),
            None => values::offer(place, holds, &cursor, "", cpp, &mut items),
        },
        // A new item in a list of mappings begins with a key.
        cursor::Context::Value { before: "" } if items.is_item() && keys_at(view, file, &cursor.path).is_some() => {
            let keys = keys_at(view, file, &cursor.path).unwrap_or_default();
            offer_keys(&keys, &[], &cursor, client, &mut items);
        }
        cursor::Context::Value { before } => values::offer(place, holds, &cursor, before, cpp, &mut items),
    }
    Some(CompletionResponse::List(items.into_list()))
}

fn offer_keys(keys: &[Key], beside: &[&str], cursor: &Cursor, client: Client, items: &mut Items) {
    // The key may already have a colon.
    let has_colon = items.after().starts_with(':');
    // An entry begins with the key for its name.
    let begins_entry = beside.is_empty() && cursor.path.is_empty();
    let keys = if begins_entry { &keys[..keys.len().min(1)] } else { keys };
    for key in keys.iter().filter(|key| !beside.contains(&key.name)) {
        let opens = matches!(
            key.shape,
            Shape::Map(_)
                | Shape::List(_)
                | Shape::Each(_)
                | Shape::Renames
                | Shape::Rules
                | Shape::Aliases(_)
                | Shape::Actions
        );
        let dash = if begins_entry && !items.is_item() { "- " } else { "" };
        let colon = match (has_colon, opens) {
            (true, _) => "",
            (false, true) => " :",
            (false, false) => " : ",
        };
        let snippet = client.snippets && !has_colon && matches!(key.shape, Shape::Arguments);
        items.add(Offer {
            insert: format!("{dash}{}{colon}{}", key.name, if snippet { "($0)" } else { "" }),
            is_snippet: snippet,
            detail: Some(if key.required { "required".to_owned() } else { "optional".to_owned() }),
            documentation: Some(key.about.to_owned()),
            rank: u8::from(!key.required),
            ..Offer::new(key.name, CompletionItemKind::PROPERTY)
        });
    }
}

/// A completion item, with its documentation added.
pub fn resolved(state: &mut State, mut item: CompletionItem) -> CompletionItem {
    let (root, name) = match item.data.as_ref() {
        Some(Value::Array(data)) if data.len() == 2 => (data[0].as_str(), data[1].as_str()),
        _ => (None, None),
    };
    let (Some(root), Some(name)) = (root, name) else { return item };
    let Some(view) = state.projects.view(root.as_ref(), &state.documents) else { return item };
    let ids: Vec<_> = view.registry().ops().filter(|(_, op)| op.name.value == name).map(|(id, _)| id).collect();
    item.documentation = hover::ops(&view, &ids)
        .map(|value| Documentation::MarkupContent(markup(state.client.markdown_completions, value)));
    item
}
