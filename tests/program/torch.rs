//! What is generated from PyTorch's own YAML, which is kept beside the checkout, compared with what PyTorch's generators make. The
//! tests are skipped with a notice if it is missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::skip::skip;
use crate::support::{folder_with, opgen, text, write};

/// The groups of files that the comparison knows, of the targets that are tested here.
const GROUPS: [&str; 19] = [
    "annotated",
    "aoti",
    "autograd.trace",
    "cmake",
    "declarations",
    "functionalization",
    "headers",
    "ops.dispatch",
    "ops.functions",
    "ops.meta",
    "ops.native",
    "ops.operators",
    "operators",
    "register",
    "schema",
    "stubs",
    "tensor",
    "ufunc",
    "vmap",
];

/// The folder with the oracle, if it is there.
fn oracle() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/torch");
    if !path.is_dir() {
        skip("there is no ../shared/oracle/torch");
        return None;
    }
    Some(path)
}

/// The inputs of a release, unpacked.
fn inputs(oracle: &Path, version: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let archive = oracle.join(version).join("inputs.tar.xz");
    let status = Command::new("tar").arg("-xJf").arg(archive).arg("-C").arg(folder.path()).status().expect("tar runs");
    assert!(status.success());
    folder
}

/// The configuration that registers only some operators.
const SELECTIVE: &str = "selective";

/// Generates with features, and expects every fact of a configuration.
fn assert_complete(version: &str, features: &str, configuration: &[&str], groups: &[&str]) {
    let Some(oracle) = oracle() else { return };
    let (root, out) = (inputs(&oracle, version), tempfile::tempdir().expect("a temporary folder"));
    if configuration.contains(&SELECTIVE) {
        std::fs::copy(oracle.join("selected_operators.yaml"), root.path().join("selected_operators.yaml"))
            .expect("it is there");
    }
    let out = out.path().to_string_lossy();
    let mut arguments = vec!["generate", "--root", ".", "--out", &out];
    if !features.is_empty() {
        arguments.extend(["--feature", features]);
    }
    let said = opgen(root.path(), &arguments);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let mut score = Command::new("python3");
    score.arg(oracle.join("score.py")).args([version, &out, "--least", "100", "--show", "1"]).args(configuration);
    let score = score.args(groups.iter().flat_map(|group| ["--group", group])).output().expect("python3 runs");
    assert!(score.status.success(), "{}", text(&score.stdout));
}

#[test]
fn every_fact_of_two_releases() {
    for version in ["2.8.0", "2.11.0"] {
        assert_complete(version, "", &[], &GROUPS);
    }
}

#[test]
fn every_fact_of_further_configurations() {
    let with_mps = ["aoti", "headers", "ops.dispatch", "ops.native", "register"];
    assert_complete("2.8.0", "mps", &["--config", "mps", "--only-changed"], &with_mps);
    assert_complete("2.8.0", "rocm", &["--config", "rocm", "--only-changed"], &["aoti", "register", "ufunc"]);
    assert_complete(
        "2.8.0",
        "",
        &["--config", SELECTIVE, "--only-changed"],
        &["functionalization", "register", "schema"],
    );
    assert_complete("2.8.0", "whole_headers", &["--config", "nosplit", "--only-changed"], &["headers", "register"]);
    assert_complete(
        "2.8.0",
        "static_dispatch_cpu",
        &["--config", "static", "--only-changed"],
        &["ops.functions", "operators"],
    );
    let with_all = ["aoti", "headers", "ops.dispatch", "register", "schema"];
    assert_complete("2.11.0", "mps,xpu,mtia", &["--config", "all", "--only-changed"], &with_all);
}

/// The lists have the same files if nothing else is generated.
#[test]
fn lists_of_files_that_are_not_generated() {
    let Some(oracle) = oracle() else { return };
    let root = inputs(&oracle, "2.11.0");
    for features in ["mps", "whole_headers"] {
        let lists = |out: &str, targets: &[&str]| -> Vec<String> {
            let request = ["generate", "--quiet", "--feature", features, "--out", out];
            let said = opgen(root.path(), &[&request, targets].concat());
            assert_eq!(said.code, Some(0), "{}", said.err);
            let folder = root.path().join(out).join("build/aten/src/ATen");
            let text = |name| std::fs::read_to_string(folder.join(name)).expect("it was generated");
            ["generated_sources.cmake", "generated_headers.cmake", "ops_generated_headers.cmake"].map(text).into()
        };
        assert_eq!(lists("alone", &["--target", "lists"]), lists("whole", &[]), "{features}");
    }
}

const TWICE: &str = "- func: twice(Tensor self) -> Tensor\n  variants: function, method\n";

#[test]
fn a_template_that_the_tree_lacks_is_named() {
    let folder = folder_with(&[("native_functions.yaml", TWICE)]);
    let said = opgen(folder.path(), &["generate", "--target", "operators", "--out", "out"]);
    let expected = "the tree has no aten/src/ATen/templates/Functions.cpp, which is its template";
    assert!(said.err.contains(expected) && said.code == Some(1), "{}", said.err);
    assert!(said.err.contains("or leave the target out: `opgen generate --without operators`"), "{}", said.err);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn targets_can_be_left_out() {
    let settings = ("opgen.toml", "[outputs]\ntargets = [\"vmap\", \"lists\", \"stubs\"]\n");
    let folder = folder_with(&[("native_functions.yaml", TWICE), settings]);
    let listed = |arguments: &[&str]| opgen(folder.path(), &[&["generate", "--list-outputs"], arguments].concat());
    let (all, some) = (listed(&[]).out, listed(&["--without", "stubs,lists"]).out);
    assert!(all.contains("torch/_C/__init__.pyi"), "{all}");
    assert_eq!(some, "build/aten/src/ATen/VmapGeneratedPlumbing.h\n");
    for (arguments, said) in [
        (&["--without", "stub"][..], "stubs"),
        (&["--target", "vmap,stubs", "--without", "stubs"], "`stubs` is given with `--target` and with `--without`"),
    ] {
        let refused = listed(arguments);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.err.contains(said), "{refused:?}");
    }
}

#[test]
fn operators_are_found_by_their_functions_and_nodes() {
    let formulas = "- name: twice(Tensor self) -> Tensor\n  self: grad * 2\n";
    let folder = folder_with(&[
        ("opgen.toml", "profile = \"torch-2.11\"\n"),
        ("native_functions.yaml", TWICE),
        ("derivatives.yaml", formulas),
    ]);
    for name in ["twice", "at::twice", "torch::twice", "Tensor::twice", "at::Tensor::twice", "TwiceBackward0"] {
        let said = opgen(folder.path(), &["show", name]);
        assert!(said.out.starts_with("twice (functional)"), "{name}: {said:?}");
    }
}

/// A SARIF log without the version of the program.
fn without_version(log: &str) -> String {
    log.replace(concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\""), "\"version\": \"0\"")
}

const OLD: &str = "\
- func: twice(Tensor self) -> Tensor
  variants: function, method
- func: pair(Tensor a, int b=1) -> (Tensor first, Tensor second)
  dispatch:
    CPU: pair_kernel
  autogen: pair.out
- func: gone(Tensor self) -> Tensor
";

const NEW: &str = "\
- func: twice(Tensor self, int times=2) -> Tensor
- func: pair(Tensor a, int b=2, *, int[1] c=1) -> (Tensor first, Tensor second)
  dispatch:
    CPU: pair_kernel
  autogen: pair.out
- func: added(Tensor self) -> Tensor
";

const FALLBACKS: &str = "inductor_fallback_ops = {\n    \"aten.pair.default\": {},\n}\n";

#[test]
fn a_comparison_says_whom_changes_break() {
    let folder = folder_with(&[
        ("old/native_functions.yaml", OLD),
        ("new/native_functions.yaml", NEW),
        ("old/fallback_ops.py", FALLBACKS),
        ("new/fallback_ops.py", FALLBACKS),
    ]);
    let said = opgen(folder.path(), &["diff", "old", "new", "--details"]);
    assert_eq!((said.out.as_str(), said.code), (include_str!("torch-diff.txt"), Some(1)), "{}", said.err);
    let code = |denied| opgen(folder.path(), &["diff", "old", "new", "--deny", denied]).code;
    assert_eq!(
        (code("none"), code("kernel"), code("python,forward"), code("pir")),
        (Some(0), Some(1), Some(1), Some(2))
    );
    let unknown = opgen(folder.path(), &["diff", "old", "new", "--deny", "pythn"]);
    let classes = "api, python, model, forward, shim, kernel";
    assert_eq!(unknown.err, format!("error: unknown class `pythn`; the classes are {classes}\n"));
    let said = opgen(folder.path(), &["diff", "old", "new", "--format", "json"]);
    assert_eq!(said.out, include_str!("torch-diff.json"));
    let said = opgen(folder.path(), &["diff", "old", "new", "--format", "markdown", "--target", "none"]);
    assert_eq!(said.out, include_str!("torch-diff.md"));
    let said = opgen(folder.path(), &["diff", "old", "new", "--format", "github"]);
    assert_eq!(said.out, include_str!("torch-diff.github.txt"));
    let said = opgen(folder.path(), &["diff", "old", "new", "--format", "sarif"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert_eq!(without_version(&said.out), include_str!("torch-diff.sarif"));
    let said = opgen(folder.path(), &["diff", "old", "old", "--format", "markdown"]);
    assert_eq!(said.out, "## What changed from `old` to `old`\n\nno operator changed\n");
    let said = opgen(folder.path(), &["diff", "old", "old"]);
    assert_eq!((said.out.as_str(), said.code), ("0 removed, 0 added, 0 changed\n", Some(0)));
}

#[test]
fn a_project_allows_breaks() {
    let gone = |settings: &str| {
        let folder = folder_with(&[("old/native_functions.yaml", TWICE), ("new/opgen.toml", settings)]);
        write(folder.path(), "new/native_functions.yaml", "- func: added(Tensor self) -> Tensor\n");
        opgen(folder.path(), &["diff", "old", "new"])
    };
    let said = gone(
        "[[diff.allow]]\nclass = [\"api\", \"model\"]\noperator = \"tw*\"\nreason = \"nobody calls it\"\n\n\
         [[diff.allow]]\nclass = \"shim\"\noperator = \"twice\"\nreason = \"an old one\"\n",
    );
    let allowed = "\nallowed (2):\n  \
                   twice: `at::twice` is gone, old/native_functions.yaml:1:9: breaks api, because nobody calls it\n  \
                   twice: it is gone, old/native_functions.yaml:1:9: breaks model, because nobody calls it\n";
    assert!(said.out.ends_with(allowed) && said.code == Some(0), "{said:?}");
    assert!(said.err.starts_with("warning[W0704]: this allows `twice` to break shim, but nothing"), "{}", said.err);
    let said = gone("[[diff.allow]]\nclass = \"pir\"\noperator = \"twice\"\nreason = \"another framework's\"\n");
    assert!(said.err.contains("there is no class `pir`"), "{}", said.err);
}

/// What a comparison says of two versions of an operator, with old signatures for Python.
fn breaks(old: [&str; 2], new: [&str; 2]) -> String {
    let folder = folder_with(&[
        ("old/native_functions.yaml", old[0]),
        ("old/deprecated.yaml", old[1]),
        ("new/native_functions.yaml", new[0]),
        ("new/deprecated.yaml", new[1]),
    ]);
    let said = opgen(folder.path(), &["diff", "old", "new"]);
    said.out.split_once("\n\n").map_or(said.out.clone(), |(_, breaks)| breaks.to_owned())
}

#[test]
fn a_signature_that_is_gone_breaks_python() {
    let scaled = "- func: scaled(Tensor self, *, Scalar alpha=1) -> Tensor\n";
    let old = "- name: scaled(Tensor self, Scalar alpha) -> Tensor\n  aten: scaled(self, alpha)\n";
    let message = "breaks python (1): callers in Python\n  scaled: `torch.scaled` has no form \
                   `torch.scaled(Tensor input, Scalar alpha)` any more, new/native_functions.yaml:1:9\n";
    assert_eq!(breaks([scaled, old], [scaled, "[]\n"]), message);
}

#[test]
fn a_tag_that_is_gone_breaks_callers() {
    let tags = |name: &str| format!("- tag: {name}\n  desc: a tag\n");
    let (old, new) = (tags("quick"), tags("fast"));
    let files = ["old/tags.yaml", "new/tags.yaml"].into_iter().zip([old.as_str(), &new]);
    let operators = ["old/native_functions.yaml", "new/native_functions.yaml"].map(|name| (name, TWICE));
    let folder = folder_with(&files.chain(operators).collect::<Vec<_>>());
    let said = opgen(folder.path(), &["diff", "old", "new"]).out;
    for (class, name) in [("api", "at::Tag::quick"), ("python", "torch.Tag.quick")] {
        assert!(said.contains(&format!("breaks {class} (1)")), "{said}");
        assert!(said.contains(&format!("quick: the tag is gone, and `{name}` with it, old/tags.yaml:1:8")), "{said}");
    }
}

#[test]
fn a_default_that_changes_is_named() {
    let layer = |default: &str| format!("- func: layer(Tensor x, float rate={default}) -> Tensor\n");
    let said = breaks([&layer("0.5"), "[]\n"], [&layer("0.1"), "[]\n"]);
    for name in ["at::layer", "torch.layer"] {
        let reason = format!("layer: `{name}`: the default of `rate` was `0.5`, and is `0.1`, new/");
        assert!(said.contains(&reason), "{said}");
    }
}

#[test]
fn what_callers_need_not_notice_breaks_nobody() {
    let layer = |weight: &str, result: &str| format!("- func: layer(Tensor x, {weight} w, int n) -> {result}\n");
    let same = breaks([&layer("Tensor", "Tensor"), "[]\n"], [&layer("Tensor?", "Tensor y"), "[]\n"]);
    assert!(!same.contains("breaks api") && !same.contains("breaks python"), "{same}");
    let narrower = breaks([&layer("Tensor?", "Tensor"), "[]\n"], [&layer("Tensor", "Tensor"), "[]\n"]);
    assert!(narrower.contains("breaks api (1)") && narrower.contains("breaks python (1)"), "{narrower}");
    let (pair, named) = ("(Tensor, Tensor)", "(Tensor a, Tensor b)");
    let same = breaks([&layer("Tensor", pair), "[]\n"], [&layer("Tensor", named), "[]\n"]);
    assert!(!same.contains("breaks python"), "{same}");
    let unnamed = breaks([&layer("Tensor", named), "[]\n"], [&layer("Tensor", pair), "[]\n"]);
    assert!(unnamed.contains("breaks python (1)"), "{unnamed}");
}

#[test]
fn a_comparison_lists_the_generated_files_that_differ() {
    let moved = OLD.replace("- func: twice", "# Doubles.\n- func: twice");
    let trees = [("old", OLD), ("moved", &moved), ("new", NEW)]
        .map(|(name, text)| (format!("{name}/native_functions.yaml"), text));
    let files: Vec<(&str, &str)> = trees.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let folder = folder_with(&files);
    let diff = |arguments: &[&str]| opgen(folder.path(), &[&["diff"], arguments].concat());
    let said = diff(&["old", "moved", "--target", "lists"]);
    assert_eq!(said.out, "0 removed, 0 added, 0 changed\nno generated file differs\n", "{}", said.err);
    let said = diff(&["old", "new", "--target", "lists"]);
    let listed = "\ngenerated files\n  build/aten/src/ATen/ops_generated_headers.cmake  +4 -4\n\n";
    assert!(said.out.ends_with(listed), "{}", said.out);
    let said = diff(&["old", "new", "--target", "lists", "--format", "json"]);
    assert!(said.out.contains("\"path\": \"build/aten/src/ATen/ops_generated_headers.cmake\""), "{}", said.out);
    let said = diff(&["old", "new", "--target", "lists", "--patch"]);
    assert!(said.out.contains("ATen/ops/added.h"), "{}", said.out);
    // The target `operators` needs a template that these folders lack.
    let said = diff(&["old", "new", "--outputs"]);
    assert!(said.err.contains("the tree has no ") && said.code == Some(2), "{}", said.err);
}

#[test]
fn a_version_that_cannot_be_read_is_not_compared() {
    let misspelt = OLD.replace("twice(Tensor", "twice(Tensr");
    let folder = folder_with(&[("old/native_functions.yaml", OLD), ("new/native_functions.yaml", &misspelt)]);
    let said = opgen(folder.path(), &["diff", "old", "new"]);
    assert_eq!((said.out.as_str(), said.code), ("", Some(2)), "{}", said.err);
    assert!(said.err.contains("`Tensr` is not a type\n --> new/native_functions.yaml:1:15"), "{}", said.err);
    assert!(said.err.ends_with("error: nothing was compared: the head, new, has 1 error\n"), "{}", said.err);
}

#[test]
fn the_reference_has_a_page_for_all_overloads_of_a_name() {
    let overloads = "- func: twice(Tensor self) -> Tensor\n  variants: function, method\n  dispatch:\n    CPU: twice_cpu\n  autogen: twice.out\n";
    let formulas = "- name: twice(Tensor self) -> Tensor\n  self: grad * 2\n";
    let folder = folder_with(&[("native_functions.yaml", overloads), ("derivatives.yaml", formulas)]);
    let said = opgen(folder.path(), &["docs", "--out", "pages", "--source-url", "https://example.org/blob/main"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let read = |path: &str| std::fs::read_to_string(folder.path().join("pages").join(path)).expect("it is written");
    let page = read("op/twice.html");
    let (_, content) = page.split_once("<article>").expect("the page has content");
    let (content, _) = content.split_once("</article>").expect("the content ends");
    assert_eq!(content.trim(), include_str!("torch-docs.html").trim());
    assert!(
        read("index.html").contains(">twice</a>")
            && read("assets/search.js").contains("\"TwiceBackward0 twice twice.out twice_cpu twice_out\"")
    );
}

const UNFORMATTED: &str = "\
- variants:  function
  func: twice(Tensor self) -> Tensor


- func: thrice(Tensor self) -> Tensor
  variants: function
# another section

- func: pair(Tensor self) -> Tensor
";

const FORMATTED: &str = "\
- func: twice(Tensor self) -> Tensor
  variants: function

- func: thrice(Tensor self) -> Tensor
  variants: function

# another section

- func: pair(Tensor self) -> Tensor
";

#[test]
fn files_are_formatted() {
    let folder = folder_with(&[("native_functions.yaml", UNFORMATTED)]);
    let said = opgen(folder.path(), &["fmt"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let text = std::fs::read_to_string(folder.path().join("native_functions.yaml")).expect("it is there");
    assert_eq!(text, FORMATTED);
}

#[test]
fn the_files_of_releases_stay_nearly_as_they_are() {
    let Some(oracle) = oracle() else { return };
    for (version, changed) in [("2.8.0", ["40", "10"]), ("2.11.0", ["41", "10"])] {
        let root = inputs(&oracle, version);
        let said = opgen(root.path(), &["fmt", "--diff"]);
        let lines = |name: &str| {
            let is_of = |patch: &&str| patch.lines().next().is_some_and(|line| line.ends_with(name));
            let patch = said.out.split("--- a/").find(is_of).unwrap_or_default();
            patch.lines().skip(2).filter(|line| line.starts_with(['+', '-'])).count().to_string()
        };
        let found = ["native_functions.yaml", "derivatives.yaml"].map(lines);
        assert_eq!(found.each_ref().map(String::as_str), changed, "{version}: {}", said.out);
        assert!(said.err.starts_with("2 files would change, "), "{}", said.err);
    }
}

#[test]
fn schemas_fit_the_files_of_releases() {
    let Some(oracle) = oracle() else { return };
    let root = inputs(&oracle, "2.11.0");
    let files = [
        ("native_functions", "aten/src/ATen/native/native_functions.yaml"),
        ("tags", "aten/src/ATen/native/tags.yaml"),
        ("derivatives", "tools/autograd/derivatives.yaml"),
        ("deprecated", "tools/autograd/deprecated.yaml"),
        ("lazy", "aten/src/ATen/native/ts_native_functions.yaml"),
    ];
    for (kind, path) in files {
        let said = opgen(root.path(), &["schema", kind]);
        let schema: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
        let validator = jsonschema::validator_for(&schema).expect("it is a schema");
        let text = std::fs::read_to_string(root.path().join(path)).expect("it is there");
        let file: serde_json::Value = serde_yaml::from_str(&text).expect("it is YAML");
        let errors: Vec<String> =
            validator.iter_errors(&file).map(|error| format!("{}: {error}", error.instance_path)).collect();
        assert!(errors.is_empty(), "{kind}: {}", errors.join("\n"));
    }
    let wrong =
        "- func: twice(Tensor self) -> Tensor\n  device_check: Maybe\n  dispatch:\n    CPUU: twice\n  tag: core\n";
    let said = opgen(root.path(), &["schema", "native_functions"]);
    let schema: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let file: serde_json::Value = serde_yaml::from_str(wrong).expect("it is YAML");
    assert_eq!(validator.iter_errors(&file).count(), 3);
}

#[test]
fn commands_for_paddle_refuse_operators_of_pytorch() {
    let folder = folder_with(&[("native_functions.yaml", TWICE)]);
    for command in [&["parse"][..], &["kernel", "twice"]] {
        let said = opgen(folder.path(), command);
        assert_eq!((said.out.as_str(), said.code), ("", Some(2)), "{command:?}");
        assert_eq!(said.err, "error: this command knows only the operators of Paddle, and these are of PyTorch\n");
    }
}
