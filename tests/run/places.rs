//! Functions that create tensors in 3.0.0: they fail for the same places as those of the framework, even without elements.
//!
//! `OPGEN_PADDLE3_PYTHON` is a Python in which `paddlepaddle==3.0.0` is installed.

use std::fs;
use std::path::Path;

use crate::framework::{Framework, WHEEL_DEFINES, case, generate_with};
use crate::skip::skip;

const SOURCES: [&str; 2] = ["paddle/phi/api/lib/opgen_runtime.cc", "paddle/phi/api/lib/api.cc"];

#[test]
fn tensors_are_created_where_the_framework_creates_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/paddle-3.0.0/yaml");
    if !root.is_dir() {
        skip("there is no ../shared/oracle");
        return;
    }
    let Some(framework) = Framework::of_3_0() else { return };
    let arguments = ["--profile", "paddle-3.0-final", "--target", "cpp_api", "--ops", "full,empty,zeros,tril_indices"];
    let out = generate_with(Some(&root), &arguments, "run-places");
    let (case, build) = (case("places"), out.join("build"));
    let flags = [WHEEL_DEFINES, &["-w"]].concat();
    let mut objects = framework.compile_all(&SOURCES, &out, &flags, &build);
    objects.extend([framework.compile_vlog(&out, &build), build.join("program.o")]);
    framework.compile(&case.join("program.cc"), &out, &flags, &build.join("program.o"));
    let library = build.join("libopgen_places.so");
    framework.link_module(&objects, &library);

    let (expected, actual) = (build.join("expected.txt"), build.join("actual.txt"));
    framework.run(&case.join("calls.py"), &[&expected]);
    framework.run(&case.join("calls.py"), &[&actual, &library]);
    let read = |path: &Path| fs::read_to_string(path).expect("it was written");
    assert!(read(&expected).contains("tril_indices 0 undefined fails\n"), "{}", read(&expected));
    assert_eq!(read(&expected), read(&actual));
}
