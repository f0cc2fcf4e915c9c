//! `opgen diff` with git repositories: revisions, working trees, and arguments that are easy to confuse.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use opgen::diff::Kind;
use tempfile::TempDir;

use crate::support::{OP, folder_with, opgen, text};

const BEFORE: &str = "\
- op: pool
  args: (Tensor x, int size = 2)
  output: Tensor(out)
  infer_meta:
    func: PoolInferMeta
  kernel:
    func: pool
";

fn run(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    // Ignore the git settings of this machine.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    command.output().unwrap_or_else(|error| panic!("{program} runs: {error}"))
}

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
    let output = run("git", folder, &[&identity, arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The output and the exit code.
fn diff(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let output = run(env!("CARGO_BIN_EXE_opgen"), folder, &[&["diff"], arguments].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

/// A repository with two commits. The second one changes a default. `below` is the folder of the YAML.
fn repository(below: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path();
    git(root, &["init", "--quiet"]);
    fs::create_dir_all(root.join(below)).expect("it is writable");
    for (text, note) in [(BEFORE.to_owned(), "one"), (BEFORE.replace("= 2", "= 3"), "two")] {
        fs::write(root.join(below).join("ops.yaml"), text).expect("it is writable");
        git(root, &["add", "--all"]);
        git(root, &["commit", "--quiet", "--message", note]);
    }
    folder
}

#[test]
fn two_revisions_are_compared_without_a_checkout() {
    let folder = repository("");
    // The contents of the working tree do not matter.
    fs::write(folder.path().join("ops.yaml"), "- op: [").expect("it is writable");
    let (text, code) = diff(folder.path(), &["HEAD~1", "HEAD", "--details"]);
    assert!(text.contains("error[default-changed]: the default of `size` changed from `2` to `3`"), "{text}");
    assert!(text.contains("--> HEAD~1:ops.yaml:2:31") && text.contains("::: HEAD:ops.yaml:2:31"), "{text}");
    assert_eq!(code, 1);
}

#[test]
fn the_working_tree_is_what_a_revision_is_compared_with() {
    let folder = repository("");
    assert_eq!(diff(folder.path(), &["HEAD"]), ("no operator changed\n".to_owned(), 0));
    fs::write(folder.path().join("ops.yaml"), BEFORE.replace("func: pool", "func: pool2")).expect("it is writable");
    let (text, code) = diff(folder.path(), &["HEAD~1", "--target", "none", "--details"]);
    assert!(text.contains("the kernel changed from `pool` to `pool2`"), "{text}");
    assert!(text.contains("::: ops.yaml:7:11"), "{text}");
    assert_eq!(code, 0, "a kernel is not denied by default");
    assert_eq!(diff(folder.path(), &["HEAD~1", "--deny", "kernel"]).1, 1);
}

#[test]
fn what_is_denied_decides_the_exit_code() {
    let folder = repository("");
    let code = |deny| diff(folder.path(), &["HEAD~1", "--deny", deny]).1;
    assert_eq!([code("api"), code("model"), code("kernel"), code("none"), code("abi")], [1, 1, 0, 0, 2]);
}

#[test]
fn the_yaml_may_be_below_the_top_of_the_repository() {
    let folder = repository("paddle/phi/api/yaml");
    let nested = folder.path().join("paddle/phi");
    // From a folder inside the repository.
    let (text, code) = diff(&nested, &["HEAD~1", "HEAD"]);
    assert!(text.contains("HEAD:paddle/phi/api/yaml/ops.yaml:2:31"), "{text}");
    assert_eq!(code, 1);
    // With a flat layout, in the folder given by `--root`.
    let (text, code) = diff(folder.path(), &["HEAD~1", "HEAD", "--root", "paddle/phi/api/yaml"]);
    assert!(text.contains("HEAD:paddle/phi/api/yaml/ops.yaml:2:31"), "{text}");
    assert_eq!(code, 1);
}

#[test]
fn annotations_name_files_as_the_repository_does() {
    let folder = repository("yaml");
    let (text, _) = diff(folder.path(), &["HEAD~1", "HEAD", "--root", "yaml", "--format", "github"]);
    assert!(text.starts_with("::error file=yaml/ops.yaml,line=2,endLine=2,col=31,endColumn=32,title=pool"), "{text}");
}

#[test]
fn a_branch_is_told_from_a_folder() {
    let folder = repository("");
    git(folder.path(), &["branch", "old", "HEAD~1"]);
    assert_eq!(diff(folder.path(), &["old"]).1, 1);
    fs::create_dir(folder.path().join("old")).expect("it is writable");
    fs::write(folder.path().join("old/ops.yaml"), BEFORE.replace("= 2", "= 3")).expect("it is writable");
    let (text, code) = diff(folder.path(), &["old"]);
    assert_eq!(text, "error: `old` is both a path and a git revision: write `./old` or `refs/heads/old`\n");
    assert_eq!(code, 2);
    assert_eq!(diff(folder.path(), &["./old"]).1, 0);
    assert_eq!(diff(folder.path(), &["refs/heads/old"]).1, 1);
}

#[test]
fn what_cannot_be_compared_is_an_error_of_its_own() {
    let folder = repository("");
    let (text, code) = diff(folder.path(), &["nowhere"]);
    assert_eq!(text, "error: `nowhere` is neither a path nor a git revision in .\n");
    assert_eq!(code, 2);
    fs::write(folder.path().join("ops.yaml"), BEFORE.replace("Tensor x", "Tenser x")).expect("it is writable");
    let (text, code) = diff(folder.path(), &["HEAD"]);
    assert!(
        text.starts_with("the head, the working tree, cannot be compared:\n\nerror[E0202]: unknown type `Tenser`"),
        "{text}"
    );
    assert_eq!(code, 2);
    git(folder.path(), &["commit", "--all", "--quiet", "--message", "three"]);
    let (text, code) = diff(folder.path(), &["HEAD", "HEAD~1"]);
    assert!(text.starts_with("the base, HEAD, cannot be compared:"), "{text}");
    assert!(text.contains("--> HEAD:ops.yaml:2:10"), "{text}");
    assert_eq!(code, 2);
    // A revision without any YAML.
    git(folder.path(), &["rm", "--quiet", "ops.yaml"]);
    git(folder.path(), &["commit", "--quiet", "--message", "four"]);
    let (text, code) = diff(folder.path(), &["HEAD", "HEAD~2"]);
    assert!(text.contains("error[E0009]: no operator YAML in . at HEAD"), "{text}");
    assert_eq!(code, 2);
}

#[test]
fn a_file_in_normal_form_is_a_side_like_any_other() {
    let folder = repository("");
    let parsed = run(env!("CARGO_BIN_EXE_opgen"), folder.path(), &["parse", "--root", "."]);
    fs::write(folder.path().join("normal.yaml"), parsed.stdout).expect("it is writable");
    assert_eq!(diff(folder.path(), &["normal.yaml"]), ("no operator changed\n".to_owned(), 0));
    assert_eq!(diff(folder.path(), &["HEAD~1", "normal.yaml"]).1, 1);
}

/// Each saved form names its version.
#[test]
fn normal_forms_of_two_versions_differ_as_their_trees_do() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff/two-versions");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let opgen = |arguments: &[&str]| text(&run(env!("CARGO_BIN_EXE_opgen"), folder.path(), arguments).stdout);
    let trees = ["base", "head"].map(|side| case.join(side).to_string_lossy().into_owned());
    let forms = ["base.yaml", "head.yaml"];
    for (tree, form) in trees.iter().zip(forms) {
        fs::write(folder.path().join(form), opgen(&["parse", "--root", tree])).expect("it is writable");
    }
    let changes = |[base, head]: [&str; 2]| {
        let report = opgen(&["diff", base, head, "--target", "none", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&report).expect("it is JSON");
        let operators = report["operators"].as_array().expect("it is an array").clone();
        let changes = operators.into_iter().flat_map(|op| op["changes"].as_array().cloned().unwrap_or_default());
        changes.map(|change| (change["kind"].clone(), change["message"].clone())).collect::<Vec<_>>()
    };
    let of_trees = changes([&trees[0], &trees[1]]);
    assert!(!of_trees.is_empty());
    assert_eq!(changes(forms), of_trees);
}

#[test]
fn a_missing_entry_helps_once_it_is_pasted() {
    let folder = repository("");
    let (text, _) = diff(folder.path(), &["HEAD~1", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let entry = &report["operators"][0]["missing_entry"];
    assert_eq!((&entry["file"], &entry["required"]), (&"op_version.yaml".into(), &true.into()));
    let yaml = entry["yaml"].as_str().expect("it is text");
    fs::write(folder.path().join("op_version.yaml"), yaml).expect("it is writable");
    let (text, code) = diff(folder.path(), &["HEAD~1", "--deny", "model"]);
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains("op_version does not say so"), "{text}");
    let checked = run(env!("CARGO_BIN_EXE_opgen"), folder.path(), &["check", "--root", "."]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

/// `OPGEN_BLESS=1 cargo test --test program diff` rewrites the table.
#[test]
fn the_documentation_lists_every_kind_of_change() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diff.md");
    let page = fs::read_to_string(&path).expect("it is readable");
    let heading = "| kind | the change, and whom it breaks |\n| --- | --- |\n";
    let (before, _) = page.split_once(heading).expect("the table is there");
    let rows: String = Kind::ALL.iter().map(|kind| format!("| `{}` | {} |\n", kind.name(), kind.title())).collect();
    let expected = format!("{before}{heading}{rows}");
    if std::env::var_os("OPGEN_BLESS").is_some() {
        fs::write(&path, &expected).expect("it is writable");
        return;
    }
    assert!(page == expected, "docs/diff.md is stale: OPGEN_BLESS=1 cargo test --test program diff rewrites it");
}

/// The numbers of added and removed lines in a unified diff, by path.
fn lines_of_patches(report: &serde_json::Value) -> Vec<(String, usize, usize)> {
    let count = |file: &serde_json::Value| {
        let patch = file["patch"].as_str().expect("a patch was asked for");
        let lines = |sign: char| patch.lines().skip(2).filter(|line| line.starts_with(sign)).count();
        (file["path"].as_str().expect("it is text").to_owned(), lines('+'), lines('-'))
    };
    report["files"].as_array().expect("it is a list").iter().map(count).collect()
}

/// Without a patch, opgen generates only what a change can affect; with one, everything. Both must count the same
/// lines.
#[test]
fn the_numbers_of_lines_are_those_of_the_patch() {
    let changes: [(&str, &str, &str); 6] = [
        ("ops.yaml", "Scalar axis = 0)", "Scalar axis = 1, bool strict = false)"),
        ("backward.yaml", "func: concat_grad", "func: concat_grad_v2"),
        ("op_compat.yaml", "inputs: {x: Operands}", "inputs: {x: Operand}"),
        ("op_version.yaml", "Both limits may", "The limits may"),
        ("sparse_ops.yaml", "func: UnchangedInferMeta", "func: SameInferMeta"),
        ("legacy_ops.yaml", "func: ElementwiseInferMeta", "func: BroadcastInferMeta"),
    ];
    for (file, from, to) in changes {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let head = folder.path().join("head");
        fs::create_dir(&head).expect("it is writable");
        let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("yaml");
        for entry in fs::read_dir(&base).expect("it is readable") {
            let path = entry.expect("it is readable").path();
            let name = path.file_name().expect("it has a name").to_owned();
            let text = fs::read_to_string(&path).expect("it is text");
            let text = if name == file { text.replacen(from, to, 1) } else { text };
            fs::write(head.join(name), text).expect("it is writable");
        }
        let report = |arguments: &[&str]| -> serde_json::Value {
            let sides = [base.to_str().expect("it is text"), "./head", "--format", "json"];
            let (text, code) = diff(folder.path(), &[&sides, arguments].concat());
            assert_ne!(code, 2, "{file}: {text}");
            serde_json::from_str(&text).expect("it is JSON")
        };
        let short = report(&[]);
        let files = short["files"].as_array().expect("it is a list").iter();
        let number = |value: &serde_json::Value| value.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let counted: Vec<_> = files
            .map(|file| {
                (file["path"].as_str().unwrap_or("").to_owned(), number(&file["added"]), number(&file["removed"]))
            })
            .collect();
        assert!(!counted.is_empty(), "{file}: nothing changed");
        assert_eq!(counted, lines_of_patches(&report(&["--patch"])), "{file}");
    }
}

/// Commits operators and settings. The operator may name a gradient that the project writes by hand.
fn with_settings(root: &Path, text: &str, settings: Option<&str>, note: &str) {
    fs::write(root.join("ops.yaml"), text).expect("it is writable");
    let path = root.join("opgen.toml");
    match settings {
        Some(settings) => fs::write(path, settings).expect("it is writable"),
        None if path.exists() => fs::remove_file(path).expect("it is there"),
        None => {}
    }
    git(root, &["add", "--all"]);
    git(root, &["commit", "--quiet", "--message", note]);
}

#[test]
fn a_revision_is_held_to_its_own_settings() {
    let folder = repository("");
    let by_hand = format!("{BEFORE}  backward: pool_grad\n");
    let settings = "hand_written = [\"pool_grad\"]\nbaseline = \"known.toml\"\n";
    fs::write(folder.path().join("known.toml"), "").expect("it is writable");
    with_settings(folder.path(), &by_hand, Some(settings), "three");
    // Each revision would have errors with the settings of the other.
    let renamed = by_hand.replace("pool_grad", "pool_gradient");
    with_settings(folder.path(), &renamed, Some("hand_written = [\"pool_gradient\"]\n"), "four");
    let (text, code) = diff(folder.path(), &["HEAD~1", "HEAD", "--target", "none", "--details"]);
    assert!(text.contains("pool (dense) changed") && code != 2, "{text}");
}

#[test]
fn a_revision_without_settings_is_held_to_those_of_today() {
    let folder = repository("");
    let by_hand = format!("{BEFORE}  backward: pool_grad\n");
    with_settings(folder.path(), &by_hand, None, "three");
    let (text, _) = diff(folder.path(), &["HEAD", "--target", "none"]);
    assert!(text.starts_with("no operator changed\nboth sides have the same error"), "{text}");
    with_settings(folder.path(), &by_hand, Some("hand_written = [\"pool_grad\"]\n"), "four");
    assert_eq!(diff(folder.path(), &["HEAD~1", "HEAD"]), ("no operator changed\n".to_owned(), 0));
}

#[test]
fn what_is_wrong_with_the_settings_of_a_revision_is_said_of_it() {
    let folder = repository("");
    with_settings(folder.path(), BEFORE, Some("baseline = \"nowhere.toml\"\n"), "three");
    with_settings(folder.path(), BEFORE, None, "four");
    let (text, code) = diff(folder.path(), &["HEAD~1", "HEAD"]);
    assert!(text.contains("error[E0001]: there is no file nowhere.toml\n --> HEAD~1:opgen.toml:1:13"), "{text}");
    assert_eq!(code, 2);
}

#[test]
fn json_says_that_a_side_has_errors() {
    let broken = OP.replace("Tensor x", "Tensr x");
    let folder = folder_with(&[("a/ops.yaml", OP), ("b/ops.yaml", &broken)]);
    let said = opgen(folder.path(), &["diff", "a", "b", "--format", "json"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.ends_with("error: nothing was compared: the head, b, has 1 error\n"), "{said:?}");
    let report: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
    assert_eq!(report["failed"], "nothing was compared: the head, b, has 1 error");
    assert_eq!((&report["base"], &report["head"]), (&"a".into(), &"b".into()));
    assert_eq!(report["base_errors"], serde_json::json!([]));
    assert_eq!(report["head_errors"][0]["code"], "E0202");
    assert_eq!(report["head_errors"][0]["labels"][0]["file"], "b/ops.yaml");
}

#[test]
fn every_format_says_that_a_side_has_errors() {
    let broken = OP.replace("Tensor x", "Tensr x");
    let folder = folder_with(&[("a/ops.yaml", OP), ("b/ops.yaml", &broken)]);
    let said = |base, head, format| opgen(folder.path(), &["diff", base, head, "--format", format]).out;
    let markdown = said("a", "b", "markdown");
    assert!(
        markdown.starts_with("**nothing was compared: the head, b, has 1 error**\n\n```text\nerror[E0202]: "),
        "{markdown}"
    );
    assert!(said("a", "b", "github").starts_with("::error file=b/ops.yaml,line=2,"), "{}", said("a", "b", "github"));
    // Nobody sees lines of the base in a pull request.
    let without_annotations = "without annotations:\nb/ops.yaml:2:11: error[E0202]: unknown type `Tensr`\n";
    assert_eq!(said("b", "a", "github"), without_annotations);
    for (base, head) in [("a", "b"), ("b", "a")] {
        let log: serde_json::Value = serde_json::from_str(&said(base, head, "sarif")).expect("it is JSON");
        let [result] = log["runs"][0]["results"].as_array().expect("there are results").as_slice() else {
            panic!("{log}")
        };
        assert_eq!(result["ruleId"], "E0202");
        assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "b/ops.yaml");
    }
}
