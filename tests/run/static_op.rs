//! Target `static_op`: the operators that generated sources register match those of the framework.
//!
//! The sources and their runtime are compiled as they are, and loaded into the framework, where they register all operators
//! again, with a prefix. `static_op/include` declares what an installed framework has no headers for.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::framework::{Framework, WHEEL_DEFINES, case, generate, include_lines, real_yaml, succeed, yaml_of};
use crate::skip::skip;

const FOLDER: &str = "paddle/fluid/operators";

/// The version of protobuf in the frameworks. Others have another layout of messages.
const PROTOBUF: &str = "3.21.12";

/// The result of `compare.py`.
fn compare(framework: &Framework, out: &Path, sources: &[PathBuf], build: &Path) -> String {
    fs::create_dir_all(build).expect("the build folder is writable");
    write_messages(framework, build);
    fs::write(build.join("sources.h"), with_makers(sources)).expect("the build folder is writable");
    let [object, library, report] = ["prefixed.o", "libopgen_operators.so", "report.txt"].map(|name| build.join(name));
    let case = case("static_op");
    let folders = [build, &case.join("include")].map(|folder| format!("-I{}", folder.display()));
    let flags = [WHEEL_DEFINES, &["-fvisibility=hidden", &folders[0], &folders[1]]].concat();
    framework.compile(&case.join("prefixed.cc"), out, &flags, &object);
    framework.link(&[object], &library);
    framework.run(&case.join("compare.py"), &[&library, &report]);
    fs::read_to_string(report).expect("it was written")
}

/// Writes the header of the messages in programs, which are described in the framework's Python.
fn write_messages(framework: &Framework, build: &Path) {
    let messages = build.join("messages");
    framework
        .run(&case("static_op").join("descriptor.py"), &[&framework.file("base/proto/framework_pb2.py"), &messages]);
    let mut protoc = Command::new("protoc");
    protoc.arg(format!("--descriptor_set_in={}", messages.display())).arg(format!("--cpp_out={}", build.display()));
    succeed(protoc.arg("paddle/fluid/framework/framework.proto"), "protoc");
}

/// Whether protobuf is installed. In CI it must be.
fn has_protobuf() -> bool {
    let mut compiler = Command::new("g++");
    compiler.args(["-E", "-x", "c++", "-include", "google/protobuf/stubs/port.h", "/dev/null"]);
    let protoc = Command::new("protoc").arg("--version").output();
    let is_found = protoc.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().ends_with(PROTOBUF))
        && compiler.output().is_ok_and(|output| output.status.success());
    if !is_found {
        let missing = format!("protobuf {PROTOBUF} is not installed (protobuf-compiler and libprotobuf-dev)");
        skip(&missing);
    }
    is_found
}

/// A source that includes all of them. Makers of composite gradients need headers that are not installed: these ones make
/// nothing.
fn with_makers(sources: &[PathBuf]) -> String {
    let mut makers = "\nnamespace paddle::operators::opgen {\n".to_owned();
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

/// Compares all operators of a release. `counts` says how much of each kind is compared.
fn check(framework: &Framework, root: &Path, name: &str, counts: [(&str, usize); 7]) {
    let out = generate(Some(root), name);
    let report = compare(framework, &out, &sources(&out), &out.join("build"));
    assert_eq!(differences(&report), BTreeSet::new());
    let count = |what| report.lines().find_map(|line| line.strip_prefix(what)?.trim().parse().ok());
    assert_eq!(counts.map(|(what, _)| (what, count(what))), counts.map(|(what, number)| (what, Some(number))));
}

#[test]
fn the_real_operators_say_what_those_of_the_framework_say() {
    let (Some(framework), Some(root), true) = (Framework::find(), real_yaml(), has_protobuf()) else { return };
    let counts = [
        ("registered", 741),
        ("makers", 440),
        ("versions", 38),
        ("gradients", 985),
        ("checked", 14656),
        ("shapes", 1568),
        ("keys", 5180),
    ];
    check(&framework, &root, "run-paddle-makers", counts);
}

#[test]
fn those_of_3_0_do_so_too() {
    let (Some(framework), Some(root), true) = (Framework::of_3_0(), yaml_of("paddle-3.0.0"), has_protobuf()) else {
        return;
    };
    let counts = [
        ("registered", 976),
        ("makers", 608),
        ("versions", 56),
        ("gradients", 1332),
        ("checked", 20892),
        ("shapes", 1945),
        ("keys", 7334),
    ];
    check(&framework, &root, "run-paddle-3.0-makers", counts);
}

#[test]
fn an_operator_that_says_something_else_is_found() {
    let (Some(framework), Some(root), true) = (Framework::find(), real_yaml(), has_protobuf()) else { return };
    let out = generate(Some(&root), "run-mutated-makers");
    let source = out.join(FOLDER).join("generated_static_op.cc");
    let mut text = fs::read_to_string(source).expect("it was generated");
    let mutations = [
        ("matmul_v2 attrs", "AddAttr<bool>(\"trans_x\"", "AddAttr<bool>(\"transpose_x\""),
        ("matmul_v2 defaults", "\"bool transpose_y\").SetDefault(false)", "\"bool transpose_y\").SetDefault(true)"),
        ("one_hot_v2 inputs", "\"depth as a tensor\").AsDispensable()", "\"depth as a tensor\")"),
        ("conv2d_transpose versions", "kernel.\", \"float32\"", "kernel.\", \"float64\""),
        ("softmax functions and inplace", "ops::SoftmaxInplaceInferer, ", ""),
        ("softmax composite", "ops::SoftmaxCompositeGradOpMaker, ", ""),
        (
            "reduce_sum_grad unread inputs",
            "ReduceSumGradNoNeedBufferVarInferer, \"X\"",
            "ReduceSumGradNoNeedBufferVarInferer, \"Y\"",
        ),
        (
            "assign shapes",
            "AssignInferShapeFunctor, PD_INFER_META(phi::Unchanged",
            "AssignInferShapeFunctor, PD_INFER_META(phi::IsEmpty",
        ),
        ("lookup_table_v2_grad types", "\"W@GRAD\", \"is_sparse\"", "\"W@GRAD\""),
        ("range keys", "{\"Start\", \"End\", \"Step\"}", "{\"Start\", \"End\"}"),
        (
            "one_hot_v2 keys",
            "OneHotV2Op {\n  static constexpr void Describe(Operator* described) {\n    described->key = TypeOf(\"X\")",
            "OneHotV2Op {\n  static constexpr void Describe(Operator* described) {\n    described->key = TypeOfAttr(\"depth\")",
        ),
        ("einsum gradients", "InputGrad(\"Operands\", false)", "InputGrad(\"Operands\")"),
        (
            "pool2d gradients",
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
    let mut expected: BTreeSet<_> = mutations.iter().map(|(what, ..)| *what).collect();
    // What else these change.
    expected.extend(["matmul_v2 checks", "lookup_table_v2_grad shapes"]);
    assert_eq!(found, expected, "{report}");
}
