//! `opgen check` and `opgen fmt` with files as arguments, and with standard input.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{OP, OP_WITH_WARNING, Said, folder_with, opgen, text, tree};

/// Two files with a finding each: a warning, and an error about the type of an output.
fn two_files() -> tempfile::TempDir {
    let warning = OP_WITH_WARNING.replace("UnchangedInferMeta", "ScaleInferMeta");
    folder_with(&[("ops.yaml", &warning), ("sparse_ops.yaml", &OP.replace("Tensor(out)", "Tensr(out)"))])
}

/// Runs opgen in a folder with a text on standard input.
fn with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Said {
    let mut run = Command::new(env!("CARGO_BIN_EXE_opgen"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("opgen runs");
    // A run that fails before it reads closes the pipe.
    let _ = run.stdin.take().expect("it is piped").write_all(input);
    let output = run.wait_with_output().expect("opgen ends");
    Said { out: text(&output.stdout), err: text(&output.stderr), code: output.status.code() }
}

#[test]
fn only_findings_in_the_named_files_are_reported() {
    let folder = two_files();
    let said = opgen(folder.path(), &["check", "ops.yaml"]);
    assert!(said.out.contains("W0306") && !said.out.contains("Tensr"), "{said:?}");
    assert!(said.out.ends_with("0 errors, 1 warning; 1 is in other files\n") && said.code == Some(0), "{said:?}");
    let said = opgen(folder.path(), &["check", "sparse_ops.yaml"]);
    assert!(said.out.contains("Tensr") && !said.out.contains("W0306") && said.code == Some(1), "{said:?}");
    for paths in [&["."][..], &["ops.yaml", "sparse_ops.yaml"]] {
        let said = opgen(folder.path(), &[&["check"], paths].concat());
        assert!(said.out.ends_with("1 error, 1 warning\n") && said.code == Some(1), "{said:?}");
    }
}

/// Which operators exist is still decided by all files.
#[test]
fn the_whole_project_is_read() {
    let backward = "- backward_op : foo_grad\n  forward : foo (Tensor x) -> Tensor(out)\n  args : (Tensor x, Tensor out_grad)\n  output : Tensor(x_grad)\n  infer_meta :\n    func : FooGradInferMeta\n  kernel :\n    func : foo_grad\n";
    let with_gradient = OP.to_owned() + "  backward : foo_grad\n";
    let folder = folder_with(&[("ops.yaml", &with_gradient), ("backward.yaml", backward)]);
    let said = opgen(folder.path(), &["check", "backward.yaml"]);
    assert_eq!((said.out.as_str(), said.code), ("2 operators, no errors or warnings\n", Some(0)), "{said:?}");
}

#[test]
fn the_project_is_that_of_the_first_path() {
    let folder = two_files();
    let outside = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("ops.yaml");
    let said = opgen(outside.path(), &["check", &file.to_string_lossy(), "--format", "github"]);
    assert!(said.out.starts_with("::warning file=") && said.out.lines().count() == 1, "{said:?}");
    let said = opgen(outside.path(), &["check", &outside.path().to_string_lossy()]);
    assert!(said.err.contains("is not in a project with operator YAML") && said.code == Some(2), "{said:?}");
}

#[test]
fn paths_must_be_files_of_the_project() {
    let folder = folder_with(&[("ops.yaml", OP), ("notes.yaml", "a: 1\n")]);
    for (arguments, problem) in [
        (&["check", "notes.yaml"][..], "notes.yaml is not one of the project's files"),
        (&["check", "nothing.yaml"], "there is no file or folder nothing.yaml"),
        (
            &["check", "ops.yaml", "--write-baseline"],
            "`--write-baseline` writes the findings in all files: name no paths",
        ),
        (&["check", "-"], "`-` needs `--stdin-filename FILE`: the file's name says which YAML it is"),
        (&["fmt", "-"], "`-` needs `--stdin-filename FILE`: the file's name says which YAML it is"),
        (&["check", "--stdin-filename", "ops.yaml"], "`--stdin-filename` needs the path `-`, which is standard input"),
        (&["fmt", "-", "ops.yaml", "--stdin-filename", "ops.yaml"], "`-` must be the only path"),
        (
            &["fmt", "-", "--stdin-filename", "notes.yaml"],
            "notes.yaml is not one of the project's files with operators",
        ),
        (&["check", "-", "--stdin-filename", "new.yaml"], "new.yaml is not one of the project's files"),
        (
            &["check", "-", "--stdin-filename", "no/ops.yaml", "--root", "."],
            "no/ops.yaml is not one of the project's files",
        ),
        (
            &["check", "-", "--stdin-filename", "ops.yaml", "--fix"],
            "`--fix` writes files, but the text comes from standard input: use `--diff`",
        ),
        (&["check", "--statistics", "--format", "sarif"], "`--statistics` has only the formats `human` and `json`"),
    ] {
        let said = with_input(folder.path(), arguments, OP.as_bytes());
        assert_eq!((said.err, said.code), (format!("error: {problem}\n"), Some(2)), "{arguments:?}");
    }
}

#[test]
fn standard_input_takes_the_place_of_a_file() {
    let folder = two_files();
    let before = tree(folder.path());
    let check = ["check", "-", "--stdin-filename", "sparse_ops.yaml"];
    let said = with_input(folder.path(), &check, OP.as_bytes());
    assert_eq!(said.out, "2 operators, no errors or warnings; 1 is in other files\n", "{said:?}");
    assert_eq!(said.code, Some(0));
    let said = with_input(folder.path(), &check, OP.replace("kernel", "kernl").as_bytes());
    assert!(said.out.contains("--> sparse_ops.yaml:6:3") && said.code == Some(1), "{said:?}");
    // From a folder below, the project's paths have another spelling.
    fs::create_dir(folder.path().join("below")).expect("it is writable");
    let below = folder.path().join("below");
    let said = with_input(&below, &["check", "-", "--stdin-filename", "../sparse_ops.yaml"], OP.as_bytes());
    assert_eq!(said.out, "2 operators, no errors or warnings; 1 is in other files\n", "{said:?}");
    let said = with_input(folder.path(), &check, b"\xff");
    assert_eq!((said.err.as_str(), said.code), ("error: cannot read standard input: byte 0 is not UTF-8\n", Some(2)));
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn a_file_that_was_never_saved_can_be_checked() {
    let folder = folder_with(&[("ops.yaml", OP)]);
    let gradient = "- backward_op : foo_grad\n  forward : fooo (Tensor x) -> Tensor(out)\n  args : (Tensor out_grad)\n  output : Tensor(x_grad)\n  infer_meta :\n    func : UnchangedInferMeta\n  kernel :\n    func : foo_grad\n";
    let said = with_input(folder.path(), &["check", "-", "--stdin-filename", "backward.yaml"], gradient.as_bytes());
    assert!(said.out.contains("--> backward.yaml:2:13") && said.code == Some(1), "{said:?}");
}

#[test]
fn formatted_text_goes_to_standard_output() {
    let folder = folder_with(&[("ops.yaml", OP)]);
    let wild = OP.replace("args :", "args   :");
    let fmt = ["fmt", "-", "--stdin-filename", "ops.yaml"];
    let before = tree(folder.path());
    let said = with_input(folder.path(), &fmt, wild.as_bytes());
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), (OP, "", Some(0)));
    let said = with_input(folder.path(), &[&fmt[..], &["--check"]].concat(), wild.as_bytes());
    assert_eq!((said.out.as_str(), said.code), ("ops.yaml\n", Some(1)));
    let said = with_input(folder.path(), &[&fmt[..], &["--diff", "--quiet"]].concat(), wild.as_bytes());
    assert!(said.out.starts_with("--- a/ops.yaml\n+++ b/ops.yaml\n@@ ") && said.code == Some(1), "{said:?}");
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn fixes_stay_in_the_named_files() {
    let misspelt = OP.replace("infer_meta", "infer_mta");
    let folder = folder_with(&[("ops.yaml", &misspelt), ("sparse_ops.yaml", &misspelt)]);
    let said = opgen(folder.path(), &["check", "--fix", "ops.yaml"]);
    assert!(said.err.ends_with("1 finding fixed in 1 file\n"), "{said:?}");
    assert_eq!(fs::read_to_string(folder.path().join("ops.yaml")).expect("it is there"), OP);
    assert_eq!(fs::read_to_string(folder.path().join("sparse_ops.yaml")).expect("it is there"), misspelt);
    let input =
        with_input(folder.path(), &["check", "-", "--stdin-filename", "ops.yaml", "--diff"], misspelt.as_bytes());
    assert!(input.out.contains("-  infer_mta :\n+  infer_meta :\n") && input.code == Some(1), "{input:?}");
}

#[test]
fn statistics_count_what_is_reported() {
    let folder = two_files();
    let said = opgen(folder.path(), &["check", "--statistics", "sparse_ops.yaml"]);
    assert!(said.out.ends_with("1 error, 0 warnings; 1 is in other files\n") && said.code == Some(1), "{said:?}");
    let quiet = opgen(folder.path(), &["check", "--statistics", "--quiet", "ops.yaml"]);
    assert_eq!((quiet.out.as_str(), quiet.code), ("", Some(0)));
    let none = opgen(folder_with(&[("ops.yaml", OP)]).path(), &["check", "--statistics", "--format", "json"]);
    assert_eq!((none.out.as_str(), none.code), ("[]\n", Some(0)));
}
