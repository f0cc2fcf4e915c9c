use super::*;
use crate::fix::{Fix, Help};
use crate::{file::SourceFile, rules};

/// Applies a change to a text. `§` marks the word that the diagnostic underlines, `¶` another word that the change
/// refers to.
fn changed(marked: &str, change: impl Fn(Span, Span) -> Change) -> String {
    let text = marked.replace(['§', '¶'], "");
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("t.yaml".into(), text.clone()));
    let word = |mark: char, other: char| {
        let at = marked.find(mark).unwrap_or(0);
        let start = marked[..at].replace(other, "").len();
        let length = text[start..].find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(0);
        Span::new(file, start, start + length)
    };
    let (own, other) = (word('§', '¶'), word('¶', '§'));
    let fix = Fix::new("change it", [change(own, other)]);
    let finding = Diagnostic::new(rules::WRONG_NODE, own, "").fix(fix);
    let mut changed = text;
    let edits = Editor::new(&sources).edits(&finding);
    for edit in edits.expect("the change fits").iter().rev() {
        changed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    changed
}

fn backward(within: Span) -> Change {
    Change::AddKey { within, under: None, key: "backward".into(), value: "a_grad".into() }
}

fn optional(within: Span) -> Change {
    Change::AddName { within, key: "optional".into(), name: "y".into() }
}

#[test]
fn a_key_is_added_at_the_end_of_its_entry() {
    let added = |text| changed(text, |own, _| backward(own));
    assert_eq!(
        added("- op : §a\n  args : (x) # c\n\n- op : b\n"),
        "- op : a\n  args : (x) # c\n  backward : a_grad\n\n- op : b\n"
    );
    assert_eq!(added("- {op: §a, args: (x)}"), "- {op: a, args: (x), backward: a_grad}");
    let in_kernel = |within, under: &str| Change::AddKey {
        within,
        under: Some(under.into()),
        key: "data_type".into(),
        value: "x".into(),
    };
    let kernel = changed("- op : §a\n  kernel :\n    func : f\n  optional : x\n", |own, _| in_kernel(own, "kernel"));
    assert_eq!(kernel, "- op : a\n  kernel :\n    func : f\n    data_type : x\n  optional : x\n");
}

#[test]
fn a_new_key_has_the_blanks_of_others() {
    let added = |text| changed(text, |own, _| backward(own));
    assert_eq!(added("- op: §a\n  args: (x)\n"), "- op: a\n  args: (x)\n  backward: a_grad\n");
    assert_eq!(added("- {op: §a}\n"), "- {op: a, backward: a_grad}\n");
    let added = |text| changed(text, |own, _| optional(own));
    assert_eq!(added("- op: §a\n"), "- op: a\n  optional: y\n");
}

#[test]
fn a_name_is_added_to_a_list_of_any_form() {
    let added = |text| changed(text, |own, _| optional(own));
    assert_eq!(added("- op : §a\n  optional : x\n  view : v\n"), "- op : a\n  optional : x, y\n  view : v\n");
    assert_eq!(added("- op : §a\n  optional : [x]\n"), "- op : a\n  optional : [x, y]\n");
    assert_eq!(added("- op : §a\n  optional :\n    - x\n"), "- op : a\n  optional :\n    - x\n    - y\n");
    assert_eq!(added("- op : §a\n"), "- op : a\n  optional : y\n");
}

#[test]
fn an_item_goes_with_its_comma_or_its_line() {
    let removed = |text| changed(text, |own, _| Change::RemoveItem(own));
    assert_eq!(removed("- op : a\n  optional : §x, y\n"), "- op : a\n  optional : y\n");
    assert_eq!(removed("- op : a\n  optional : x, §y\n"), "- op : a\n  optional : x\n");
    assert_eq!(removed("- op : [bool §x = false, y]\n"), "- op : [y]\n");
    assert_eq!(removed("- a\n- §b\n- c\n"), "- a\n- c\n");
}

#[test]
fn a_key_goes_with_its_value() {
    let remove = |within| Change::RemoveKey { within, key: "kernel".into() };
    let removed = |text| changed(text, |own, _| remove(own));
    assert_eq!(removed("- op : §a\n  kernel :\n    func : f\n  view : v\n"), "- op : a\n  view : v\n");
    assert_eq!(removed("- {op: §a, kernel: {func: f}}\n"), "- {op: a}\n");
}

#[test]
fn an_entry_moves_with_the_comment_above_it() {
    let after = |own, other| Change::MoveAfter(own, other);
    let text = "- op : ¶a\n\n- op : c\n\n# of b\n- op : §b\n";
    assert_eq!(changed(text, after), "- op : a\n\n# of b\n- op : b\n\n- op : c\n\n");
    let before = |own, other| Change::MoveBefore(own, other);
    assert_eq!(changed("- op : ¶b\n\n- op : §a\n", before), "- op : a\n\n- op : b\n\n");
}

#[test]
fn an_escaped_text_is_not_replaced() {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("t.yaml".into(), "\"a\\x62\"".into()));
    let finding = Diagnostic::new(rules::WRONG_NODE, Span::new(file, 0, 7), "").help(Help::meant("ab", "abc"));
    assert_eq!(Editor::new(&sources).edits(&finding), None);
}
