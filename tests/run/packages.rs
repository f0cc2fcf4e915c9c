//! Packages of operators: a new one builds against an installed framework, and its generated tests pass.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::framework::succeed;

/// Compiles the operators beside the generated Python modules. pip does the same in a folder of its own.
const BUILD: &str = "import package_build as build; build.generate(); build.compile_all(build.GENERATED)";

/// The Python that a variable names.
fn python(variable: &str) -> Option<PathBuf> {
    let python = env::var_os(variable).map(PathBuf::from);
    if python.is_none() {
        eprintln!("skipped: {variable} does not say where the framework is");
    }
    python
}

fn new_package(name: &str, framework: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
    let _ = fs::remove_dir_all(&folder);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    succeed(command.args(["new", name, "--framework", framework, "--path"]).arg(&folder), "opgen new");
    add_operators(&folder, name);
    folder
}

/// Adds operators of every kind: lists, optional inputs, in place, gradients of gradients.
fn add_operators(package: &Path, name: &str) {
    add_files(
        package,
        name,
        &[
            ("ops.yaml", "yaml/ops.yaml"),
            ("backward.yaml", "yaml/backward.yaml"),
            ("kernels.cc", "kernels/more.cc"),
            ("product.cc", "csrc/product.cc"),
        ],
    );
}

/// Appends files of this test to those of a package.
fn add_files(package: &Path, name: &str, files: &[(&str, &str)]) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/packages");
    for (file, to) in files {
        let text = fs::read_to_string(from.join(file)).expect("the file of the test");
        let text = text.replace("MY_OPS", &name.to_uppercase()).replace("my_ops", name);
        let before = fs::read_to_string(package.join(to)).unwrap_or_default();
        let to = package.join(to);
        fs::create_dir_all(to.parent().expect("a folder")).expect("the package is there");
        fs::write(to, before + "\n" + &text).expect("so is the folder");
    }
}

fn builds_and_passes(python: &Path, package: &Path) {
    let run = |arguments: &[&str], what: &str| {
        let mut command = Command::new(python);
        succeed(command.args(arguments).current_dir(package).env("OPGEN", env!("CARGO_BIN_EXE_opgen")), what);
    };
    run(&["-c", BUILD], "the build");
    run(&["-m", "unittest", "discover", "tests"], "the package's tests");
}

#[test]
fn a_new_package_builds_for_paddle_and_passes_its_tests() {
    let Some(python) = python("OPGEN_PADDLE_PYTHON") else { return };
    let package = new_package("ops_for_paddle", "paddle");
    builds_and_passes(&python, &package);
    exports(&python, &package, "ops_for_paddle");
}

#[test]
fn a_new_package_builds_for_torch_and_passes_its_tests() {
    let Some(python) = python("OPGEN_TORCH_PYTHON") else { return };
    // Other namespaces end with this name.
    let package = new_package("a", "torch");
    add_files(
        &package,
        "a",
        &[
            ("torch.yaml", "yaml/ops.yaml"),
            ("torch_backward.yaml", "yaml/backward.yaml"),
            ("torch.cc", "kernels/torch/own.cc"),
        ],
    );
    builds_and_passes(&python, &package);
}

/// Turns a layer with an operator into a program, and runs it with `paddle.inference`.
fn exports(python: &Path, folder: &Path, package: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/packages/export.py");
    let mut command = Command::new(python);
    command.arg(script).args([package, "exported"]).current_dir(folder).env("PYTHONPATH", ".");
    succeed(&mut command, "the export");
}

/// CMake compiles the same operators, and makes a package beside them.
#[test]
fn a_new_package_builds_with_cmake_and_passes_its_tests() {
    let Some(python) = python("OPGEN_PADDLE3_PYTHON") else { return };
    if Command::new("cmake").arg("--version").output().is_err() {
        eprintln!("skipped: cmake is not installed");
        return;
    }
    let package = new_package("ops_with_cmake", "paddle");
    let mut configure = Command::new("cmake");
    configure.args(["-S", ".", "-B", "build"]).current_dir(&package);
    configure.arg(format!("-Dopgen_DIR={}/cmake", env!("CARGO_MANIFEST_DIR")));
    configure.arg(format!("-DOPGEN_EXECUTABLE={}", env!("CARGO_BIN_EXE_opgen")));
    configure.arg(format!("-DPython3_EXECUTABLE={}", python.display()));
    succeed(&mut configure, "cmake");
    succeed(Command::new("cmake").args(["--build", "build"]).current_dir(&package), "cmake --build");
    let built = package.join("build/python");
    let mut tests = Command::new(&python);
    succeed(
        tests.args(["-m", "unittest", "ops_with_cmake.generated.tests"]).current_dir(&built),
        "the package's tests",
    );
    exports(&python, &built, "ops_with_cmake");
}
