//! Functions that Python calls by keyword: in the wheel of 3.3.1, they do what those of the framework do.
//!
//! `OPGEN_CONVERT_PYTHON` is a Python in which `paddlepaddle==3.3.1` is installed.

use crate::framework::{Framework, WHEEL_DEFINES, case, generate, oracle, succeed};

const SOURCES: [&str; 4] = [
    "paddle/fluid/pybind/opgen_python_runtime.cc",
    "paddle/fluid/pybind/eager_op_function.cc",
    "paddle/fluid/pybind/static_op_function.cc",
    "paddle/fluid/pybind/ops_api.cc",
];

/// Too many arguments are an error in both, in other words.
const WORDED_DIFFERENTLY: usize = 9;

#[test]
fn calls_have_the_results_and_errors_of_those_of_the_framework() {
    let (Some(framework), Some(oracle)) = (Framework::newest(), oracle()) else { return };
    let framework = framework.with_python_headers(case("keywords").join("include"));
    let out = generate(Some(&oracle.join("paddle-3.3.1/yaml")), "run-keywords");
    let build = out.join("build");
    let flags = [WHEEL_DEFINES, &["-DNDEBUG", "-w"]].concat();
    let mut objects = framework.compile_all(&SOURCES, &out, &flags, &build);
    objects.extend([framework.compile_vlog(&out, &build), build.join("module.o")]);
    framework.compile(&case("keywords").join("module.cc"), &out, &flags, &build.join("module.o"));
    framework.link_module(&objects, &build.join("generated.so"));

    let (probes, recorded) = (oracle.join("wheel/probes.py"), build.join("probes.json"));
    let probe = || framework.script(&probes, &build);
    succeed(probe().arg("record").arg(&recorded).args(["--module", "generated"]), "the record");
    let compared = probe()
        .arg("compare")
        .arg(oracle.join("paddle-3.3.1/probes.json"))
        .arg(&recorded)
        .args(["--show", "800"])
        .output();
    let report = String::from_utf8_lossy(&compared.expect("Python runs").stdout).into_owned();
    let differences: Vec<&str> = report.lines().filter(|line| line.trim_start().starts_with("got ")).collect();
    assert!(differences.iter().all(|line| line.contains("() takes up to 4 arguments, but 5 were given")), "{report}");
    assert_eq!(differences.len(), WORDED_DIFFERENTLY, "{report}");
    assert!(report.contains("dynamic  682 / 691 same") && report.contains("static   52 / 52 same"), "{report}");
}
