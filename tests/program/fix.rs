//! `opgen check --fix`: certain fixes are carried out, and nothing else changes.

use std::fs;

use tempfile::TempDir;

use crate::support::{OP, Said, folder_with, opgen};

fn check(folder: &TempDir, arguments: &[&str]) -> Said {
    opgen(folder.path(), &[&["check", "--root", "."], arguments].concat())
}

fn text(folder: &TempDir) -> String {
    fs::read_to_string(folder.path().join("ops.yaml")).expect("it is there")
}

#[test]
fn certain_fixes_are_carried_out() {
    let wrong = OP.replace("kernel :", "kernl :").replace("(Tensor x)", "(Tensor x,)");
    let folder = folder_with(&[("ops.yaml", &wrong)]);
    let shown = check(&folder, &["--diff"]);
    assert_eq!(text(&folder), wrong, "--diff writes nothing");
    assert_eq!(shown.code, Some(1));
    assert!(shown.out.contains("--- a/ops.yaml\n+++ b/ops.yaml\n@@ -1,7 +1,7 @@\n"), "{}", shown.out);
    assert!(shown.out.contains("-  args : (Tensor x,)\n+  args : (Tensor x)\n"), "{}", shown.out);
    assert!(shown.out.contains("-  kernl :\n+  kernel :\n"), "{}", shown.out);
    assert_eq!(shown.err, "2 findings would be fixed in 1 file\n");

    let fixed = check(&folder, &["--fix"]);
    assert_eq!(text(&folder), OP);
    assert!(
        fixed.err.ends_with("2 findings fixed in 1 file\n") && fixed.err.contains("fixed ops.yaml:"),
        "{}",
        fixed.err
    );
    assert_eq!((fixed.out.as_str(), fixed.code), ("1 operator, no errors or warnings\n", Some(0)));
    let again = check(&folder, &["--diff"]);
    assert_eq!(
        (again.out.as_str(), again.err.as_str(), again.code),
        ("", "0 findings would be fixed in 0 files\n", Some(0))
    );
}

#[test]
fn a_file_keeps_its_line_ends_and_its_mark() {
    let wrong =
        OP.replace("kernel :", "kernl :") + "\n" + &OP.replace("foo", "bar").replace("func : bar", "funk : bar");
    for (mark, end) in [("", "\r\n"), ("\u{feff}", "\n"), ("\u{feff}", "\r\n")] {
        let with_ends = |text: &str| format!("{mark}{}", text.replace('\n', end));
        let folder = folder_with(&[("ops.yaml", &with_ends(&wrong))]);
        let fixed = check(&folder, &["--fix"]);
        let right = OP.to_owned() + "\n" + &OP.replace("foo", "bar");
        assert_eq!(text(&folder), with_ends(&right), "{}{}", fixed.err, fixed.out);
    }
}

#[test]
fn what_is_not_certain_needs_another_option() {
    // `y` could be anything.
    let wrong = OP.replace("    func : UnchangedInferMeta", "    func : UnchangedInferMeta\n    param : [y]");
    let folder = folder_with(&[("ops.yaml", &wrong)]);
    let fixed = check(&folder, &["--fix"]);
    assert_eq!(text(&folder), wrong);
    assert!(fixed.err.starts_with("0 findings fixed in 0 files\n"), "{fixed:?}");
    let refused = check(&folder, &["--unsafe-fixes"]);
    assert_eq!((refused.err.as_str(), refused.code), ("error: `--unsafe-fixes` needs `--fix` or `--diff`\n", Some(2)));
    let folder = folder_with(&[]);
    assert_eq!(opgen(folder.path(), &["check", "--built-in", "--fix"]).code, Some(2));
}

/// A fix that would only replace one mistake by another is not kept.
#[test]
fn a_fix_that_makes_things_worse_is_not_kept() {
    // The misspelt key stands beside the right one.
    let wrong = OP.replace("  kernel :", "  kernl :\n    func : foo\n  kernel :");
    let folder = folder_with(&[("ops.yaml", &wrong)]);
    let fixed = check(&folder, &["--fix"]);
    assert_eq!(text(&folder), wrong, "{fixed:?}");
    assert!(fixed.err.contains("1 fix not kept: other findings would have appeared\n"), "{}", fixed.err);
}

#[test]
fn fixes_have_the_layout_of_the_file() {
    let right = "- func: twice(Tensor self, bool keepdim=False) -> Tensor\n  dispatch:\n    CPU: twice_cpu\n  autogen: twice.out\n";
    let file = "native_functions.yaml";
    let fixed = |wrong: &str, arguments: &[&str]| {
        let folder = folder_with(&[(file, wrong)]);
        let said = check(&folder, arguments);
        (fs::read_to_string(folder.path().join(file)).expect("it is there"), said.err)
    };
    let (text, said) = fixed(&right.replace("False", "false"), &["--fix"]);
    assert_eq!(text, right, "{said}");
    let wrong = right.replace("  autogen: twice.out\n", "");
    let (text, said) = fixed(&wrong, &["--fix"]);
    assert_eq!(text, wrong);
    assert!(said.contains("`--unsafe-fixes` also carries it out\n"), "{said}");
    let (text, said) = fixed(&wrong, &["--fix", "--unsafe-fixes"]);
    assert_eq!(text, right, "{said}");
}

#[test]
fn an_option_that_is_given_is_not_recommended() {
    // The tag that was meant is there already.
    let wrong = "- func: twice(Tensor self) -> Tensor\n  tags: [core, cor]\n  autogen: twice.out\n";
    let tags = "- tag: core\n  desc: Others are decomposed into it.\n";
    let folder = folder_with(&[("native_functions.yaml", wrong), ("tags.yaml", tags)]);
    let fixed = check(&folder, &["--fix"]);
    assert!(fixed.err.contains("`--unsafe-fixes` also carries it out"), "{}", fixed.err);
    let fixed = check(&folder, &["--fix", "--unsafe-fixes"]);
    assert!(fixed.err.contains("1 fix not kept") && !fixed.err.contains("--unsafe-fixes"), "{}", fixed.err);
}
