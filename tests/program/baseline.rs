//! Baselines: known findings are not reported, and findings that no longer occur are.

use std::fs;

use tempfile::TempDir;

use crate::support::{OP, OP_WITH_WARNING, folder_with, opgen, write};

/// What `opgen check` prints in a folder, and its exit code.
fn checked(folder: &TempDir, arguments: &[&str]) -> (String, Option<i32>) {
    let said = opgen(folder.path(), &[&["check", "--root", "."], arguments].concat());
    (said.out, said.code)
}

#[test]
fn a_baseline_makes_the_first_day_quiet_and_says_what_has_been_mended() {
    let folder = folder_with(&[("ops.yaml", OP_WITH_WARNING), ("opgen.toml", "baseline = \"known.toml\"\n")]);
    let write = |name: &str, text: &str| write(folder.path(), name, text);
    let (said, code) = checked(&folder, &[]);
    assert_eq!(code, Some(1));
    assert!(said.contains("there is no file known.toml"), "{said}");
    assert!(said.contains("opgen.toml:1:13"), "{said}");
    let (said, code) = checked(&folder, &["--write-baseline"]);
    assert!(said.starts_with("1 finding written to ") && said.ends_with("known.toml\n"), "{said}");
    assert_eq!(code, Some(0));
    write("ops.yaml", &format!("\n# Moved.\n{OP_WITH_WARNING}"));
    let quiet = "1 operator, no errors or warnings; the baseline has 1 known finding\n".to_owned();
    assert_eq!(checked(&folder, &["--deny", "warnings"]), (quiet, Some(0)));
    write("ops.yaml", &OP_WITH_WARNING.replace("factor", "scale"));
    let (said, code) = checked(&folder, &[]);
    assert!(said.contains("warning[W0705]: W0306 in `scale` of ops.yaml no longer occurs"), "{said}");
    assert_eq!(code, Some(0));
    assert_eq!(checked(&folder, &["--write-baseline"]).1, Some(0));
    assert_eq!(checked(&folder, &[]).0, "1 operator, no errors or warnings\n");
}

#[test]
fn what_must_be_mended_is_in_no_baseline() {
    let folder = folder_with(&[("ops.yaml", &OP_WITH_WARNING.replace("float", "flaot"))]);
    let (said, code) = checked(&folder, &["--write-baseline"]);
    assert!(said.contains("error[E0202]") && said.contains("\n0 findings written to "), "{said}");
    assert_eq!(code, Some(1));
}

/// A project without settings.
#[test]
fn a_baseline_takes_effect_by_itself() {
    let folder = folder_with(&[("yaml/ops.yaml", OP_WITH_WARNING)]);
    let run = |arguments: &[&str]| {
        let said = opgen(folder.path(), &[arguments, &["--root", "yaml"]].concat());
        (said.out, said.err, said.code)
    };
    let written = ("1 finding written to yaml/opgen-baseline.toml\n".to_owned(), String::new(), Some(0));
    assert_eq!(run(&["check", "--write-baseline"]), written);
    let quiet =
        ("1 operator, no errors or warnings; the baseline has 1 known finding\n".to_owned(), String::new(), Some(0));
    assert_eq!(run(&["check", "--deny", "warnings"]), quiet);
    assert_eq!(run(&["generate", "--out", "out", "--target", "compat", "--warnings"]).1, "");
    write(folder.path(), "yaml/ops.yaml", OP);
    let (said, _, code) = run(&["check"]);
    assert!(
        said.contains("warning[W0705]: W0306 in `scale` of ops.yaml no longer occurs") && code == Some(0),
        "{said}"
    );
    fs::remove_file(folder.path().join("yaml/opgen-baseline.toml")).expect("it is there");
    assert_eq!(run(&["check"]).0, "1 operator, no errors or warnings\n");
}

#[test]
fn the_file_that_the_settings_name_comes_first() {
    let folder = folder_with(&[("ops.yaml", OP_WITH_WARNING), ("opgen.toml", "baseline = \"known.toml\"\n")]);
    assert_eq!(checked(&folder, &["--write-baseline"]).0, "1 finding written to ./known.toml\n");
    // A file with the default name has no effect.
    write(folder.path(), "opgen-baseline.toml", "this is no TOML");
    assert!(checked(&folder, &[]).0.ends_with("the baseline has 1 known finding\n"));
}

#[test]
fn a_file_that_no_run_would_read_says_how_to_use_it() {
    let folder = folder_with(&[("ops.yaml", OP_WITH_WARNING)]);
    let (said, code) = checked(&folder, &["--write-baseline", "--baseline", "old.toml"]);
    let expected = "1 finding written to old.toml\n\
                    to use this file, pass `--baseline old.toml`, or set `baseline` in opgen.toml\n";
    assert_eq!((said.as_str(), code), (expected, Some(0)));
    assert!(checked(&folder, &[]).0.contains("warning[W0306]"));
    assert!(checked(&folder, &["--baseline", "old.toml"]).0.ends_with("1 known finding\n"));
}

#[test]
fn the_built_in_operators_need_no_baseline() {
    let folder = folder_with(&[]);
    let said = opgen(folder.path(), &["check", "--built-in", "--write-baseline"]);
    let expected =
        "error: there is no folder for a baseline of the built-in operators: name a file with `--baseline`\n";
    assert_eq!((said.err.as_str(), said.code), (expected, Some(2)));
    // A file that opgen did not write.
    write(folder.path(), "opgen-baseline.toml", "this is no TOML");
    assert_eq!(opgen(folder.path(), &["check", "--built-in"]).code, Some(0));
}

#[test]
fn a_baseline_replaces_nothing_else() {
    let folder = folder_with(&[("ops.yaml", OP_WITH_WARNING)]);
    let path = folder.path().join("known.toml");
    let run = || opgen(folder.path(), &["check", "--root", ".", "--write-baseline", "--baseline", "known.toml"]);
    for text in ["# My notes.\nanswer = 42\n", "These are words.\n", "[package]\nname = \"a\"\n[[finding]]\n", "\u{0}"]
    {
        fs::write(&path, text).expect("it is writable");
        let said = run();
        let refusal = "error: known.toml is not a baseline: remove it, or name another file\n";
        assert_eq!((said.err.as_str(), said.code), (refusal, Some(2)), "{text}");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
    }
    fs::write(&path, "").expect("it is writable");
    assert_eq!(run().code, Some(0));
    let written = fs::read_to_string(&path).expect("it is there");
    for text in [written.replace("code", "<<<<<<<\ncode"), written.lines().skip(1).collect::<Vec<_>>().join("\n")] {
        fs::write(&path, text).expect("it is writable");
        assert_eq!(run().code, Some(0));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), written);
    }
}
