//! Joins the tables of a profile with those of the profile that it extends.

use source::yaml::{Entries, Node, Value};
use source::{Diagnostic, Diagnostics, Spanned, rules};

/// The table with names to add to lists of the extended profile.
const ADD: &str = "add";
/// The table with names to remove from such lists.
const REMOVE: &str = "remove";
/// The table of lists that these two change.
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

/// Changes the lists that a table names.
fn change(entries: &mut Entries, table: Node, diagnostics: &mut Diagnostics, how: impl Fn(&mut Vec<Node>, Vec<Node>)) {
    let Value::Mapping(changes) = table.value else { return };
    let names = entries.iter_mut().find(|(key, _)| key.value == NAMES).map(|(_, value)| &mut value.value);
    let Some(Value::Mapping(lists)) = names else { return };
    for (key, value) in changes {
        let list = lists.iter_mut().find(|(known, _)| known.value == key.value).map(|(_, list)| &mut list.value);
        match (list, value.value) {
            (Some(Value::Sequence(list)), Value::Sequence(names)) => how(list, names),
            _ => {
                let message = format!("a profile has no list `{}`", key.value);
                diagnostics.push(Diagnostic::new(rules::UNKNOWN_KEY, key.span, message));
            }
        }
    }
}
