//! Tests of merging and of references.

use source::{FileId, Sources, file::SourceFile, toml};

use super::*;

fn parse(text: &str) -> Node {
    let id: FileId = Sources::default().add(SourceFile::new("t.toml".into(), text.into()));
    toml::parse(id, text, &mut Diagnostics::default()).expect("the text is TOML")
}

fn merged(base: &str, over: &str) -> (Node, Vec<String>) {
    let mut diagnostics = Diagnostics::default();
    let mut node = merge(parse(base), parse(over), &mut diagnostics);
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
fn a_table_has_the_keys_of_the_one_that_it_extends() {
    let base =
        "[a.t]\nx = ['p', 'q']\ny = 'r'\n[b]\nt = { extends = '{a.t}' }\n[c]\nt = { extends = '{b.t}', v = 'w' }\n";
    let (node, problems) = merged(base, "[a.t]\ny = 's'\n[c.t]\nx = ['o']\nz = '{a.t.y}'\n");
    assert_eq!(problems, [""; 0]);
    assert_eq!([texts(&node, "b.t.x"), texts(&node, "b.t.y")].concat(), ["p", "q", "s"]);
    assert_eq!(["x", "y", "v", "z"].map(|key| texts(&node, &format!("c.t.{key}"))).concat(), ["o", "s", "w", "s"]);
}

#[test]
fn a_table_that_extends_nothing_or_itself_is_reported() {
    let (_, problems) = merged("[a]\nx = { extends = '{a.y}' }\n", "");
    assert_eq!(problems, ["the profile has no table under `a.y`"]);
    let (_, problems) = merged("[a]\nx = { extends = '{a.x}', y = 'p' }\n", "");
    assert_eq!(problems, ["the profile has no text under `a.x`"]);
}

#[test]
fn what_a_reference_stands_for_is_removed() {
    let base = "[a]\nx = ['p', 'q']\nn = 'm'\ny = ['{a.x}', '{a.n}.h', 'r']\n[b]\nz = ['{a.y}', 'p']\n";
    let (node, problems) = merged(base, "[a.y]\nremove = ['p', 'm.h']\nadd = ['s']\n[b.z]\nremove = ['s']\n");
    assert_eq!(problems, [""; 0]);
    assert_eq!(texts(&node, "a.x"), ["p", "q"]);
    assert_eq!(texts(&node, "a.y"), ["q", "r", "s"]);
    assert_eq!(texts(&node, "b.z"), ["q", "r", "p"]);
    // A list that refers to the other may remove the same item.
    let (node, problems) = merged(base, "[a.x]\nremove = ['p']\nadd = ['s']\n[a.y]\nremove = ['p']\n");
    assert_eq!(problems, [""; 0]);
    assert_eq!(
        [texts(&node, "a.x"), texts(&node, "a.y"), texts(&node, "b.z")].concat(),
        ["q", "s", "q", "s", "m.h", "r", "q", "s", "m.h", "r", "p"]
    );
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
    let (_, problems) =
        merged("a = ['pp']\n", "b = '{c.d}'\na = { remove = ['pq'], drop = ['pp'] }\ne.f = '{e.f}'\ng.h = ['{g.h}']\n");
    let expected = [
        "the profile has no text under `c.d`",
        "`pq` is not in the list",
        "`drop` does not change a list",
        "the profile has no text under `e.f`",
        "the profile has no text under `g.h`",
    ];
    assert_eq!(problems, expected);
}

/// A rename finds a name by the key.
#[test]
fn the_key_of_a_replaced_value_is_where_the_new_value_is_written() {
    let many: String = (0..100).map(|n| format!("k{n} = 'old'\n")).collect();
    for further in ["", many.as_str()] {
        let base = format!("[a]\nx = 'old'\ny = 'old'\n{further}");
        let over = format!("[a]\n\n\n\nx = 'new'\n{further}");
        let (node, _) = merged(&base, &over);
        let Some(Node { value: Value::Mapping(entries), .. }) = entry(&node, "a") else { panic!("a table") };
        let start = |key: &str| entries.iter().find(|(name, _)| name.value == key).map(|(name, _)| name.span.start);
        assert_eq!([start("x"), start("y")], [Some(7), Some(14)]);
    }
}
