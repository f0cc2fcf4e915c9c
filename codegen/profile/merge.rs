//! Profiles laid over each other: tables are joined, anything else replaces what was there.
//!
//! A list may also be changed in part: `{ add = [...], remove = [...] }` in its place. And `{section.key}` in a text stands
//! for the text under that key, so that a path or a namespace is written once. An item of a list that is nothing else stands
//! for the items of the list under that key.

use source::yaml::{Node, Scalar, Value};
use source::{Diagnostic, Diagnostics, Span, Spanned, rules, suggest};

const ADD: &str = "add";
const REMOVE: &str = "remove";

/// The tables of `base` with those of `over` laid over them.
pub fn merge(base: Node, over: &Node, diagnostics: &mut Diagnostics) -> Node {
    match (base.value, &over.value) {
        (Value::Mapping(mut entries), Value::Mapping(news)) => {
            for (key, new) in news {
                match entries.iter().position(|(known, _)| known.value == key.value) {
                    Some(at) => {
                        let (known, old) = entries.remove(at);
                        entries.insert(at, (known, merge(old, new, diagnostics)));
                    }
                    None => entries.push((key.clone(), new.clone())),
                }
            }
            Node { value: Value::Mapping(entries), span: base.span }
        }
        (Value::Sequence(items), Value::Mapping(changes)) => {
            Node { value: Value::Sequence(changed(items, changes, diagnostics)), span: over.span }
        }
        _ => over.clone(),
    }
}

/// A list with some items more, and some fewer.
fn changed(mut items: Vec<Node>, changes: &[(Spanned<String>, Node)], diagnostics: &mut Diagnostics) -> Vec<Node> {
    for (key, node) in changes {
        let Value::Sequence(listed) = &node.value else {
            let message = format!("`{}` must be a list", key.value);
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message));
            continue;
        };
        match key.value.as_str() {
            ADD => items.extend(listed.iter().cloned()),
            REMOVE => listed.iter().for_each(|gone| remove(&mut items, gone, diagnostics)),
            other => {
                let problem =
                    Diagnostic::new(rules::UNKNOWN_KEY, key.span, format!("`{other}` does not change a list"));
                diagnostics.push(problem.help("write a new list, or `{ add = [...], remove = [...] }`"));
            }
        }
    }
    items
}

fn remove(items: &mut Vec<Node>, gone: &Node, diagnostics: &mut Diagnostics) {
    if taken(items, gone) {
        return;
    }
    if items.iter().any(refers) {
        return items.push(to_remove(gone));
    }
    let text = scalar(gone).unwrap_or("this item");
    let problem = Diagnostic::new(rules::WRONG_NODE, gone.span, format!("`{text}` is not in the list"));
    diagnostics.push(problem.maybe_help(suggest::help(text, items.iter().filter_map(scalar))));
}

/// Whether there is a reference anywhere in an item.
fn refers(item: &Node) -> bool {
    match &item.value {
        Value::Scalar(scalar) => first_reference(&scalar.text).is_some(),
        Value::Sequence(items) => items.iter().any(refers),
        Value::Mapping(entries) => entries.iter().any(|(_, value)| refers(value)),
        Value::Rejected => false,
    }
}

/// Takes an item out of a list, if it is there.
fn taken(items: &mut Vec<Node>, gone: &Node) -> bool {
    let count = items.len();
    items.retain(|item| !means(gone, item));
    items.len() < count
}

/// The key of a note among the items of a list: what is under it may be what a reference stands for, so it leaves the list when
/// references have been followed.
const TO_REMOVE: &str = "{remove}";

fn to_remove(gone: &Node) -> Node {
    let key = Spanned::new(TO_REMOVE.to_owned(), gone.span);
    Node { value: Value::Mapping(vec![(key, gone.clone())]), span: gone.span }
}

/// Does what [`to_remove`] notes, each time to the items before the note.
fn remove_noted(items: &mut Vec<Node>, diagnostics: &mut Diagnostics) {
    let mut left = Vec::with_capacity(items.len());
    for item in items.drain(..) {
        match entry(&item, TO_REMOVE) {
            Some(gone) => remove(&mut left, gone, diagnostics),
            None => left.push(item),
        }
    }
    *items = left;
}

/// Whether an item is the one that is written: some keys of a table are enough to tell which is meant.
fn means(written: &Node, item: &Node) -> bool {
    match (&written.value, &item.value) {
        (Value::Scalar(one), Value::Scalar(other)) => one.text == other.text,
        (Value::Sequence(one), Value::Sequence(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| means(one, other))
        }
        (Value::Mapping(keys), Value::Mapping(_)) => {
            let has =
                |(key, value): &(Spanned<String>, Node)| entry(item, &key.value).is_some_and(|is| means(value, is));
            !keys.is_empty() && keys.iter().all(has)
        }
        _ => false,
    }
}

fn scalar(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Scalar(scalar) => Some(&scalar.text),
        _ => None,
    }
}

fn sequence(node: &Node) -> Option<&[Node]> {
    match &node.value {
        Value::Sequence(items) => Some(items),
        _ => None,
    }
}

/// Replaces every `{section.key}` by the text under that key. `dropped` are profiles before something was left out of
/// them: who refers to it goes on with what it was.
pub fn resolve(root: &mut Node, dropped: &[Node], diagnostics: &mut Diagnostics) {
    let whole = root.clone();
    let known: Vec<&Node> = [&whole].into_iter().chain(dropped.iter().rev()).collect();
    resolve_below(root, &known, diagnostics);
}

fn resolve_below(node: &mut Node, known: &[&Node], diagnostics: &mut Diagnostics) {
    match &mut node.value {
        Value::Scalar(scalar) => match resolved(&scalar.text, known, MOST_STEPS) {
            Ok(text) if text == scalar.text => {}
            Ok(text) => *scalar = Scalar::new(text, false, None),
            Err(path) => {
                let message = format!("the profile has no text under `{path}`");
                diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message));
            }
        },
        Value::Sequence(items) => {
            splice(items, known, MOST_STEPS);
            items.iter_mut().for_each(|item| resolve_below(item, known, diagnostics));
            remove_noted(items, diagnostics);
        }
        Value::Mapping(entries) => {
            entries.iter_mut().for_each(|(_, value)| resolve_below(value, known, diagnostics));
        }
        Value::Rejected => {}
    }
}

/// Puts the items of a list where an item refers to the list.
fn splice(items: &mut Vec<Node>, known: &[&Node], steps: usize) {
    let meant = |item: &Node| match first_reference(scalar(item)?) {
        Some(("", path, "")) => known.iter().find_map(|root| at(root, path).and_then(sequence)),
        _ => None,
    };
    if steps == 0 || items.iter().all(|item| meant(item).is_none()) {
        return;
    }
    let spliced = items.iter().flat_map(|item| {
        let mut listed = meant(item).map_or_else(|| vec![item.clone()], <[Node]>::to_vec);
        splice(&mut listed, known, steps - 1);
        listed
    });
    *items = spliced.collect();
}

/// The most references that lead from one to the next. More can only be a circle.
const MOST_STEPS: usize = 8;

/// A text with what its references mean, or a path that leads to no text.
fn resolved(text: &str, known: &[&Node], steps: usize) -> Result<String, String> {
    let mut done = String::new();
    let mut rest = text;
    while let Some((before, path, after)) = first_reference(rest) {
        let meant = known.iter().find_map(|root| at(root, path).and_then(scalar)).filter(|_| steps > 0);
        done += before;
        done += &resolved(meant.ok_or(path)?, known, steps - 1)?;
        rest = after;
    }
    Ok(done + rest)
}

/// The path in the first `{section.key}` of a text, with what stands before and after it.
fn first_reference(text: &str) -> Option<(&str, &str, &str)> {
    let is_path =
        |path: &str| path.contains('.') && path.chars().all(|c| c.is_ascii_alphanumeric() || "_.".contains(c));
    text.match_indices('{').find_map(|(at, _)| {
        let (path, after) = text[at + 1..].split_once('}')?;
        is_path(path).then_some((&text[..at], path, after))
    })
}

/// What is under a path of keys.
fn at<'a>(node: &'a Node, path: &str) -> Option<&'a Node> {
    path.split('.').try_fold(node, entry)
}

/// What stands under a key of a table.
pub fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let Value::Mapping(entries) = &node.value else { return None };
    entries.iter().find(|(name, _)| name.value == key).map(|(_, node)| node)
}

/// A profile but for some of its tables and keys; a name such as `cpp_api.files.strings` reaches into a table.
pub fn stripped(mut base: Node, without: &[Spanned<String>], diagnostics: &mut Diagnostics) -> Node {
    let (Some(first), Some(last)) = (without.first(), without.last()) else { return base };
    let all = Span::new(first.span.file, first.span.start as usize, last.span.end as usize);
    for name in without {
        if let Err(known) = strip(&mut base, &name.value, all) {
            let message = format!("the profile that this one extends has no `{}`", name.value);
            let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
            let last = name.value.rsplit('.').next().unwrap_or_default();
            diagnostics.push(problem.maybe_help(suggest::help(last, known.iter().map(String::as_str))));
        }
    }
    base
}

/// Removes what a path leads to; or returns the keys that there are instead. The table that is left gets the span of the text
/// `at` which parts are removed: that is where to look if it lacks something.
fn strip(node: &mut Node, path: &str, at: Span) -> Result<(), Vec<String>> {
    let Value::Mapping(entries) = &mut node.value else { return Err(Vec::new()) };
    let key = path.split('.').next().unwrap_or_default();
    let Some(place) = entries.iter().position(|(known, _)| known.value == key) else {
        return Err(entries.iter().map(|(known, _)| known.value.clone()).collect());
    };
    match path.split_once('.') {
        Some((_, below)) => strip(&mut entries[place].1, below, at),
        None => {
            entries.remove(place);
            node.span = at;
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use source::{FileId, Sources, file::SourceFile, toml};

    use super::*;

    fn parse(text: &str) -> Node {
        let id: FileId = Sources::default().add(SourceFile::new("t.toml".into(), text.into()));
        toml::parse(id, text, &mut Diagnostics::default()).expect("the text is TOML")
    }

    fn merged(base: &str, over: &str) -> (Node, Vec<String>) {
        let mut diagnostics = Diagnostics::default();
        let mut node = merge(parse(base), &parse(over), &mut diagnostics);
        resolve(&mut node, &[], &mut diagnostics);
        let messages = diagnostics.sorted().iter().map(|found| found.message.clone()).collect();
        (node, messages)
    }

    fn texts(node: &Node, path: &str) -> Vec<String> {
        match &at(node, path).expect("there is such a key").value {
            Value::Sequence(items) => items.iter().filter_map(scalar).map(str::to_owned).collect(),
            Value::Scalar(text) => vec![text.text.clone()],
            _ => Vec::new(),
        }
    }

    #[test]
    fn tables_are_joined_and_lists_changed_or_replaced() {
        let base = "[a]\nx = 'old'\nlist = ['p', 'q']\nother = ['r']\n";
        let (node, problems) =
            merged(base, "[a]\nx = 'new'\nother = []\n[a.list]\nadd = ['s']\nremove = ['p']\n[b]\ny = '{a.x}'\n");
        assert_eq!(problems, [""; 0]);
        assert_eq!(texts(&node, "a.x"), ["new"]);
        assert_eq!(texts(&node, "a.list"), ["q", "s"]);
        assert_eq!(texts(&node, "a.other"), [""; 0]);
        assert_eq!(texts(&node, "b.y"), ["new"]);
    }

    #[test]
    fn references_stand_anywhere_in_a_text() {
        let (node, problems) = merged("[a]\nx = 'n'\ny = 'v<{a.x}::T, {a.x}::U>'\nz = '{ no, {one} }'\n", "");
        assert_eq!(problems, [""; 0]);
        assert_eq!(texts(&node, "a.y"), ["v<n::T, n::U>"]);
        assert_eq!(texts(&node, "a.z"), ["{ no, {one} }"]);
    }

    #[test]
    fn a_list_takes_in_the_lists_that_its_items_refer_to() {
        let base = "[a]\nx = ['p', 'q']\ny = ['{a.x}', 'r']\n[b]\nz = ['{a.y}']\n";
        let (node, problems) = merged(base, "[a.x]\nadd = ['s']\n[b.z]\nadd = ['t']\n");
        assert_eq!(problems, [""; 0]);
        assert_eq!(texts(&node, "a.y"), ["p", "q", "s", "r"]);
        assert_eq!(texts(&node, "b.z"), ["p", "q", "s", "r", "t"]);
    }

    #[test]
    fn what_a_reference_stands_for_is_removed() {
        let base = "[a]\nx = ['p', 'q']\nn = 'm'\ny = ['{a.x}', '{a.n}.h', 'r']\n[b]\nz = ['{a.y}', 'p']\n";
        let (node, problems) = merged(base, "[a.y]\nremove = ['p', 'm.h']\nadd = ['s']\n[b.z]\nremove = ['s']\n");
        assert_eq!(problems, [""; 0]);
        assert_eq!(texts(&node, "a.x"), ["p", "q"]);
        assert_eq!(texts(&node, "a.y"), ["q", "r", "s"]);
        assert_eq!(texts(&node, "b.z"), ["q", "r", "p"]);
        let (_, problems) = merged(base, "a.y = { remove = ['o'] }\n");
        assert!(problems.iter().all(|problem| problem == "`o` is not in the list") && !problems.is_empty());
    }

    #[test]
    fn some_keys_say_which_table_is_removed() {
        let base = "a = [{ op = 'p', x = 'q', y = ['r'] }, { op = 's', y = ['r'] }]\n";
        let left = |over: &str| {
            let (node, problems) = merged(base, over);
            assert_eq!(problems, [""; 0]);
            let Value::Sequence(items) = &at(&node, "a").expect("there is such a key").value else { return Vec::new() };
            items.iter().filter_map(|item| Some(scalar(entry(item, "op")?)?.to_owned())).collect()
        };
        assert_eq!(left("a = { remove = [{ op = 's' }] }\n"), ["p"]);
        assert_eq!(left("a = { remove = [{ y = ['r'], op = 'p' }] }\n"), ["s"]);
        assert_eq!(left("a = { remove = [{ y = ['r'] }] }\n"), [""; 0]);
    }

    #[test]
    fn a_reference_to_what_was_left_out_keeps_its_meaning() {
        let mut diagnostics = Diagnostics::default();
        let base = parse("[a]\nx = 'n'\n[b]\ny = '{a.x}.h'\nz = '{b.y}'\n");
        let mut node = stripped(base.clone(), &[Spanned::new("a".to_owned(), base.span)], &mut diagnostics);
        resolve(&mut node, &[base], &mut diagnostics);
        assert!(diagnostics.is_empty() && at(&node, "a").is_none());
        assert_eq!(texts(&node, "b.z"), ["n.h"]);
    }

    #[test]
    fn tables_and_keys_are_left_out() {
        let mut diagnostics = Diagnostics::default();
        let name = |name: &str| Spanned::new(name.to_owned(), parse("a = 1").span);
        let base = parse("[a]\nb = 'x'\nc = 'y'\n[d]\n");
        let node = stripped(base, &[name("a.b"), name("d"), name("a.e"), name("c")], &mut diagnostics);
        assert!(at(&node, "a.b").is_none() && at(&node, "a.c").is_some() && at(&node, "d").is_none());
        let messages: Vec<String> = diagnostics.sorted().iter().map(|found| found.message.clone()).collect();
        let missing = |name| format!("the profile that this one extends has no `{name}`");
        assert_eq!(messages, [missing("a.e"), missing("c")]);
    }

    #[test]
    fn what_cannot_be_done_is_reported() {
        let (_, problems) = merged(
            "a = ['pp']\n",
            "b = '{c.d}'\na = { remove = ['pq'], drop = ['pp'] }\ne.f = '{e.f}'\ng.h = ['{g.h}']\n",
        );
        let expected = [
            "the profile has no text under `c.d`",
            "`pq` is not in the list",
            "`drop` does not change a list",
            "the profile has no text under `e.f`",
            "the profile has no text under `g.h`",
        ];
        assert_eq!(problems, expected);
    }
}
