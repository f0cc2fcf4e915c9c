//! Target `cpp_api`: it compiles, links with the framework, and computes the same results as the framework.

use std::fs;
use std::path::Path;

use crate::framework::{Framework, WHEEL_DEFINES, case, generate, generate_with, real_yaml};

const SOURCES: &[&str] = &[
    "paddle/phi/api/lib/opgen_runtime.cc",
    "paddle/phi/api/lib/api.cc",
    "paddle/phi/api/lib/backward_api.cc",
    "paddle/phi/api/lib/fused_api.cc",
    "paddle/phi/api/lib/fused_backward_api.cc",
    "paddle/phi/api/lib/sparse_api.cc",
    "paddle/phi/api/lib/sparse_bw_api.cc",
    "paddle/phi/api/lib/strings_api.cc",
    "paddle/phi/api/lib/dygraph_api.cc",
    "paddle/phi/api/lib/operants_manager.cc",
    "paddle/phi/api/lib/tensor_operants.cc",
    "paddle/phi/api/lib/tensor_api.cc",
    "paddle/phi/infermeta/generated.cc",
];

#[test]
fn the_built_in_operators_compile_with_and_without_distribution() {
    let Some(framework) = Framework::find() else { return };
    let out = generate(None, "run-built-in");
    framework.check_all(SOURCES, &out, WHEEL_DEFINES, &out.join("build-distributed"));
    framework.check_all(SOURCES, &out, &[], &out.join("build-plain"));
}

/// An installed framework does not have a header of distributed tensors, so these calls use dense tensors.
#[test]
fn the_built_in_operators_compile_with_the_distributed_feature() {
    let Some(framework) = Framework::find() else { return };
    let out = generate_with(None, &["--feature", "distributed"], "run-built-in-distributed");
    framework.check_all(SOURCES, &out, WHEEL_DEFINES, &out.join("build"));
}

/// The sources whose functions may take distributed tensors.
pub const DISTRIBUTED: &[&str] = &[
    "paddle/phi/api/lib/opgen_runtime.cc",
    "paddle/phi/api/lib/api.cc",
    "paddle/phi/api/lib/backward_api.cc",
    "paddle/phi/api/lib/fused_api.cc",
    "paddle/phi/api/lib/fused_backward_api.cc",
    "paddle/phi/api/lib/dygraph_api.cc",
];

#[test]
fn the_real_operators_compile_with_the_distributed_feature() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let out = generate_with(Some(&root), &["--feature", "distributed"], "run-paddle-distributed");
    framework.check_all(DISTRIBUTED, &out, WHEEL_DEFINES, &out.join("build"));
}

/// The framework's library also defines each function. So this test finds duplicate definitions, but not missing ones.
/// `tests/library/shards.rs` compares the sets of functions.
#[test]
fn shards_of_the_built_in_operators_compile_and_link() {
    let Some(framework) = Framework::find() else { return };
    let out = generate_with(None, &["--shards", "2"], "run-shards");
    let sources = ["opgen_runtime", "api.0", "api.1", "backward_api.0", "backward_api.1"];
    let sources = sources.map(|name| format!("paddle/phi/api/lib/{name}.cc"));
    let sources: Vec<_> = sources.iter().map(String::as_str).collect();
    let build = out.join("build");
    let mut objects = framework.compile_all(&sources, &out, WHEEL_DEFINES, &build);
    objects.push(framework.compile_vlog(&out, &build));
    framework.link(&objects, &build.join("libopgen_shards.so"));
}

#[test]
fn the_real_operators_compile_link_and_compute_what_the_framework_computes() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let out = generate(Some(&root), "run-paddle");
    let build = out.join("build");
    let mut objects = framework.compile_all(SOURCES, &out, WHEEL_DEFINES, &build);
    // The framework has already registered its infer meta functions.
    objects.retain(|object| !object.ends_with("paddle_phi_infermeta_generated.o"));
    let case = case("cpp_api");
    let program = build.join("program.o");
    framework.compile(&case.join("program.cc"), &out, WHEEL_DEFINES, &program);
    objects.extend([program, framework.compile_vlog(&out, &build)]);
    let library = build.join("libopgen_cpp_api.so");
    framework.link(&objects, &library);

    let (expected, actual) = (build.join("expected.txt"), build.join("actual.txt"));
    framework.run(&case.join("reference.py"), &[&expected]);
    framework.run(&case.join("run.py"), &[&library, &actual]);
    assert_same_results(&expected, &actual);
}

pub fn assert_same_results(expected: &Path, actual: &Path) {
    let read = |path: &Path| fs::read_to_string(path).expect("it was written");
    let (expected, actual) = (read(expected), read(actual));
    assert!(expected.lines().count() > 50);
    assert_eq!(expected, actual);
}
