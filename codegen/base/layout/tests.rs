use std::collections::BTreeSet;

use proptest::prelude::*;
use source::yaml::{self, Node};
use source::{Diagnostics, FileId};

use super::*;

const LEADING: [&str; 5] = ["op", "args", "output", "infer_meta", "kernel"];

fn format(text: &str) -> String {
    formatted(text, &LEADING)
}

#[track_caller]
fn becomes(before: &str, after: &str) {
    assert_eq!(format(before), after);
    assert_eq!(format(after), after, "it is formatted");
}

#[track_caller]
fn stays(text: &str) {
    becomes(text, text);
}

#[test]
fn blanks_and_indentation() {
    becomes(
        "-   op  :   abs  \n    args :(Tensor x)\n\n    kernel :\n         func   :\tabs # why\n         param : [x,\n           y]\n- op : cos\n\n\n",
        "-   op  :   abs  \n    args :(Tensor x)\n\n    kernel :\n         func   :\tabs # why\n         param : [x,\n           y]\n\n- op : cos\n",
    );
    becomes(
        "-   op  :   abs  \n    args : (Tensor x)\n\n    kernel :\n         func   :   abs # why\n         param : [x,\n           y]\n- op : cos\n\n\n",
        "- op : abs\n  args : (Tensor x)\n  kernel :\n    func : abs # why\n    param : [x,\n      y]\n\n- op : cos\n",
    );
    becomes("\n  - a\n  -   b\n\n\n  - c\n", "  - a\n  - b\n\n  - c\n");
    becomes(
        "- op : a\n  version :\n  - checkpoint : x\n    action :\n    -  add_attr : y\n",
        "- op : a\n  version :\n  - checkpoint : x\n    action :\n    - add_attr : y\n",
    );
    becomes("- op : a\n  version :\n     - c\n     -  d\n", "- op : a\n  version :\n    - c\n    - d\n");
    becomes("- op : a\n  inputs :\n   {x : X,\n    y : Y}\n", "- op : a\n  inputs :\n    {x : X,\n     y : Y}\n");
    becomes("- op : a\r\n- op : b", "- op : a\r\n\r\n- op : b\r\n");
}

#[test]
fn comments_stay_where_they_belong() {
    becomes(
        "# head\n\n\n# of a\n- op : a\n     # of args\n     args : ()\n   # odd\n# of b\n- op : b\n# end",
        "# head\n\n# of a\n- op : a\n     # of args\n     args : ()\n   # odd\n\n# of b\n- op : b\n\n# end\n",
    );
    becomes(
        "- op : a\n  kernel :\n      # of func\n      func : f\n      # of kernel\n",
        "- op : a\n  kernel :\n    # of func\n    func : f\n    # of kernel\n",
    );
    becomes("- -  -  c\n        # of c\n", "- - - c\n      # of c\n");
    becomes("- -  -  c\n      # odd\n", "- - - c\n      # odd\n");
    stays("- a\n# of b\n- b\n");
}

#[test]
fn a_file_without_blank_lines_stays_without() {
    let dense = "- tag: a\n  desc: b\n".repeat(10);
    stays(&dense);
    becomes(&dense.replacen("- tag", "\n\n- tag", 1), &dense);
    becomes("- tag: a\n  desc: b\n- tag: c\n  desc: d\n", "- tag: a\n  desc: b\n\n- tag: c\n  desc: d\n");
}

#[test]
fn an_indented_comment_above_an_entry_belongs_to_it() {
    stays("- op: a\n  x: y\n\n  # of b\n- op: b\n  x: y\n");
    stays("- op: a\n  x: y\n  # of a\n\n- op: b\n  x: y\n");
}

#[test]
fn each_file_keeps_its_colons() {
    stays("- op: a\n  args: ()\n");
    stays("- op: a\n  args : ()\n");
    becomes("- op   : a\n  args: ()\n", "- op : a\n  args: ()\n");
    let nine = "- op : a\n  args : ()\n\n".repeat(9);
    becomes(&format!("{nine}- op: b\n  inputs: {{x: X}}\n"), &format!("{nine}- op : b\n  inputs : {{x: X}}\n"));
    let nine = nine.replace(" :", ":");
    becomes(&format!("{nine}- op : b\n"), &format!("{nine}- op: b\n"));
}

#[test]
fn leading_keys_come_in_order() {
    becomes(
        "- args : ()\n  op : a\n  kernel :\n    func : f\n  optional : x\n  # of output\n  output : y\n",
        "- op : a\n  args : ()\n  # of output\n  output : y\n  optional : x\n  kernel :\n    func : f\n",
    );
    stays("- op : a\n  optional : x\n  args : ()\n  inplace : y\n  output : z\n");
    // A comment above the first key would get out of the entry.
    stays("- args : ()\n  # of op\n  op : a\n");
}

#[test]
fn what_is_not_understood_stays() {
    stays("a :   1\n");
    stays("# only\n\n\n# comments\n");
    stays("");
    becomes("- op  : {a\n- op  : b\n", "- op  : {a\n\n- op : b\n");
    stays("- op  : &a x\n");
    stays("---\n\n\n- a\n");
    stays("- a : |\n    x\n\n\n      y  \n  b : >-\n    z\n");
    stays("- a : \"x\n    y\"\n");
}

#[test]
fn entries_are_sorted_where_most_are() {
    let named = |names: &[&str]| {
        names.iter().map(|name| format!("# of {name}\n- op : {name}\n")).collect::<Vec<_>>().join("\n")
    };
    let order = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let mut late = vec!["bb"];
    late.splice(0..0, order);
    let sorted_names = ["a", "b", "bb", "c", "d", "e", "f", "g", "h", "i"];
    assert_eq!(sorted(&named(&late)), Some(named(&sorted_names)));
    assert_eq!(sorted(&named(&sorted_names)), None);
    assert_eq!(sorted(&named(&["c", "a", "b"])), None);
    assert_eq!(sorted("# head\n\n- d\n- a\n- b\n- c\n"), None);
    let list = "# head\n\n- k\n- a\n- b\n- c\n- d\n- e\n- f\n- g\n- h\n- i\n- j\n";
    assert_eq!(sorted(list).as_deref(), Some("# head\n\n- a\n- b\n- c\n- d\n- e\n- f\n- g\n- h\n- i\n- j\n- k\n"));
    assert_eq!(sorted(&list.replace("- e", "\n# section\n\n- e")), None);
}

fn tree(text: &str) -> Option<Node> {
    let mut problems = Diagnostics::default();
    yaml::parse(FileId::from_index(0), text, &mut problems).filter(|_| problems.is_empty())
}

fn comments(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text.lines().filter_map(|line| Some(line[line.find('#')?..].trim_end())).collect();
    found.sort_unstable();
    found
}

/// Formatting keeps the tree and the comments, and doing it again changes nothing.
fn keeps_everything(text: &str) {
    let new = format(text);
    assert_eq!(comments(text), comments(&new), "\n{text}\n{new}");
    assert_eq!(format(&new), new, "\n{text}\n{new}");
    if let Some(before) = tree(text) {
        let after = tree(&new).expect("it is still YAML");
        assert!(same::is_same(&before, &after), "\n{text}\n{new}");
    }
}

/// A line of an entry, with any indentation and any blanks around its colon.
fn line() -> impl Strategy<Value = String> {
    let contents = prop::sample::select(vec![
        "op#: abs",
        "args#:%(Tensor x, int[] y = {1,  2})",
        "output#:",
        "kernel#:%",
        "func#:%f {dense -> dense},",
        "  sr {a -> b}",
        "param#:%[x,  y]",
        "- a",
        "- op#:%b",
        "-%-%c",
        "# comment",
        "#",
        "",
        "|",
        "x#:%|",
        "x#:%>-",
        "  text  ",
        "x#:%\"a",
        "b\"",
        "{x#:%X,",
        "y :  'Y'}",
        "inputs#:%{x : X}",
        "- checkpoint#:%c",
        "? k",
        "x#:%&a b",
        "---",
        "infer_meta#:",
        "x#:%~",
        "x#:%# c",
        "\ta : b",
    ]);
    let blanks = |most: usize| (0..=most).prop_map(|number| " ".repeat(number));
    let indentation = prop::sample::select(vec![0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 6, 8]);
    (indentation, contents, blanks(2), blanks(3), blanks(1)).prop_map(|(indentation, contents, before, after, end)| {
        let (before, after) = (before.as_str(), if after.is_empty() { " " } else { after.as_str() });
        format!(
            "{}{}{end}",
            " ".repeat(indentation),
            contents.replace('#', if contents.contains(':') { before } else { "#" }).replace('%', after)
        )
    })
}

/// An entry that is YAML, in a wild layout.
fn entry() -> impl Strategy<Value = String> {
    let blanks = |least: usize, most: usize| (least..=most).prop_map(|number| " ".repeat(number));
    let key = (
        prop::sample::select(vec!["op", "args", "kernel", "output", "inplace", "infer_meta"]),
        blanks(0, 3),
        blanks(1, 3),
    );
    let inner = prop::collection::vec(("[a-z]{1,3}", blanks(0, 2), blanks(1, 2), any::<bool>()), 0..3);
    let entry = prop::collection::vec((key, inner, any::<bool>(), 0..3_usize), 1..6);
    (blanks(1, 4), blanks(1, 5), entry).prop_map(|(dash, deeper, keys)| {
        let indentation = " ".repeat(1 + dash.len());
        let mut text = String::new();
        let mut seen = BTreeSet::new();
        let keys = keys.into_iter().filter(|((name, ..), ..)| seen.insert(*name));
        for (at, ((name, before, after), inner, has_comment, empty)) in keys.enumerate() {
            if has_comment && at > 0 {
                text += &format!("{indentation}# of {name}{at}\n");
            }
            let start = if at == 0 { format!("-{dash}") } else { indentation.clone() };
            text += &format!("{start}{name}{before}:");
            if inner.is_empty() {
                text += &format!("{after}(Tensor x,\n{indentation}{deeper} int y) # é\n");
                continue;
            }
            text += "\n";
            for (at, (name, before, after, is_list)) in inner.into_iter().enumerate() {
                let value = if is_list {
                    format!("\n{indentation}{deeper} - 1\n{indentation}{deeper} -  2")
                } else {
                    "[a,  b]".into()
                };
                text += &format!("{indentation}{deeper}{name}{at}{before}:{after}{value}\n{}", "\n".repeat(empty));
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_keep_their_meaning(lines in prop::collection::vec(line(), 1..14)) {
        keeps_everything(&lines.join("\n"));
    }

    #[test]
    fn entries_in_any_layout_keep_their_meaning(entries in prop::collection::vec(entry(), 1..4)) {
        let text = entries.concat();
        prop_assert!(tree(&text).is_some(), "{}", text);
        keeps_everything(&text);
    }
}
