//! Target `static_op`: the operators that generated sources register match those of the framework.
//!
//! The sources are compiled as they are. The source of the runtime needs headers that an installed framework lacks, so
//! `recorder.cc` replaces it, and records what the sources register.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::framework::{Framework, WHEEL_DEFINES, case, generate, include_lines, real_yaml, yaml_of};

const FOLDER: &str = "paddle/fluid/operators";

/// The result of `compare.py`.
fn compare(framework: &Framework, out: &Path, sources: &[PathBuf], build: &Path) -> String {
    fs::create_dir_all(build).expect("the build folder is writable");
    let [all, library, report] = ["together.cc", "libopgen_operators.so", "report.txt"].map(|name| build.join(name));
    fs::write(&all, with_makers(sources)).expect("the build folder is writable");
    let case = case("static_op");
    let flags = [WHEEL_DEFINES, &["-fvisibility=hidden"]].concat();
    let objects = [&all, &case.join("recorder.cc")].map(|source| {
        let object = build.join(source.file_stem().expect("a source has a name")).with_extension("o");
        framework.compile(source, out, &flags, &object);
        object
    });
    framework.link(&objects, &library);
    framework.run(&case.join("compare.py"), &[&library, &report]);
    fs::read_to_string(report).expect("it was written")
}

/// One source that includes all of them. Makers of composite gradients need headers that are not installed: these ones make
/// nothing.
fn with_makers(sources: &[PathBuf]) -> String {
    let mut makers =
        "\nnamespace paddle::framework {\nclass OpDesc {};\n}\n\nnamespace paddle::operators::opgen {\n".to_owned();
    for source in sources {
        let content = fs::read_to_string(source).expect("it was generated");
        let declared = content.lines().filter_map(|line| line.strip_prefix("struct ")?.strip_suffix(" {"));
        for maker in declared.filter(|name| name.ends_with("CompositeGradOpMaker")) {
            writeln!(makers, "GradOps {maker}::Compose(const CompositeCall&) {{ return {{}}; }}")
                .expect("a string takes everything");
        }
    }
    include_lines(sources) + &makers + "}\n"
}

fn differences(report: &str) -> BTreeSet<&str> {
    report.lines().filter_map(|line| line.strip_prefix("difference: ")).collect()
}

fn sources(out: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(out.join(FOLDER)).expect("it was generated").flatten();
    let mut sources: Vec<_> = entries.map(|entry| entry.path()).collect();
    sources.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("generated_") && !name.starts_with("opgen_static_composite")
    });
    sources.sort();
    sources
}

/// Compares all operators of a release.
fn check(framework: &Framework, root: &Path, name: &str, at_least: [(&str, usize); 4]) {
    let out = generate(Some(root), name);
    let report = compare(framework, &out, &sources(&out), &out.join("build"));
    assert_eq!(differences(&report), BTreeSet::new());
    for (what, least) in at_least {
        let count = report.lines().find_map(|line| line.strip_prefix(what)?.trim().parse::<usize>().ok());
        assert!(count >= Some(least), "{what}: {report}");
    }
}

#[test]
fn the_real_operators_say_what_those_of_the_framework_say() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let at_least = [("registered", 741), ("makers", 440), ("versions", 38), ("gradients", 569)];
    check(&framework, &root, "run-paddle-makers", at_least);
}

#[test]
fn those_of_3_0_do_so_too() {
    let (Some(framework), Some(root)) = (Framework::of_3_0(), yaml_of("paddle-3.0.0")) else { return };
    let at_least = [("registered", 976), ("makers", 608), ("versions", 56), ("gradients", 714)];
    check(&framework, &root, "run-paddle-3.0-makers", at_least);
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
        (
            "pool2d inputs of gradient",
            "SetType(\"pool2d_grad\");\n    grad_op->SetInput(\"X\"",
            "SetType(\"pool2d_grad\");\n    grad_op->SetInput(\"Y\"",
        ),
    ];
    for (what, from, to) in mutations {
        let found = text.find(from).unwrap_or_else(|| panic!("nothing to change for {what}"));
        text.replace_range(found..found + from.len(), to);
    }
    let build = out.join("build");
    fs::create_dir_all(&build).expect("the build folder is writable");
    fs::write(build.join("mutated.cc"), text).expect("the build folder is writable");
    let report = compare(&framework, &out, &[build.join("mutated.cc")], &build);
    let found: BTreeSet<_> = differences(&report).iter().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(found, mutations.iter().map(|(what, ..)| *what).collect(), "{report}");
}
