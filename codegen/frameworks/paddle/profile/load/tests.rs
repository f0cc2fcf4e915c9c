//! Tests of the built-in profiles, and of what a project may change in them.

use super::*;
use crate::merge::resolve;

#[test]
fn every_built_in_profile_is_valid() {
    for (name, _) in BUILT_IN {
        let profile = built_in(name).unwrap_or_else(|| panic!("{name} has mistakes"));
        assert_eq!(profile.name, *name);
        assert!(profile.homes().count() > 5 && profile.cpp_api.is_some());
    }
}

#[test]
fn a_profile_that_many_load_at_once_is_one() {
    let loaded: Vec<&Profile> = [NEWEST; 64].par_iter().filter_map(|name| built_in(name)).collect();
    assert_eq!(loaded.len(), 64);
    assert!(loaded.iter().all(|profile| std::ptr::eq(*profile, loaded[0])));
}

/// A profile merged into those that it extends.
struct Tables {
    /// With references.
    written: Node,
    /// Without references.
    plain: Node,
    /// The tables to which references may also lead.
    dropped: Vec<Node>,
}

fn tables(name: &str) -> Tables {
    let nothing = Unsaved::default();
    let (mut loader, mut sources) = (Loader::new(&OWNER, Path::new(""), &nothing), Sources::default());
    let mut diagnostics = Diagnostics::default();
    let written = loader.named(name, None, &mut sources, &mut diagnostics).expect("it is built in");
    let mut plain = written.clone();
    resolve(&mut plain, &loader.dropped, &mut diagnostics);
    assert!(diagnostics.is_empty());
    Tables { written, plain, dropped: loader.dropped }
}

const NEWEST: &str = BUILT_IN[0].0;

/// Every list below a table: its path of keys, and its items.
fn lists(node: &Node, path: &[&str]) -> Vec<(Vec<String>, Vec<Node>)> {
    match &node.value {
        Value::Sequence(items) => vec![(path.iter().map(|&key| key.to_owned()).collect(), items.clone())],
        Value::Mapping(entries) => {
            entries.iter().flat_map(|(key, below)| lists(below, &[path, &[key.as_str()]].concat())).collect()
        }
        Value::Scalar(_) | Value::Rejected => Vec::new(),
    }
}

/// Lists of a certain length, which can only be replaced.
fn is_of_fixed_length(path: &[String]) -> bool {
    let path = path.join(".");
    let tables = [
        "dygraph.type_autocast.",
        "dygraph.type_promotion.",
        "legacy_dygraph.exchanged_attrs.",
        "legacy_dygraph.views.",
        "pir_api.modes.promotions.",
    ];
    path == "compat.carriers" || tables.iter().any(|table| path.starts_with(table))
}

fn list(items: &[Node]) -> Node {
    Node { value: Value::Sequence(items.to_vec()), span: parse("a = 1").span }
}

fn table(key: &str, value: Node) -> Node {
    let span = value.span;
    Node { value: Value::Mapping(vec![(Spanned::new(key.to_owned(), span), value)]), span }
}

/// The changes that a project may make to a list. `plain` has its items without references. An empty list gets an item
/// like `other`.
fn changes(path: &[String], items: &[Node], plain: &[Node], other: Option<&Node>) -> Vec<Node> {
    let name = parse("a = 'some_name'");
    let name = entry(&name, "a").expect("it is there");
    if is_of_fixed_length(path) {
        let [first, others @ ..] = items else { return Vec::new() };
        let last = if others.is_empty() { name } else { first };
        return vec![list(&[others, std::slice::from_ref(last)].concat())];
    }
    let one_more = plain.first().or(other).or(Some(name)).map(std::slice::from_ref).unwrap_or_default();
    let longer = [list(&[items, one_more].concat()), table("add", list(one_more))];
    let shorter = |gone| [list(&[]), table("remove", list(std::slice::from_ref(gone)))];
    longer.into_iter().chain(plain.first().into_iter().flat_map(shorter)).collect()
}

#[test]
fn a_project_replaces_extends_and_shortens_every_list() {
    let base = tables(NEWEST);
    let (written, plain) = (lists(&base.written, &[]), lists(&base.plain, &[]));
    // Only what is written in tables is compared, not the folders of templates.
    let read = |node: Node, found: &mut Diagnostics| {
        format!("{:?}", profile(&OWNER, node, Vec::new(), &base.dropped, &[], found))
    };
    let unchanged = read(base.written.clone(), &mut Diagnostics::default());
    for (path, items) in &written {
        // Without references: one could lead back to the empty list that gets the item.
        let other = plain.iter().filter(|(other, _)| other.last() == path.last()).find_map(|(_, items)| items.first());
        let (_, plain) = plain.iter().find(|(other, _)| other == path).expect("references add lists and remove none");
        for change in changes(path, items, plain, other) {
            let over = path.iter().rev().fold(change, |below, key| table(key, below));
            let mut found = Diagnostics::default();
            let changed = merge(base.written.clone(), over, &mut found);
            let changed = read(changed, &mut found);
            let problems: Vec<_> = found.sorted().iter().map(|found| found.message.clone()).collect();
            assert_eq!(problems, [""; 0], "{path:?}");
            assert!(changed != unchanged, "{path:?} has no effect");
        }
    }
}

/// A value as text, without spans.
fn shown(node: &Node) -> String {
    match &node.value {
        Value::Scalar(scalar) => scalar.text.clone(),
        Value::Sequence(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Mapping(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{} = {}", key.value, shown(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Rejected => String::new(),
    }
}

/// The lists and tables below a table, as texts.
fn values(node: &Node) -> Vec<String> {
    let Value::Mapping(entries) = &node.value else { return Vec::new() };
    let of_each = entries.iter().flat_map(|(_, value)| [shown(value)].into_iter().chain(values(value)));
    of_each.filter(|text| text.starts_with(['[', '{'])).collect()
}

#[test]
fn no_long_value_stands_in_two_profiles() {
    let long = |text: &str| values(&parse(text)).into_iter().filter(|value| value.len() > 80).collect::<Vec<_>>();
    let all: Vec<_> = BUILT_IN.iter().map(|(name, text)| (name, long(text))).collect();
    for (place, (name, values)) in all.iter().enumerate() {
        for (other, others) in &all[place + 1..] {
            let repeated: Vec<_> = values.iter().filter(|value| others.contains(value)).collect();
            assert!(repeated.is_empty(), "{name} and {other} both have {repeated:#?}");
        }
    }
}

#[test]
fn a_list_is_written_anew_only_if_items_go_and_others_come() {
    let mut anew = Vec::new();
    for (name, text) in BUILT_IN {
        let over = parse(text);
        let Some(base) = entry(&over, EXTENDS) else { continue };
        let base = lists(&tables(&shown(base)).written, &[]);
        // A tree is recognised by what stands at the top of one file.
        let may_change = |path: &[String]| !is_of_fixed_length(path) && path != ["recognised_by"];
        for (path, items) in lists(&over, &[]).iter().filter(|(path, _)| may_change(path)) {
            let Some((_, old)) = base.iter().find(|(other, _)| other == path) else { continue };
            let (old, new): (Vec<_>, Vec<_>) = (old.iter().map(shown).collect(), items.iter().map(shown).collect());
            let (goes, comes) =
                (old.iter().any(|item| !new.contains(item)), new.iter().any(|item| !old.contains(item)));
            if !(old.is_empty() || new.is_empty() || goes && comes) {
                anew.push(format!("{name}: {}", path.join(".")));
            }
        }
    }
    assert!(anew.is_empty(), "write `add` or `remove` instead of the whole of {anew:#?}");
}
