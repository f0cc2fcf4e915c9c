//! Completion: what may stand at the cursor, by the kind of file, the keys above and what is written before.

mod items;
mod saved;
mod values;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionResponse, Documentation};
use profile::Holds;
use serde_json::Value;

use spec::keys::{Key, Shape};

use crate::capabilities::{Client, markup};
use crate::cursor::{self, Cursor};
use crate::entry_keys::keys_at;
use crate::hover;
use crate::state::State;
use crate::view::Place;
use items::{Items, Offer};

/// What may stand at a place.
pub fn completions(place: Place, client: Client) -> Option<CompletionResponse> {
    let Place { view, file, offset } = place;
    let text = view.text(file);
    let holds = view.holds(file)?;
    let cursor = Cursor::at(text, offset);
    let mut items = Items::new(view, file, &cursor, offset, client);
    match &cursor.place {
        cursor::Place::Comment => return None,
        _ if holds == Holds::Names => values::all_ops(view, &mut items),
        cursor::Place::Key { beside } => match keys_at(view, file, &cursor.path) {
            Some(keys) => offer_keys(&keys, beside, &cursor, client, &mut items),
            None => values::offer(view, file, holds, &cursor, "", &mut items),
        },
        // An item of a list of mappings begins with a key.
        cursor::Place::Value { before: "" } if items.is_item() && keys_at(view, file, &cursor.path).is_some() => {
            let keys = keys_at(view, file, &cursor.path).unwrap_or_default();
            offer_keys(&keys, &[], &cursor, client, &mut items);
        }
        cursor::Place::Value { before } => values::offer(view, file, holds, &cursor, before, &mut items),
    }
    Some(CompletionResponse::List(items.into_list()))
}

fn offer_keys(keys: &[Key], beside: &[&str], cursor: &Cursor, client: Client, items: &mut Items) {
    // Behind a value's colon, keys have their own already.
    let has_colon = items.behind().starts_with(':');
    // An entry begins with the key that names it.
    let begins_entry = beside.is_empty() && cursor.path.is_empty();
    let keys = if begins_entry { &keys[..keys.len().min(1)] } else { keys };
    for key in keys.iter().filter(|key| !beside.contains(&key.name)) {
        let opens =
            matches!(key.shape, Shape::Map(_) | Shape::List(_) | Shape::Each(_) | Shape::Renames | Shape::Actions);
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
            about: Some(key.about.to_owned()),
            rank: u8::from(!key.required),
            ..Offer::new(key.name, CompletionItemKind::PROPERTY)
        });
    }
}

/// An item with its documentation.
pub fn resolved(state: &mut State, mut item: CompletionItem) -> CompletionItem {
    let (root, name) = match item.data.as_ref() {
        Some(Value::Array(data)) if data.len() == 2 => (data[0].as_str(), data[1].as_str()),
        _ => (None, None),
    };
    let (Some(root), Some(name)) = (root, name) else { return item };
    let Some(view) = state.trees.view(root.as_ref(), &state.documents) else { return item };
    let ids: Vec<_> = view.registry().ops().filter(|(_, op)| op.name.value == name).map(|(id, _)| id).collect();
    item.documentation = hover::ops(&view, &ids)
        .map(|value| Documentation::MarkupContent(markup(state.client.markdown_completions, value)));
    item
}
