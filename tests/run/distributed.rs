//! The C++ API with distributed tensors, of which this process computes a part or nothing: with a header that an installed
//! framework does not have, its functions do what those of the framework do.

use std::path::{Path, PathBuf};

use crate::calls;
use crate::cpp_api::{DISTRIBUTED, assert_same_results};
use crate::distribution::yaml_with_rules;
use crate::framework::{Framework, WHEEL_DEFINES, case, generate_with, oracle, real_yaml, together};
use crate::operators;

#[test]
fn operators_of_2_6_compute_with_distributed_tensors_what_those_of_the_framework_compute() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    check(&framework, &root, "run-distributed-2.6.2", |out, build, include| {
        let flags: Vec<&str> = WHEEL_DEFINES.iter().copied().chain([include]).collect();
        framework.compile_all(DISTRIBUTED, out, &flags, build)
    });
}

#[test]
fn operators_of_3_0_compute_with_distributed_tensors_what_those_of_the_framework_compute() {
    let (Some(framework), Some(oracle)) = (Framework::of_3_0(), oracle()) else { return };
    check_release(&framework, &oracle, "paddle-3.0.0", &[]);
}

#[test]
fn operators_of_3_3_compute_with_distributed_tensors_what_those_of_the_framework_compute() {
    let (Some(framework), Some(oracle)) = (Framework::newest(), oracle()) else { return };
    let library = check_release(&framework, &oracle, "paddle-3.3.1", &["-DOF_3_3"]);
    calls::check(&calls::API, &library, &framework, &oracle);
}

fn check_release(framework: &Framework, oracle: &Path, release: &str, defines: &'static [&'static str]) -> PathBuf {
    let yaml = yaml_with_rules(oracle, release, "distributed");
    check(framework, &yaml, &format!("run-distributed-{release}"), |out, build, include| {
        let flags = [operators::flags(defines), vec![include]].concat();
        let object = build.join("api.o");
        framework.compile(&together(&operators::SOURCES, build), out, &flags, &object);
        vec![object]
    })
}

/// Makes the calls with and without the library of what `compile` makes from the folder of outputs, in the build folder, with
/// the option for the header. Returns the library.
fn check(
    framework: &Framework,
    root: &Path,
    name: &str,
    compile: impl FnOnce(&Path, &Path, &str) -> Vec<PathBuf>,
) -> PathBuf {
    let out = generate_with(Some(root), &["--feature", "distributed"], name);
    let (case, build) = (case("distributed"), out.join("build"));
    let mut objects = compile(&out, &build, &format!("-I{}", case.join("include").display()));
    objects.push(framework.compile_vlog(&out, &build));
    let library = build.join("libopgen_distributed.so");
    framework.link(&objects, &library);

    let (expected, actual) = (build.join("expected.txt"), build.join("actual.txt"));
    framework.run(&case.join("calls.py"), &[&expected]);
    framework.run(&case.join("calls.py"), &[&actual, &library]);
    assert_same_results(&expected, &actual);
    library
}
