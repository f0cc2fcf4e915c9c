//! How the profile of a tree of PyTorch is found, and what people are told of that.

use crate::support::{folder_with, opgen, write};

const TWICE: &str = "- func: twice(Tensor self) -> Tensor\n  variants: function, method\n";
/// What is said of a folder that does not state its version.
const ASSUMED: &str = "note: no file states the version of PyTorch, so the profile `torch-2.15` is used; choose one with `--profile` \
                       or in opgen.toml, or write the version to `version.txt`\n";

#[test]
fn people_are_told_which_profile_is_assumed() {
    let folder = folder_with(&[("native_functions.yaml", TWICE)]);
    let said = |arguments: &[&str]| opgen(folder.path(), arguments);
    let checked = said(&["check"]);
    assert_eq!((checked.err.as_str(), checked.code), (ASSUMED, Some(0)));
    assert_eq!(checked.out, "1 operator, no errors or warnings\n");
    let generated = said(&["generate", "--target", "vmap", "--out", "out"]);
    assert_eq!((generated.err.as_str(), generated.code), (ASSUMED, Some(0)));
    for silent in [
        &["check", "--quiet"][..],
        &["check", "--format", "json"],
        &["check", "--format", "sarif"],
        &["check", "--profile", "torch-2.8"],
        &["generate", "--quiet", "--target", "vmap", "--out", "quiet"],
    ] {
        let said = said(silent);
        assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{silent:?}");
        assert!(!said.out.contains("torch-2.15"), "{silent:?}: {}", said.out);
    }
    write(folder.path(), "opgen.toml", "profile = \"torch-2.11\"\n");
    assert_eq!(said(&["check"]).err, "");
}

#[test]
fn a_file_with_the_version_beside_the_yaml_chooses_the_profile() {
    let folder = folder_with(&[("native_functions.yaml", TWICE), ("version.txt", "2.8.0a0\n")]);
    let checked = opgen(folder.path(), &["check", "--notes"]);
    assert_eq!((checked.err.as_str(), checked.out.as_str()), ("", "1 operator, no errors or warnings\n"));
    let profile = opgen(folder.path(), &["profile", "show"]);
    assert!(profile.out.starts_with("name = \"torch-2.8\" "), "{}", profile.out);
}

#[test]
fn a_newer_tree_takes_the_nearest_profile_with_a_note() {
    let folder = folder_with(&[("aten/src/ATen/native/native_functions.yaml", TWICE), ("version.txt", "2.16.0a0\n")]);
    let checked = opgen(folder.path(), &["check"]);
    let counted = "1 operator, no errors or warnings, 1 note (`opgen check --notes` shows it)\n";
    assert_eq!((checked.err.as_str(), checked.out.as_str(), checked.code), ("", counted, Some(0)));
    let shown = opgen(folder.path(), &["check", "--notes"]).out;
    let note =
        "note[N2099]: this is a tree of 2.16.0a0, and the nearest profile is `torch-2.15`\n --> version.txt:1:1\n";
    assert!(shown.starts_with(note), "{shown}");
}

#[test]
fn a_file_that_states_no_version_is_reported() {
    let folder = folder_with(&[("aten/src/ATen/native/native_functions.yaml", TWICE), ("version.txt", "latest\n")]);
    let shown = opgen(folder.path(), &["check", "--notes"]).out;
    let note = "note[N2099]: this is not a version of PyTorch, and the profile is `torch-2.15`\n --> version.txt:1:1\n";
    assert!(shown.starts_with(note), "{shown}");
}

#[test]
fn variables_of_templates_are_those_of_a_project() {
    let folder = folder_with(&[("native_functions.yaml", TWICE)]);
    let fields = |arguments: &[&str]| opgen(folder.path(), &[&["templates", "fields"], arguments].concat());
    let of_template = fields(&["torch/method_declarations.j2", "--root", "."]).out;
    assert!(of_template.contains("\napis[].returns                 string  at::Tensor\n"), "{of_template}");
    let of_frame = fields(&["aten/Operators.h", "--root", "."]).out;
    assert!(of_frame.contains("Operators_includes      string\n"), "{of_frame}");
    let of_custom = fields(&["op", "--root", "."]).out;
    assert!(of_custom.contains("\nop.dispatcher "), "{of_custom}");
    let built_in = fields(&["torch/function.j2"]);
    let help = "error: no output for the built-in operators has `torch/function.j2`: name a project for which it is rendered \
                with `--root`\n";
    assert_eq!((built_in.err.as_str(), built_in.code), (help, Some(2)));
    let unknown = fields(&["torch/functoin.j2", "--root", "."]);
    assert_eq!(unknown.err, "error: there is no template `torch/functoin.j2`; did you mean `torch/function.j2`?\n");
}
