//! Joins the tables of a profile with those of the profile that it extends.

use source::yaml::{Entries, Node, Value};
use source::{Diagnostic, Diagnostics, Spanned, rules};

/// The table with items to add to lists of the extended profile: lists of names, and tables with lists of other tables.
const ADD: &str = "add";
/// The table with items to remove from such lists.
const REMOVE: &str = "remove";
/// The table with the lists of names.
const NAMES: &str = "names";

/// The tables of `over`, and those of `base` that it does not have.
pub fn merge(base: Node, over: Node, diagnostics: &mut Diagnostics) -> Node {
    let (Value::Mapping(mut entries), Value::Mapping(over)) = (base.value, over.value) else {
        return Node { span: base.span, value: Value::Rejected };
    };
    for (key, value) in over {
        match key.value.as_str() {
            ADD => change(&mut entries, value, diagnostics, |list, names| list.extend(names)),
            REMOVE => change(&mut entries, value, diagnostics, |list, names| {
                let removed: Vec<String> = names.iter().filter_map(text).collect();
                list.retain(|name| text(name).is_none_or(|name| !removed.contains(&name)));
            }),
            _ => insert(&mut entries, key, value),
        }
    }
    Node { span: base.span, value: Value::Mapping(entries) }
}

fn text(node: &Node) -> Option<String> {
    source::text::Text::of(node).map(|text| text.as_str().to_owned())
}

/// Replaces a value. Tables are joined.
fn insert(entries: &mut Entries, key: Spanned<String>, value: Node) {
    match entries.iter_mut().find(|(known, _)| known.value == key.value) {
        None => entries.push((key, value)),
        Some((_, known)) => match (&mut known.value, value.value) {
            (Value::Mapping(known), Value::Mapping(over)) => {
                over.into_iter().for_each(|(key, value)| insert(known, key, value));
            }
            (_, over) => *known = Node { span: value.span, value: over },
        },
    }
}

/// Changes lists: those of names, and those of the tables that are named.
fn change(
    entries: &mut Entries,
    changes: Node,
    diagnostics: &mut Diagnostics,
    how: impl Fn(&mut Vec<Node>, Vec<Node>),
) {
    let Value::Mapping(changes) = changes.value else { return };
    for (key, value) in changes {
        let (table, lists) = match value.value {
            Value::Mapping(lists) => (key.value, lists),
            _ => (NAMES.to_owned(), vec![(key, value)]),
        };
        for (key, value) in lists {
            match (list(entries, &table, &key.value), value.value) {
                (Some(list), Value::Sequence(items)) => how(list, items),
                _ => {
                    let message = format!("the extended profile has no list `{}`", key.value);
                    diagnostics.push(Diagnostic::new(rules::UNKNOWN_KEY, key.span, message));
                }
            }
        }
    }
}

/// The list of a table.
fn list<'a>(entries: &'a mut Entries, table: &str, name: &str) -> Option<&'a mut Vec<Node>> {
    let find = |entries: &'a mut Entries, name: &str| {
        entries.iter_mut().find(|(known, _)| known.value == name).map(|(_, node)| &mut node.value)
    };
    let Value::Mapping(lists) = find(entries, table)? else { return None };
    match find(lists, name)? {
        Value::Sequence(list) => Some(list),
        _ => None,
    }
}
