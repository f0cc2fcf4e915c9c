use super::*;

/// The cursor of a text at `|`: its keys, then `?` and the keys beside it, or `=` and what is before it.
fn at(marked: &str) -> String {
    let offset = marked.find('|').expect("it is marked");
    let text = marked.replacen('|', "", 1);
    let cursor = Cursor::at(&text, offset);
    let path = cursor.path.join("/");
    match cursor.context {
        Context::Key { beside } => format!("{path} ? {}", beside.join(" ")).trim().to_owned(),
        Context::Value { before } => format!("{path} = {before}").trim().to_owned(),
        Context::Comment => "#".to_owned(),
    }
}

const ENTRY: &str =
    "- op : abs\n  args : (Tensor x)\n  kernel :\n    func : abs\n    data_type : x\n  backward : abs_grad\n";

/// The entry with a cursor in context of a text.
fn with(text: &str, marked: &str) -> String {
    at(&ENTRY.replacen(text, marked, 1))
}

#[test]
fn keys_of_an_entry() {
    assert_eq!(with("  backward", "  |\n  backward"), "? op args kernel backward");
    assert_eq!(with("  backward", "  ba|ckward"), "? op args kernel");
    assert_eq!(with("- op", "- o|p"), "? args kernel backward");
    assert_eq!(at("- op : a\n  |"), "? op");
    assert_eq!(at("- op : a\n  inf|\n"), "? op");
}

#[test]
fn keys_of_a_nested_mapping() {
    assert_eq!(with("    data_type", "    |\n    data_type"), "kernel ? func data_type");
    assert_eq!(with("    data_type : x", "    lay|"), "kernel ? func");
    assert_eq!(at("- op : a\n  infer_meta :\n    |\n  kernel :\n    func : f\n"), "infer_meta ?");
    assert_eq!(at("- op : a\n  infer_meta :\n    f|\n"), "infer_meta ?");
    assert_eq!(at("- op : a\n  infer_meta : {func: f, p|}\n"), "infer_meta ? func");
}

#[test]
fn keys_with_several_names() {
    assert_eq!(at("- name : a\n  self, other: gr|\n"), "self, other =");
    assert_eq!(at("- name : a\n  self,other : gr|\n"), "self,other =");
    assert_eq!(at("- name : a\n  self, |\n"), "? name");
}

#[test]
fn values() {
    assert_eq!(with("abs_grad", "abs|_grad"), "backward =");
    assert_eq!(with("(Tensor x)", "(Tensor x, int |)"), "args = (Tensor x, int");
    assert_eq!(at("- op : a\n  optional : x, |y\n"), "optional = x,");
    assert_eq!(at("- op : a\n  kernel :\n    func : f\n    param : [x, |\n"), "kernel/param =");
    assert_eq!(at("- op : a\n  kernel : {func : f, param : [x, y|]}\n"), "kernel/param =");
    assert_eq!(at("- op : a\n  optional :\n    - x\n    - y|\n"), "optional =");
    assert_eq!(at("- op : a\n  args : (Tensor x,\n          Tensor |y)\n"), "args = (Tensor x,\n          Tensor");
    assert_eq!(at("- ab|s\n- add\n"), "=".trim().replace('=', "? ").trim());
}

#[test]
fn lists_in_a_file_that_is_a_mapping() {
    assert_eq!(at("# A backend.\nbackend: XLA\nsupported:\n  - abs\n  - ad|d\nautograd:\n"), "supported =");
    assert_eq!(at("backend: XLA\nsupported:\n- abs\n- ad|d\nautograd:\n- max\n"), "supported =");
    assert_eq!(at("---\nbackend: XLA\nsupported:\n- abs\nautograd: [ma|x]\n"), "autograd =");
    assert_eq!(at("backend: XLA\nsupported:\n- abs\nsy|\n"), "? backend supported");
}

#[test]
fn nested_lists() {
    let text = "- op : a\n  version :\n    - checkpoint : c\n      action :\n        - add_attr : x\n          |\n";
    assert_eq!(at(text), "version/action ? add_attr");
    assert_eq!(at("- op : a\n  version :\n    - |\n"), "version =");
    assert_eq!(at("- op : a\n  scalar :\n    x :\n      data_type : f|\n"), "scalar/x/data_type =");
    assert_eq!(at("- op : a\n  extra :\n    attrs : [bool b = false, |]\n"), "extra/attrs =");
}

#[test]
fn other_places() {
    assert_eq!(at("# |\n- op : a\n"), "#");
    assert_eq!(at("- op : a # |\n"), "#");
    assert_eq!(at("|"), "?");
    assert_eq!(at("- op : a\n|\n- op : b\n"), "?");
}

#[test]
fn no_cursor_is_too_much() {
    for text in [
        "é: [",
        "- {",
        "- op : \"a\n  b : [{x: 'y\n",
        "\t- a\r\n\r\n",
        "- - - a : b : c",
        "-",
        "- a:\n -b",
        ": :",
        "- op : a\n}]{",
    ] {
        for offset in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            Cursor::at(text, offset);
        }
    }
}
