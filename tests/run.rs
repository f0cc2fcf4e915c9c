//! Compiles generated C++ against an installed framework and runs it there.
//!
//! `.ci/run` prepares what is needed and says where it is; without that these tests are skipped with a notice:
//! - `OPGEN_PADDLE_PYTHON`: a Python in which `paddlepaddle==2.6.2` is installed
//! - `OPGEN_PADDLE_INCLUDE`: folders of further headers (oneDNN 3), separated by `:`

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

/// As the installed framework was built.
const WHEEL_DEFINES: &[&str] = &["-DPADDLE_WITH_DISTRIBUTE", "-DPADDLE_WITH_DNNL", "-DPADDLE_WITH_CUSTOM_DEVICE"];

struct Framework {
    python: PathBuf,
    /// The folder of the Python package.
    package: PathBuf,
    includes: Vec<PathBuf>,
}

impl Framework {
    fn find() -> Option<Self> {
        let (Some(python), Some(include)) = (env::var_os("OPGEN_PADDLE_PYTHON"), env::var_os("OPGEN_PADDLE_INCLUDE"))
        else {
            eprintln!("skipped: OPGEN_PADDLE_PYTHON and OPGEN_PADDLE_INCLUDE do not say where the framework is");
            return None;
        };
        let python = PathBuf::from(python);
        let script = "import importlib.util; print(importlib.util.find_spec('paddle').submodule_search_locations[0])";
        let output = Command::new(&python).args(["-c", script]).output().expect("that Python runs");
        let package = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        let mut includes: Vec<PathBuf> = env::split_paths(&include).collect();
        includes.extend([package.join("include"), package.join("include/third_party")]);
        Some(Framework { python, package, includes })
    }

    fn compile(&self, source: &Path, generated: &Path, defines: &[&str], object: &Path) {
        let mut command = Command::new("g++");
        command
            .args(["-std=c++17", "-O0", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=1", "-Wall", "-Werror=return-type"])
            .args(defines);
        // The framework's headers are not free of warnings; what is generated should be.
        command.arg("-I").arg(generated);
        for folder in &self.includes {
            command.arg("-isystem").arg(folder);
        }
        succeed(command.arg("-c").arg(source).arg("-o").arg(object), "g++");
    }

    fn link(&self, objects: &[PathBuf], library: &Path) {
        let mut command = Command::new("g++");
        command.arg("-shared").arg("-o").arg(library).args(objects).arg("-Wl,--no-undefined");
        for (folder, name) in [("base", "libpaddle.so"), ("libs", "libcommon.so")] {
            let folder = self.package.join(folder);
            command.arg("-L").arg(&folder).arg(format!("-l:{name}")).arg(format!("-Wl,-rpath,{}", folder.display()));
        }
        succeed(&mut command, "the linker");
    }
}

fn succeed(command: &mut Command, what: &str) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{what} cannot be run: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what} failed:\n{}", said.lines().take(60).collect::<Vec<_>>().join("\n"));
    output
}

fn generate(root: Option<&Path>, name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    command.arg("generate").arg("--out").arg(&out);
    if let Some(root) = root {
        command.arg("--root").arg(root);
    }
    succeed(&mut command, "opgen");
    out
}

fn compile_all(framework: &Framework, generated: &Path, defines: &[&str], build: &Path) -> Vec<PathBuf> {
    fs::create_dir_all(build).expect("the build folder is writable");
    let object = |source: &str| build.join(source.replace('/', "_")).with_extension("o");
    let compile = |source: &&str| framework.compile(&generated.join(source), generated, defines, &object(source));
    // Two at a time: as many as the smallest machine has cores.
    for pair in SOURCES.chunks(2) {
        std::thread::scope(|scope| pair.iter().for_each(|source| drop(scope.spawn(move || compile(source)))));
    }
    SOURCES.iter().map(|source| object(source)).collect()
}

#[test]
fn the_built_in_operators_compile_with_and_without_distribution() {
    let Some(framework) = Framework::find() else { return };
    let out = generate(None, "run-built-in");
    compile_all(&framework, &out, WHEEL_DEFINES, &out.join("build-distributed"));
    compile_all(&framework, &out, &[], &out.join("build-plain"));
}

#[test]
fn the_real_operators_compile_link_and_compute_what_the_framework_computes() {
    let Some(framework) = Framework::find() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/paddle-2.6.2/yaml");
    if !root.is_dir() {
        eprintln!("skipped: there is no ../shared/oracle");
        return;
    }
    let out = generate(Some(&root), "run-paddle");
    let build = out.join("build");
    let mut objects = compile_all(&framework, &out, WHEEL_DEFINES, &build);
    // The framework has registered its infer meta functions already.
    objects.retain(|object| !object.ends_with("paddle_phi_infermeta_generated.o"));
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/cpp_api");
    objects.push(build.join("program.o"));
    framework.compile(&case.join("program.cc"), &out, WHEEL_DEFINES, &build.join("program.o"));
    let library = build.join("libopgen_cpp_api.so");
    framework.link(&objects, &library);

    let (expected, actual) = (build.join("expected.txt"), build.join("actual.txt"));
    succeed(Command::new(&framework.python).arg(case.join("reference.py")).arg(&expected), "reference.py");
    succeed(Command::new(&framework.python).arg(case.join("run.py")).arg(&library).arg(&actual), "run.py");
    let read = |path: &Path| fs::read_to_string(path).expect("it was written");
    let (expected, actual) = (read(&expected), read(&actual));
    assert!(expected.lines().count() > 50);
    assert_eq!(expected, actual);
}
