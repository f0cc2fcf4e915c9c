//! `--shards N`: the same functions in more files, each function in exactly one file, and unchanged operators stay in
//! place.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Arc;

use opgen::driver::load;
use opgen::profile::Profile;
use opgen::project::Root;
use opgen::project::shards::Shards;
use opgen::registry::{Registry, Specs};
use opgen::spec::{Attr, Op};
use opgen::targets;
use tempfile::TempDir;

use crate::oracle::oracle;
use crate::rendered;

fn specs(root: &Root) -> Specs {
    load(root).registry.specs().clone()
}

/// Path and text of every generated file.
fn outputs(specs: &Specs, shards: &str) -> BTreeMap<String, String> {
    let profile = Profile::default();
    let shards: Shards = shards.parse().expect("a number of shards");
    let registry = Registry::new(specs.clone(), &Arc::new(profile.clone()));
    let rendered = rendered::outputs(&registry, &profile, targets::TARGETS, shards);
    rendered.into_iter().map(|output| (output.path, output.text)).collect()
}

/// `lib/api.3.cc` -> `lib/api.cc`, if the path is a shard.
fn source_of(path: &str) -> Option<String> {
    let (stem, index) = path.strip_suffix(".cc")?.rsplit_once('.')?;
    index.parse::<usize>().ok().map(|_| format!("{stem}.cc"))
}

/// The number of shards that differ, for each source.
fn changed(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> BTreeMap<String, usize> {
    assert!(before.keys().eq(after.keys()), "which files there are does not depend on the operators");
    let mut counts = BTreeMap::new();
    for (path, _) in before.iter().filter(|(path, text)| after[*path] != **text) {
        if let Some(source) = source_of(path) {
            *counts.entry(source).or_default() += 1;
        }
    }
    counts
}

const API: &str = "paddle/phi/api/lib/api.cc";
/// Its first shard lists the classes of all operators, so that shard changes whenever an operator is added or removed.
const LISTS_CLASSES: &str = "paddle/fluid/pir/dialect/operator/ir/pd_op.cc";

/// Changes, removes and adds operators, one at a time.
fn only_one_shard_changes(specs: &Specs, every: usize) {
    let before = outputs(specs, "4");
    let plain =
        |op: &Op| op.home.calls_kernels() && op.kernel.is_some() && !op.is_backward() && !op.name.value.ends_with('_');
    let mut attrs = specs.ops.iter().flat_map(|op| &op.signature.attrs);
    let mut attr: Attr = attrs.find(|attr| attr.default.is_some()).expect("some attribute has a default").clone();
    "added".clone_into(&mut attr.name.value);
    let mut seen = 0;
    for (at, op) in specs.ops.iter().enumerate().filter(|(_, op)| plain(op)).step_by(every) {
        let mut with_attr = specs.clone();
        Arc::make_mut(&mut with_attr.ops[at]).signature.attrs.push(attr.clone());
        let mut variants = vec![with_attr];
        // An operator that another one invokes cannot be removed alone.
        if !specs.ops.iter().any(|other| other.invoke.as_ref().is_some_and(|call| call.func == op.name)) {
            let mut removed = specs.clone();
            removed.ops.remove(at);
            variants.push(removed);
        }
        for after in variants {
            let counts = changed(&before, &outputs(&after, "4"));
            assert!(!counts.is_empty(), "{} is nowhere", op.name.value);
            let comes_or_goes = after.ops.len() != specs.ops.len();
            let most = |source: &str| if comes_or_goes && source == LISTS_CLASSES { 2 } else { 1 };
            assert!(counts.iter().all(|(source, count)| *count <= most(source)), "{}: {counts:#?}", op.name.value);
            seen += usize::from(counts.contains_key(API));
        }
    }
    assert!(seen > 5);
}

#[test]
fn of_the_built_in_operators_each_is_in_one_shard_of_a_source() {
    only_one_shard_changes(&specs(&Root::BuiltIn), 3);
}

#[test]
fn of_the_real_operators_each_is_in_one_shard_of_a_source() {
    let Some(oracle) = oracle() else { return };
    only_one_shard_changes(&specs(&Root::Tree(oracle.join("paddle-2.6.2/yaml"))), 120);
}

#[test]
fn a_gradient_that_changes_changes_one_shard_of_a_source() {
    let specs = specs(&Root::BuiltIn);
    let before = outputs(&specs, "4");
    let gradients: Vec<usize> = (0..specs.ops.len()).filter(|at| specs.ops[*at].is_backward()).collect();
    assert!(gradients.len() > 10);
    for at in gradients {
        let mut after = specs.clone();
        Arc::make_mut(&mut after.ops[at]).signature.inputs.iter_mut().for_each(|input| input.no_need_buffer ^= true);
        let counts = changed(&before, &outputs(&after, "4"));
        assert!(counts.values().all(|count| *count == 1), "{}: {counts:#?}", specs.ops[at].name.value);
    }
}

#[test]
fn the_real_operators_spread_evenly() {
    let Some(oracle) = oracle() else { return };
    let specs = specs(&Root::Tree(oracle.join("paddle-2.6.2/yaml")));
    // A plain hash decides the shard, so a shard with a few more large operators exceeds the mean. Measured: 13, 20 and 43 %.
    for (shards, most) in [("2", 0.15), ("4", 0.25), ("8", 0.50)] {
        let mut sizes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (path, text) in outputs(&specs, shards) {
            if let Some(source) = source_of(&path) {
                sizes.entry(source).or_default().push(text.len());
            }
        }
        assert!(sizes.values().all(|sizes| sizes.len().to_string() == shards));
        for (source, sizes) in sizes.iter().filter(|(_, sizes)| sizes.iter().sum::<usize>() > 300_000) {
            let mean = sizes.iter().sum::<usize>() as f64 / sizes.len() as f64;
            let largest = sizes.iter().copied().max().unwrap_or_default() as f64;
            let smallest = sizes.iter().copied().min().unwrap_or_default() as f64;
            println!(
                "{shards} {source}: {:+.1} %, {:+.1} %",
                1e2 * (smallest / mean - 1.0),
                1e2 * (largest / mean - 1.0)
            );
            assert!(largest <= mean * (1.0 + most), "{shards} {source}: {sizes:?}");
        }
    }
}

#[test]
fn the_shards_of_the_real_operators_say_together_what_one_file_says() {
    let Some(oracle) = oracle() else { return };
    let specs = specs(&Root::Tree(oracle.join("paddle-2.6.2/yaml")));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut joined: BTreeMap<String, String> = BTreeMap::new();
    for (path, text) in outputs(&specs, "5") {
        joined.entry(source_of(&path).unwrap_or(path)).or_default().push_str(&text);
    }
    for (path, text) in joined {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("it is writable");
        fs::write(path, text).expect("it is writable");
    }
    let mut compare = Command::new("python3");
    compare.arg(oracle.join("facts.py")).arg("compare").arg(oracle.join("paddle-2.6.2/facts.json")).arg(folder.path());
    let output = compare.args(["--group", "api", "--group", "dygraph", "--group", "python_c"]).output();
    let output = output.expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The built-in operators, generated repeatedly into one folder.
struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        Fixture { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("paddle/phi/api/lib").join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.args(["generate", "--target", "cpp_api", "--out"]).arg(self.folder.path()).args(arguments);
        command.output().expect("opgen runs")
    }

    /// Runs opgen and returns its standard output. The test fails if opgen fails.
    fn generate(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    /// The files into which `api.cc` is split.
    fn api_files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("")).expect("it was made").flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<_> = names.filter(|name| name.starts_with("api.")).collect();
        names.sort();
        names
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn another_number_of_shards_leaves_no_files_of_the_old() {
    let fixture = Fixture::new();
    fixture.generate(&["--shards", "3"]);
    assert_eq!(fixture.api_files(), ["api.0.cc", "api.1.cc", "api.2.cc"]);
    // opgen removes the files that it generated, even without the stamp.
    fs::remove_file(fixture.folder.path().join(".opgen-stamp")).expect("there is a stamp");
    assert!(fixture.generate(&["--shards", "2"]).contains(" removed, "));
    assert_eq!(fixture.api_files(), ["api.0.cc", "api.1.cc"]);
    fixture.generate(&[]);
    assert_eq!(fixture.api_files(), ["api.cc"]);
    assert!(fixture.generate(&["--shards", "1"]).starts_with("0 written, "));
    fixture.generate(&["--shards", "2"]);
    assert_eq!(fixture.api_files(), ["api.0.cc", "api.1.cc"]);
    assert!(fixture.generate(&["--shards", "2"]).starts_with("0 written, "));
}

#[test]
fn a_stale_file_is_found_though_nothing_else_has_changed() {
    let fixture = Fixture::new();
    fixture.generate(&["--shards", "2"]);
    fs::copy(fixture.path("api.1.cc"), fixture.path("api.7.cc")).expect("it is writable");
    let output = fixture.run(&["--shards", "2", "--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("stale   paddle/phi/api/lib/api.7.cc\n0 to write, 1 to remove, "));
    assert!(fixture.generate(&["--shards", "2"]).starts_with("0 written, 1 removed, "));
    assert_eq!(fixture.api_files(), ["api.0.cc", "api.1.cc"]);
}

#[test]
fn files_of_others_stay() {
    let fixture = Fixture::new();
    fixture.generate(&["--shards", "2", "--target", "python_c"]);
    let kept = ["api.9.cc", "api.h", "api.extra.cc"];
    fs::create_dir_all(fixture.path("")).expect("a new folder");
    kept.iter().for_each(|name| fs::write(fixture.path(name), "// by hand\n").expect("it is writable"));
    fixture.generate(&["--shards", "3"]);
    fixture.generate(&[]);
    assert_eq!(fixture.api_files(), ["api.9.cc", "api.cc", "api.extra.cc", "api.h"]);
    assert!(fixture.folder.path().join("paddle/fluid/pybind/eager_op_function.1.cc").exists());
}

#[test]
fn the_names_of_shards_are_known_without_operators() {
    let fixture = Fixture::new();
    let empty = tempfile::tempdir().expect("a temporary folder");
    let root = empty.path().to_string_lossy().into_owned();
    let listed = text(&fixture.run(&["--shards", "9", "--list-outputs", "--root", &root]).stdout);
    let shards: Vec<_> = listed.lines().filter(|line| line.contains("/fused_backward_api.")).collect();
    assert_eq!(shards.len(), 10, "nine sources and a header: {shards:?}");
    fixture.generate(&["--shards", "9"]);
    assert!(listed.lines().all(|line| fixture.folder.path().join(line).exists()));
}

#[test]
fn shards_that_cannot_be_are_refused() {
    for shards in ["0", "257", "some"] {
        let output = Fixture::new().run(&["--shards", shards]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("not a number from 1 to 256"), "{}", text(&output.stderr));
    }
}
