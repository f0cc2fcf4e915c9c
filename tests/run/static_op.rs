//! Target `static_op`: the op makers, registrations and versions match those of the framework.
//!
//! The operators themselves need the headers of a source tree. This test compares only what does not need them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::framework::{Framework, case, generate, real_yaml};

const FOLDER: &str = "paddle/fluid/operators";

/// The result of `compare.py`.
fn compare(framework: &Framework, sources: &[PathBuf], build: &Path) -> String {
    fs::create_dir_all(build).expect("the build folder is writable");
    let case = case("static_op");
    let [program, object, library, registered, report] =
        ["program.cc", "program.o", "libopgen_makers.so", "registered.json", "report.txt"].map(|name| build.join(name));
    let arguments = [&program, &registered].into_iter().chain(sources).map(PathBuf::as_path);
    framework.run(&case.join("extract.py"), &arguments.collect::<Vec<_>>());
    framework.compile(&program, &case, &[], &object);
    framework.link(&[object], &library);
    framework.run(&case.join("compare.py"), &[&library, &registered, &report]);
    fs::read_to_string(report).expect("it was written")
}

fn differences(report: &str) -> BTreeSet<&str> {
    report.lines().filter_map(|line| line.strip_prefix("difference: ")).collect()
}

fn sources(out: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(out.join(FOLDER)).expect("it was generated").flatten();
    let mut sources: Vec<_> = entries.map(|entry| entry.path()).collect();
    sources.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("generated_")));
    sources.sort();
    sources
}

#[test]
fn the_real_operators_say_what_those_of_the_framework_say() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let out = generate(Some(&root), "run-paddle-makers");
    let report = compare(&framework, &sources(&out), &out.join("build"));
    assert_eq!(differences(&report), BTreeSet::new());
    let count = |of: &str| report.lines().find_map(|line| line.strip_prefix(of)?.trim().parse::<usize>().ok());
    assert!(count("registered") > Some(700) && count("makers") > Some(400) && count("versions") > Some(30), "{report}");
}

#[test]
fn an_operator_that_says_something_else_is_found() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let out = generate(Some(&root), "run-mutated-makers");
    let source = out.join(FOLDER).join("generated_static_op.cc");
    let mut text = fs::read_to_string(source).expect("it was generated");
    let mutations = [
        ("matmul_v2 attributes", "AddAttr<bool>(\"trans_x\"", "AddAttr<bool>(\"transpose_x\""),
        ("matmul_v2 defaults", "\"bool transpose_y\").SetDefault(false)", "\"bool transpose_y\").SetDefault(true)"),
        ("one_hot_v2 inputs", "\"depth as a tensor\").AsDispensable()", "\"depth as a tensor\")"),
        ("conv2d_transpose versions", "kernel.\", \"float32\"", "kernel.\", \"float64\""),
        ("softmax inplace", "ops::SoftmaxInplaceInferer, ", ""),
    ];
    for (what, from, to) in mutations {
        let found = text.find(from).unwrap_or_else(|| panic!("nothing to change for {what}"));
        text.replace_range(found..found + from.len(), to);
    }
    let build = out.join("build");
    fs::create_dir_all(&build).expect("the build folder is writable");
    fs::write(build.join("mutated.cc"), text).expect("the build folder is writable");
    let report = compare(&framework, &[build.join("mutated.cc")], &build);
    let found: BTreeSet<_> = differences(&report).iter().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(found, mutations.iter().map(|(what, ..)| *what).collect(), "{report}");
}
