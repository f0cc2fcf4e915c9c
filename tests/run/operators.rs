//! The C++ API of 3.0.0, in the wheel of that release: the framework's own dynamic graph calls it, and computes what it did before.
//!
//! `OPGEN_PADDLE3_PYTHON` is a Python in which `paddlepaddle==3.0.0` is installed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::framework::{Framework, WHEEL_DEFINES, case, generate, oracle, succeed};

const SOURCES: [&str; 12] = [
    "paddle/phi/api/lib/opgen_runtime.cc",
    "paddle/phi/api/lib/api.cc",
    "paddle/phi/api/lib/backward_api_base.cc",
    "paddle/phi/api/lib/backward_api.cc",
    "paddle/phi/api/lib/fused_api.cc",
    "paddle/phi/api/lib/fused_backward_api_base.cc",
    "paddle/phi/api/lib/fused_backward_api.cc",
    "paddle/phi/api/lib/sparse_api.cc",
    "paddle/phi/api/lib/sparse_backward_api_base.cc",
    "paddle/phi/api/lib/sparse_backward_api.cc",
    "paddle/phi/api/lib/strings_api.cc",
    "paddle/phi/api/lib/dygraph_api.cc",
];

/// The number of functions that the calls in `operators/checks` reach.
const REACHED: usize = 400;

#[test]
fn operators_and_their_gradients_compute_what_those_of_the_framework_compute() {
    let (Some(framework), Some(oracle)) = (Framework::of_3_0(), oracle()) else { return };
    let out = generate(Some(&oracle.join("paddle-3.0.0/yaml")), "run-operators");
    let build = out.join("build");
    let mut objects = framework.compile_all(&SOURCES, &out, &[WHEEL_DEFINES, &["-DNDEBUG"]].concat(), &build);
    objects.push(framework.compile_vlog(&out, &build));
    let library = build.join("libopgen_operators.so");
    framework.link(&objects, &library);

    let (script, expected, actual) =
        (case("operators").join("run.py"), build.join("expected.txt"), build.join("actual.txt"));
    succeed(framework.script(&script, &build).arg(&expected), "the framework");
    let bindings = build.join("bindings");
    fs::create_dir_all(&bindings).expect("the build folder is writable");
    let mut run = framework.script(&script, &build);
    // The dynamic linker tells which functions of the library the framework has called.
    run.arg(&actual).arg(&library).env("LD_DEBUG", "bindings").env("LD_DEBUG_OUTPUT", bindings.join("of"));
    succeed(&mut run, "the framework with the generated functions");
    let reached = functions_called(&bindings, &library);
    fs::remove_dir_all(&bindings).expect("the build folder is writable");

    let read = |path: &Path| fs::read_to_string(path).expect("it was written");
    let (expected, actual) = (read(&expected), read(&actual));
    assert!(expected.lines().count() > 500);
    assert_eq!(expected, actual);
    assert!(reached.len() >= REACHED, "only {} functions were called: {reached:?}", reached.len());
}

/// The mangled names of the API's functions that the framework found in a library.
fn functions_called(bindings: &Path, library: &Path) -> BTreeSet<String> {
    let here = format!(" to {} ", library.display());
    let files = fs::read_dir(bindings).expect("the dynamic linker wrote files").flatten();
    let mut called = BTreeSet::new();
    for file in files {
        let text = fs::read(file.path()).expect("the file is readable");
        let text = String::from_utf8_lossy(&text);
        let names = text.lines().filter(|line| line.contains("libpaddle.so") && line.contains(&here));
        let names = names.filter_map(|line| line.split('`').nth(1)?.strip_suffix('\''));
        called.extend(names.filter(|name| name.starts_with("_ZN6paddle12experimental")).map(str::to_owned));
    }
    called
}
