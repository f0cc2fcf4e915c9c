//! `opgen fmt`.

use std::fs;

use crate::support::{OP, folder_with, opgen, tree};

const WILD: &str = "- op :  foo\n\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n     func : UnchangedInferMeta\n  kernel :\n    func : foo\n";

#[test]
fn files_are_formatted_in_place() {
    let folder = folder_with(&[("ops.yaml", WILD), ("backward.yaml", "# nothing yet\n")]);
    let said = opgen(folder.path(), &["fmt"]);
    assert_eq!((said.out.as_str(), said.code), ("ops.yaml\n", Some(0)), "{said:?}");
    assert_eq!(said.err, "1 file formatted, 1 unchanged\n");
    assert_eq!(fs::read_to_string(folder.path().join("ops.yaml")).expect("it is there"), OP);
    let again = opgen(folder.path(), &["fmt", "--quiet"]);
    assert_eq!((again.out.as_str(), again.err.as_str(), again.code), ("", "", Some(0)));
}

#[test]
fn changes_can_be_seen_first() {
    let folder = folder_with(&[("ops.yaml", WILD)]);
    let before = tree(folder.path());
    let check = opgen(folder.path(), &["fmt", "--check"]);
    assert_eq!((check.out.as_str(), check.code), ("ops.yaml\n", Some(1)));
    assert_eq!(check.err, "1 file would change, 0 unchanged\n");
    let diff = opgen(folder.path(), &["fmt", "--diff", "--quiet"]);
    assert_eq!(diff.code, Some(1));
    assert!(diff.out.starts_with("--- a/ops.yaml\n+++ b/ops.yaml\n@@ "), "{diff:?}");
    assert!(diff.out.contains("\n-     func : UnchangedInferMeta\n+    func : UnchangedInferMeta\n"), "{diff:?}");
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn paths_choose_files() {
    let folder = folder_with(&[("a/ops.yaml", WILD), ("a/sparse_ops.yaml", WILD), ("a/notes.yaml", "a:   1\n")]);
    let said = opgen(folder.path(), &["fmt", "--check", "a/ops.yaml"]);
    assert_eq!((said.out.as_str(), said.code), ("a/ops.yaml\n", Some(1)), "{said:?}");
    let said = opgen(folder.path(), &["fmt", "--check", "a"]);
    assert_eq!(said.out, "a/ops.yaml\na/sparse_ops.yaml\n");
    for (path, problem) in [
        ("a/notes.yaml", "error: a/notes.yaml is not one of the project's files with operators\n"),
        ("b/ops.yaml", "error: there is no file or folder b/ops.yaml\n"),
    ] {
        let said = opgen(folder.path(), &["fmt", path, "--root", "a"]);
        assert_eq!((said.err.as_str(), said.code), (problem, Some(2)));
    }
    let said = opgen(folder.path(), &["fmt", "--built-in"]);
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[test]
fn entries_are_only_sorted_on_request() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "z", "i"];
    let list = |names: &[&str]| names.iter().map(|name| format!("- {name}\n")).collect::<String>();
    let folder = folder_with(&[("ops.yaml", OP), ("prim_api.yaml", &list(&names))]);
    assert_eq!(opgen(folder.path(), &["fmt", "--check"]).code, Some(0));
    assert_eq!(opgen(folder.path(), &["fmt", "--sort"]).out, "prim_api.yaml\n");
    let mut sorted = names;
    sorted.sort_unstable();
    assert_eq!(fs::read_to_string(folder.path().join("prim_api.yaml")).expect("it is there"), list(&sorted));
}

#[test]
fn entries_with_mistakes_stay() {
    let broken = "- op :  bar\n  args : {(Tensor x)\n\n";
    let folder = folder_with(&[("ops.yaml", &format!("{broken}{WILD}"))]);
    let said = opgen(folder.path(), &["fmt"]);
    let warning = "warning: ops.yaml:2:10: this is not YAML: unclosed bracket '{'\n";
    assert_eq!((said.err, said.code), (format!("{warning}1 file formatted, 0 unchanged\n"), Some(0)));
    let text = fs::read_to_string(folder.path().join("ops.yaml")).expect("it is there");
    assert_eq!(text, format!("{broken}{OP}"));
}
