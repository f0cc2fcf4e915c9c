//! `opgen convert`: converted code, folders and mappings are compared with the files in `tests/convert`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use opgen::convert::project::{Content, Request, convert_input};
use opgen::convert::summary::Summary;
use opgen::convert::{Mapping, Marks, Wanted};
use serde_json::Value;

use crate::skip::skip;
use crate::support::{Said, copy, folder_with, opgen, text, tree};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/convert")
}

fn is_blessing() -> bool {
    env::var_os("OPGEN_BLESS").is_some()
}

/// Compares with a file, or writes it.
fn compare(path: &Path, found: &str) {
    if is_blessing() {
        fs::write(path, found).expect("it is writable");
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, expected, "{} (`OPGEN_BLESS=1` rewrites it)", path.display());
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).expect("the folder exists");
    let mut found: Vec<_> = entries.map(|entry| entry.expect("it is readable").path()).collect();
    found.sort();
    found
}

/// The output of a command without colours.
fn plain(said: &Said) -> String {
    format!("{}{}exit code {}\n", said.out, said.err, said.code.unwrap_or(-1))
}

#[test]
fn code_becomes_what_is_expected_and_stays_so() {
    for (folder, style) in [("cases", None), ("native", Some("native"))] {
        cases_become_what_is_expected(folder, style);
    }
}

fn cases_become_what_is_expected(folder: &str, style: Option<&str>) {
    let mapping = Mapping::built_in(Wanted { style, ..Wanted::default() });
    let request = Request { mapping: &mapping, marks: Marks::Comments, exclude: Vec::new(), imports_helpers: false };
    let once = |text: String| {
        let mut converted = convert_input("in.py", text, &request);
        let summary = Summary::of(&converted).text();
        match converted.outputs.remove(0).content {
            Content::Text(text) => {
                assert!(text.unreadable.is_empty(), "{:?}", text.unreadable);
                (text.after, summary)
            }
            other => panic!("{other:?} is no text"),
        }
    };
    for case in folders(&root().join(folder)) {
        let before = fs::read_to_string(case.join("in.py")).expect("there is input");
        let (after, summary) = once(before);
        compare(&case.join("out.py"), &after);
        compare(&case.join("summary.txt"), &summary);
        assert_eq!(once(after.clone()).0, after, "{} is converted twice", case.display());
    }
}

#[test]
fn differences_of_a_style_are_listed_with_their_places() {
    let folder = folder_with(&[("a.py", "import torch\n\nlayer = torch.nn.Linear(2, 3)\n")]);
    let said = opgen(folder.path(), &["convert", "a.py", "--style", "native", "--check", "--format", "json"]);
    let json: Value = serde_json::from_str(&said.out).expect("it is JSON");
    let differences = json["differences"].as_array().expect("it is a list");
    assert_eq!((differences[0]["file"].as_str(), differences[0]["line"].as_u64()), (Some("a.py"), Some(3)));
    assert_eq!(differences[0]["name"], "torch.nn.Linear");
    let said = opgen(folder.path(), &["convert", "a.py", "--style", "native", "--check"]);
    assert!(said.out.contains("warning[W1217]: `torch.nn.Linear` differs from PyTorch"), "{}", said.out);
    assert_eq!(said.code, Some(0), "a difference of the style is no failure");
    let own = folder_with(&[("rules.toml", "[packages]\ntorch = \"paddle\"\n")]);
    let mapping = own.path().to_str().expect("it is text");
    let said = opgen(folder.path(), &["convert", "a.py", "--style", "native", "--mapping", mapping]);
    assert!(said.err.contains("the mapping has no rules for the style `native`"), "{}", said.err);
}

#[test]
fn a_folder_becomes_another() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(&root().join("project/in"), &folder.path().join("in"));
    fs::write(folder.path().join("in/undecodable.py"), b"\xff\xfe").expect("it is writable");
    let said = opgen(folder.path(), &["convert", "in", "--out", "out", "--exclude", "tests"]);
    compare(&root().join("project/report.txt"), &plain(&said));
    fs::remove_file(folder.path().join("out/undecodable.py")).expect("it was copied");
    let expected = root().join("project/out");
    if is_blessing() {
        let _ = fs::remove_dir_all(&expected);
        copy(&folder.path().join("out"), &expected);
    }
    assert_eq!(tree(&folder.path().join("out")), tree(&expected));
    let again = opgen(folder.path(), &["convert", "out", "--out", "again"]);
    assert_eq!(again.code, Some(0));
    assert_eq!(tree(&folder.path().join("again")), tree(&expected));
}

#[test]
fn cells_that_are_not_converted_are_reported_and_keep_their_imports() {
    for case in folders(&root().join("notebooks")) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::copy(case.join("in.ipynb"), folder.path().join("in.ipynb")).expect("there is input");
        let said = opgen(folder.path(), &["convert", "in.ipynb", "--check"]);
        compare(&case.join("check.txt"), &plain(&said));
        assert!(!said.out.contains("stays as it is") || !said.out.contains('%'), "{}", said.out);
        opgen(folder.path(), &["convert", "in.ipynb", "--out", "out.ipynb"]);
        let out = fs::read_to_string(folder.path().join("out.ipynb")).expect("it is written");
        compare(&case.join("out.ipynb"), &out);
        opgen(folder.path(), &["convert", "out.ipynb", "--out", "again.ipynb"]);
        assert_eq!(fs::read_to_string(folder.path().join("again.ipynb")).expect("it is written"), out);
    }
}

#[test]
fn a_rate_of_100_means_that_everything_was_read_and_converted() {
    let uses = "x = torch.rand(2)\n".repeat(1999);
    let folder = folder_with(&[
        ("a/a.py", &*format!("import torch\n{uses}torch.nope(x)\n")),
        ("b/b.py", "import torch\ntorch.rand(2)\n"),
        ("b/c.py", "print 1\n"),
    ]);
    let report = |name: &str, arguments: &[&str]| {
        opgen(folder.path(), &[&["convert", name, "--check"][..], arguments].concat()).out
    };
    let rate = |name: &str| {
        let json: Value = serde_json::from_str(&report(name, &["--format", "json"])).expect("it is JSON");
        json["rate"].clone()
    };
    assert_eq!((rate("a"), rate("b"), rate("b/b.py")), (Value::from(99.9), Value::Null, Value::from(100.0)));
    assert!(report("a", &[]).contains("2000 uses of PyTorch found: 1999 converted (99.9 %)"));
    assert!(report("b", &[]).ends_with("1 use of PyTorch found: 1 converted\n"), "{}", report("b", &[]));
}

#[test]
fn names_of_other_files_mean_the_same() {
    for case in folders(&root().join("projects")) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        copy(&case.join("in"), &folder.path().join("in"));
        let said = opgen(folder.path(), &["convert", "in", "--out", "out"]);
        compare(&case.join("report.txt"), &plain(&said));
        if is_blessing() {
            let _ = fs::remove_dir_all(case.join("out"));
            copy(&folder.path().join("out"), &case.join("out"));
        }
        assert_eq!(tree(&folder.path().join("out")), tree(&case.join("out")));
        let said = opgen(folder.path(), &["convert", "out", "--out", "again"]);
        assert_eq!(tree(&folder.path().join("again")), tree(&case.join("out")), "{}", said.err);
        // In place, the result is the same, and the second time nothing changes.
        opgen(folder.path(), &["convert", "in", "--out", "in"]);
        assert_eq!(tree(&folder.path().join("in")), tree(&case.join("out")));
        let said = opgen(folder.path(), &["convert", "in", "--out", "in"]);
        assert!(said.out.contains("0 of "), "{}", said.out);
    }
}

#[test]
fn helpers_can_be_imported_from_their_package() {
    let code = "import torch\nm = torch.nn.Linear(1, 2)\nx = torch.cat([m(y), torch.median(y)])\n";
    let folder = folder_with(&[
        ("in/a.py", code),
        ("in/requirements.txt", "numpy\ntorch==2.1  # the framework\ntorchvision\n"),
        ("in/more/requirements-dev.txt", "torch"),
    ]);
    let run = |arguments: &[&str]| opgen(folder.path(), &[&["convert"][..], arguments].concat());
    assert_eq!(run(&["in", "--helpers", "import", "--out", "out", "--quiet"]).code, Some(0));
    let expected = "import paddle\nfrom paddle_torch.extensions.shapes import extend_shapes\n\
                    from paddle_torch.layers import TorchLinear\nfrom paddle_torch.tensor import tensor_median\n\
                    m = TorchLinear(1, 2)\nx = paddle.cat([m(y), tensor_median(y)])\n";
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is written");
    assert_eq!(read("out/a.py"), expected);
    let requirements = read("out/requirements.txt");
    assert!(requirements.starts_with("numpy\npaddlepaddle  # the framework\npaddle-torch\n"), "{requirements}");
    assert_eq!(read("out/more/requirements-dev.txt"), "paddlepaddle\npaddle-torch");
    assert!(!folder.path().join("out/paddle_utils.py").exists());
    // A second conversion changes nothing.
    run(&["out", "--helpers", "import", "--out", "again", "--quiet"]);
    assert_eq!(tree(&folder.path().join("again")), tree(&folder.path().join("out")));
}

/// Its first line needs a helper.
const WITH_HELPER: &str = "import torch\nclass A(torch.nothing_like_it): pass\n";

#[test]
fn helpers_are_merged_and_never_replace_a_file_of_the_user() {
    let other = "import torch\ny = torch.nn.Softmin()(x)\n";
    let constant = "import torch\ntorch.use_deterministic_algorithms(True)\n";
    let folder = folder_with(&[
        ("a.py", WITH_HELPER),
        ("b.py", other),
        ("c.py", constant),
        ("mine/paddle_utils.py", "mine = 1\n"),
    ]);
    let convert = |arguments: &[&str]| opgen(folder.path(), &[&["convert"][..], arguments].concat());
    convert(&["c.py", "--out", "out/c.py", "--quiet"]);
    convert(&["a.py", "--out", "out/a.py", "--quiet"]);
    convert(&["b.py", "--out", "out/b.py", "--quiet"]);
    let helpers = fs::read_to_string(folder.path().join("out/paddle_utils.py")).expect("it is written");
    for helper in ["def unconverted", "class Softmin", "set_deterministic = "] {
        assert!(helpers.contains(helper), "{helpers}");
    }
    let said = convert(&["a.py", "--out", "mine/a.py"]);
    assert!(said.code == Some(2) && said.err.contains("would be overwritten"), "{:?} {}", said.code, said.err);
    assert!(!folder.path().join("mine/a.py").exists());
    let said = convert(&["a.py"]);
    assert!(said.err.contains("`opgen convert a.py --helpers` prints that file"), "{}", said.err);
    assert!(convert(&["a.py", "--helpers"]).out.contains("def unconverted"));
    for other in ["--explain", "--diff", "--check"] {
        let said = convert(&["a.py", other, "--helpers"]);
        assert!(said.code == Some(2) && said.err.contains("cannot be used with"), "{other}: {}", said.err);
    }
}

#[test]
#[cfg(unix)]
fn files_keep_their_mode_and_pipes_are_refused() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder_with(&[("in/run.py", "#!/usr/bin/env python\nimport torch\n"), ("in/go.sh", "true\n")]);
    let mode = |name: &str| fs::metadata(folder.path().join(name)).expect("it exists").permissions().mode() & 0o777;
    for name in ["in/run.py", "in/go.sh"] {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    opgen(folder.path(), &["convert", "in", "--out", "out"]);
    assert_eq!((mode("out/run.py"), mode("out/go.sh")), (0o755, 0o755));
    let said = opgen(folder.path(), &["convert", "in/run.py", "--out", "/dev/null"]);
    assert!(said.err.contains("it is a device"), "{}", said.err);
}

#[test]
fn warned_uses_fail_a_check_unless_they_are_allowed() {
    let folder = folder_with(&[("a.py", "import torch\nmake(torch)\n")]);
    let check = |arguments: &[&str]| opgen(folder.path(), &[&["convert", "a.py", "--check"][..], arguments].concat());
    let said = check(&[]);
    assert!(said.code == Some(1) && said.out.contains("W1215"), "{}", said.out);
    assert_eq!(check(&["--allow-warned"]).code, Some(0));
    let counts: Value = serde_json::from_str(&check(&["--format", "json"]).out).expect("it is JSON");
    let numbers = ["found", "converted", "warned", "marked", "unsupported"].map(|key| counts[key].as_u64());
    assert_eq!(numbers, [1, 0, 1, 0, 1].map(Some));
}

#[test]
#[cfg(unix)]
fn links_to_folders_are_left_out() {
    use std::os::unix::fs::symlink;

    let folder = folder_with(&[("in/a.py", "import torch\n"), ("data/b.py", "import torch\n")]);
    for (target, name) in [("../data", "in/data"), (".", "in/loop"), ("nowhere", "in/dangling"), ("a.py", "in/c.py")] {
        symlink(target, folder.path().join(name)).expect("the folder is writable");
    }
    let said = opgen(folder.path(), &["convert", "in", "--out", "out"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(tree(&folder.path().join("out")).into_keys().collect::<Vec<_>>(), ["a.py", "c.py"].map(PathBuf::from));
}

#[test]
#[cfg(unix)]
fn links_that_lead_out_of_the_folder_are_not_read() {
    use std::os::unix::fs::symlink;

    let folder = folder_with(&[("in/a.py", "import torch\n"), ("secret.py", "import torch\n"), ("data", "secret\n")]);
    for (target, name) in [("../secret.py", "in/b.py"), ("../data", "in/data"), ("a.py", "in/c.py")] {
        symlink(target, folder.path().join(name)).expect("the folder is writable");
    }
    symlink("in", folder.path().join("link")).expect("the folder is writable");
    for path in ["in", "link"] {
        let out = folder.path().join("out").join(path);
        let said = opgen(folder.path(), &["convert", path, "--out", &out.to_string_lossy()]);
        for name in ["b.py", "data"] {
            let line = format!("left out: {name}: it is a link that leads out of the folder\n");
            assert!(said.out.contains(&line) && said.code == Some(0), "{said:?}");
        }
        assert_eq!(tree(&out).into_keys().collect::<Vec<_>>(), ["a.py", "c.py"].map(PathBuf::from));
    }
    assert_eq!(opgen(folder.path(), &["convert", "in", "--check"]).code, Some(1), "`b.py` may use PyTorch");
    fs::remove_file(folder.path().join("in/b.py")).expect("it was made");
    assert_eq!(opgen(folder.path(), &["convert", "in", "--check"]).code, Some(0));
}

#[test]
fn nothing_is_written_unless_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(&root().join("project/in"), &folder.path().join("in"));
    let before = tree(folder.path());
    for (name, arguments) in [
        ("diff.patch", vec!["convert", "in", "--diff", "--quiet"]),
        ("check.txt", vec!["convert", "in", "--check", "--exclude", "*.ipynb"]),
        ("check.json", vec!["convert", "in", "--check", "--format", "json"]),
        ("check.sarif", vec!["convert", "in", "--check", "--format", "sarif"]),
        ("check.github", vec!["convert", "in", "--check", "--format", "github"]),
        ("explain.txt", vec!["convert", "--explain", "in/pkg/model.py:7"]),
        ("explain-nothing.txt", vec!["convert", "--explain", "in/pkg/model.py:6"]),
        ("no-place.txt", vec!["convert", "in"]),
        ("inside.txt", vec!["convert", "in", "--out", "in/pkg/out"]),
        ("missing.txt", vec!["convert", "nowhere.py"]),
        ("arrows.txt", vec!["convert", "in/pkg/model.py", "--mark", "arrows"]),
    ] {
        let said = opgen(folder.path(), &arguments);
        compare(&root().join("project").join(name), &plain(&said));
    }
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn mistakes_in_a_mapping_are_found() {
    for case in folders(&root().join("mappings")) {
        let said = opgen(&case, &["check", "--mapping", "."]);
        compare(&case.join("expected.txt"), &plain(&said));
        assert_eq!(said.code, Some(1), "{}", case.display());
    }
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/port/convert/mapping");
    for ignored in [["--allow", "E1204"], ["--root", "."]] {
        let refused = opgen(&built_in, &[&["check", "--mapping", "."][..], &ignored].concat()).err;
        assert!(refused.contains("cannot be used with"), "{refused}");
    }
    let said = opgen(&built_in, &["check", "--mapping", "."]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{}", said.out);
}

#[test]
fn a_release_has_the_rules_of_its_layer_and_of_newer_ones() {
    let folder = folder_with(&[
        (
            "rules/a.toml",
            "[releases]\nknown = ['1', '2', '3']\ndefault = '2'\n[packages]\ntorch = 'new'\n\
             [since.3]\n'new' = ['late', 'module']\n[same]\n'torch' = ['f', 'g', 'late', 'module.h']\n",
        ),
        ("rules/2/a.toml", "[renamed]\n'torch.f' = 'new.two'\n"),
        ("rules/1/a.toml", "[renamed]\n'torch.g' = 'new.one'\n"),
        ("a.py", "import torch\ntorch.f()\ntorch.g()\ntorch.late()\ntorch.module.h()\n"),
    ]);
    let convert = |release: &[&str]| {
        opgen(folder.path(), &[&["convert", "a.py", "--mapping", "rules", "--quiet"][..], release].concat())
    };
    let marked = |release| {
        format!(
            "# >>>>>> torch.late: `new.late` is not in the release {release}\ntorch.late()\n\
             # >>>>>> torch.module.h: `new.module.h` is not in the release {release}\ntorch.module.h()\n"
        )
    };
    let newest = "import new\nnew.f()\nnew.g()\nnew.late()\nnew.module.h()\n";
    assert_eq!(convert(&["--paddle", "3"]).out, newest);
    let of_default = format!("import new\nnew.two()\nnew.g()\n{}", marked("2"));
    assert_eq!(convert(&[]).out, of_default);
    let oldest = format!("import new\nnew.two()\nnew.one()\n{}", marked("1"));
    assert_eq!(convert(&["--paddle", "1"]).out, oldest);
    let unknown = convert(&["--paddle", "4"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (Some(2), ""));
    assert!(unknown.err.contains("there are no rules for `4`; use one of: 1, 2, 3"), "{}", unknown.err);
}

#[test]
fn a_mapping_of_the_project_takes_the_place_of_the_built_in_one() {
    let folder = folder_with(&[
        ("rules/a.toml", "[packages]\ntorch = 'other'\n[renamed]\n'torch.f' = 'other.g'\n"),
        ("a.py", "import torch\ntorch.f(torch.abs(x))\n"),
    ]);
    let said = opgen(folder.path(), &["convert", "a.py", "--mapping", "rules", "--quiet"]);
    let expected = "import other\n# >>>>>> torch.abs: there is no rule for it\nother.g(torch.abs(x))\n";
    assert_eq!((said.out.as_str(), said.code), (expected, Some(0)), "{}", said.err);
}

/// The minimum agreement with the reference, in percent. docs/convert.md lists where the reference is wrong.
const FLOORS: [(&str, f64); 5] =
    [("data", 99.5), ("import", 94.0), ("position", 97.0), ("unsupported", 99.0), ("custom", 94.5)];

#[test]
fn the_reference_agrees() {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/convert");
    if !oracle.is_dir() {
        skip("there is no ../shared/oracle/convert");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = oracle.join("cases");
    // The reference converts for an unreleased branch.
    let said = opgen(folder.path(), &["convert", &cases.to_string_lossy(), "--out", "out", "--paddle", "develop"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let compare = oracle.join("compare.py");
    let output = Command::new("python3").arg(compare).arg(folder.path().join("out")).arg("--json").output();
    let score: Value = serde_json::from_slice(&output.expect("Python runs").stdout).expect("it is JSON");
    assert_eq!((&score["missing"], &score["unparsable"]), (&Value::from(0), &Value::from(0)));
    assert_eq!(score["comments"][0], score["comments"][1], "a comment is lost");
    for (group, floor) in FLOORS {
        let number = |index: usize| score["groups"][group][index].as_f64().expect("a number");
        let percent = number(0) * 100.0 / number(1);
        assert!(percent >= floor, "{group}: {percent:.2} % instead of {floor} %");
    }
    let number = |group: &str, index: usize| score["groups"][group][index].as_u64().expect("a number");
    let groups = ["data", "import", "position", "unsupported", "custom"];
    let [same, all] = [0, 1].map(|index| thousands(groups.iter().map(|group| number(group, index)).sum()));
    let percent = |group: &&str| format!("{group} {:.1} %", number(group, 0) as f64 * 100.0 / number(group, 1) as f64);
    let percents = groups.iter().map(percent).collect::<Vec<_>>().join(", ");
    let sentence = format!("agrees on {same} of its {all} test functions in `../shared/oracle` ({percents})");
    let page = include_str!("../../docs/convert.md").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&sentence), "docs/convert.md does not say that opgen {sentence}");
    let again = opgen(folder.path(), &["convert", "out", "--out", "again", "--paddle", "develop"]);
    assert!(again.out.contains("0 of "), "the second time, something changes: {}", again.out);
}

/// A number of at most six digits with a comma.
fn thousands(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

/// The results that a file of functions prints under an interpreter.
fn results(python: &str, file: &Path) -> BTreeMap<String, Value> {
    let output = Command::new(python).arg(root().join("print_results.py")).arg(file).output().expect("Python runs");
    let out = text(&output.stdout);
    let line = out.lines().find_map(|line| line.strip_prefix("RESULTS "));
    let line = line.unwrap_or_else(|| panic!("{}", text(&output.stderr)));
    serde_json::from_str(line).expect("it is JSON")
}

fn are_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| are_equal(one, other))
        }
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().unwrap_or(f64::NAN), other.as_f64().unwrap_or(f64::NAN));
            (one - other).abs() <= 1e-4 * (1.0 + one.abs())
        }
        _ => one == other,
    }
}

#[test]
fn converted_functions_compute_the_same() {
    let (Ok(torch), Ok(paddle)) = (env::var("OPGEN_TORCH_PYTHON"), env::var("OPGEN_CONVERT_PYTHON")) else {
        skip("OPGEN_TORCH_PYTHON and OPGEN_CONVERT_PYTHON do not say which Python has which framework");
        return;
    };
    let count = compare_results("equal_results.py", &torch, &paddle);
    assert!(count >= 30, "there are {count} functions");
    compare_results("equal_in_place.py", &torch, &paddle);
}

/// Runs the functions of a file with PyTorch and, converted, with the target; returns how many there are.
fn compare_results(file: &str, torch: &str, paddle: &str) -> usize {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = root().join(file);
    let said = opgen(folder.path(), &["convert", &source.to_string_lossy(), "--out", file]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let expected = results(torch, &source);
    let found = results(paddle, &folder.path().join(file));
    for (name, value) in &expected {
        let other = &found[name];
        assert!(are_equal(value, other), "{name}\n  PyTorch: {value}\n  Paddle:  {other}");
        assert!(!value.is_string(), "{name}: {value}");
    }
    expected.len()
}

/// A Python for which a folder has a package `paddle`.
#[cfg(unix)]
fn python_with_paddle(folder: &Path) -> String {
    use std::os::unix::fs::PermissionsExt;

    fs::create_dir_all(folder.join("fake/paddle")).expect("it is writable");
    fs::write(folder.join("fake/paddle/__init__.py"), "def abs(x): return x\n").expect("it is writable");
    let script = folder.join("python");
    let fake = folder.join("fake");
    fs::write(&script, format!("#!/bin/sh\nPYTHONPATH={} exec python3 \"$@\"\n", fake.display()))
        .expect("it is writable");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it can be run");
    script.to_string_lossy().into_owned()
}

#[cfg(unix)]
#[test]
fn converted_modules_are_imported_if_asked_for() {
    if Command::new("python3").arg("--version").output().is_err() {
        skip("there is no python3");
        return;
    }
    let folder = folder_with(&[
        ("in/right.py", "import torch\nx = torch.abs(1)\n"),
        ("in/adjacent.py", "import torch\nx = torch.abs(1)\ny = torch.abs(x).foo\n"),
        ("in/unconverted.py", "import torch\n\n\ny = 1\nprint(torch.nothing_like_it(y))\n"),
        ("in/pkg/__init__.py", ""),
        ("in/pkg/uses.py", "import torch\nfrom .fails import x\ny = torch.abs(x)\n"),
        ("in/pkg/fails.py", "import torch\nx = torch.abs(1)\n\n\ndef f():\n    raise ValueError('a\\nb')\n\n\nf()\n"),
        ("in/ends.py", "import os, torch\nos._exit(3)\nx = torch.abs(1)\n"),
        ("in/exits.py", "import sys, torch\nx = torch.abs(1)\nsys.exit(0)\n"),
        ("in/other.py", "raise ValueError\n"),
    ]);
    let python = python_with_paddle(folder.path());
    let said = opgen(folder.path(), &["convert", "in", "--out", "out", "--verify", &python]);
    compare(&root().join("verify.txt"), &plain(&said).replace(&python, "PYTHON"));
    let said = opgen(folder.path(), &["convert", "in", "--out", "out", "--verify", &python, "--format", "json"]);
    let summary: Value = serde_json::from_str(&said.out).expect("it is JSON");
    assert_eq!((&summary["imports"]["tried"], said.code), (&Value::from(7), Some(1)));
    let lines: Vec<_> = [0, 5].map(|index| summary["imports"]["failed"][index]["line"].clone()).to_vec();
    assert_eq!(lines, [3, 5]);
    let said = opgen(folder.path(), &["convert", "in/right.py", "--out", "one.py", "--verify", &python]);
    assert!(said.out.ends_with("imports: 1 of 1\n") && said.code == Some(0), "{}{}", said.out, said.err);
    let said = opgen(folder.path(), &["convert", "in", "--out", "out", "--verify", "./no-python"]);
    assert!(said.err.contains("cannot run ./no-python") && said.code == Some(2), "{}", said.err);
    assert_eq!(opgen(folder.path(), &["convert", "in", "--verify", &python]).code, Some(2));
}
