//! Target `cpp_api`: compiles, links with the framework, and computes what the framework computes.

use std::fs;
use std::path::Path;

use crate::framework::{Framework, WHEEL_DEFINES, case, generate, generate_with, real_yaml};

const SOURCES: &[&str] = &[
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
    framework.compile_all(SOURCES, &out, WHEEL_DEFINES, &out.join("build-distributed"));
    framework.compile_all(SOURCES, &out, &[], &out.join("build-plain"));
}

/// An installed framework lacks a header of distributed tensors, so these are the calls over dense ones.
#[test]
fn the_built_in_operators_compile_with_the_distributed_feature() {
    let Some(framework) = Framework::find() else { return };
    let out = generate_with(None, &["--feature", "distributed"], "run-built-in-distributed");
    framework.compile_all(SOURCES, &out, WHEEL_DEFINES, &out.join("build"));
}

#[test]
fn the_real_operators_compile_link_and_compute_what_the_framework_computes() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let out = generate(Some(&root), "run-paddle");
    let build = out.join("build");
    let mut objects = framework.compile_all(SOURCES, &out, WHEEL_DEFINES, &build);
    // The framework has registered its infer meta functions already.
    objects.retain(|object| !object.ends_with("paddle_phi_infermeta_generated.o"));
    let case = case("cpp_api");
    objects.push(build.join("program.o"));
    framework.compile(&case.join("program.cc"), &out, WHEEL_DEFINES, &build.join("program.o"));
    let library = build.join("libopgen_cpp_api.so");
    framework.link(&objects, &library);

    let (expected, actual) = (build.join("expected.txt"), build.join("actual.txt"));
    framework.run(&case.join("reference.py"), &[&expected]);
    framework.run(&case.join("run.py"), &[&library, &actual]);
    let read = |path: &Path| fs::read_to_string(path).expect("it was written");
    let (expected, actual) = (read(&expected), read(&actual));
    assert!(expected.lines().count() > 50);
    assert_eq!(expected, actual);
}
