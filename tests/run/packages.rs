//! Packages of operators: a new one builds against an installed framework, and its generated tests pass.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::framework::succeed;
use crate::skip::{skip, skip_even_in_ci};

/// The Python that a variable names.
fn python(variable: &str) -> Option<PathBuf> {
    let python = env::var_os(variable).map(PathBuf::from);
    if python.is_none() {
        skip(&format!("{variable} does not say where the framework is"));
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

/// Operators with lists whose shapes follow from rules, which Paddle does not return.
const LISTS: [(&str, &str); 3] =
    [("lists.yaml", "yaml/ops.yaml"), ("lists_backward.yaml", "yaml/backward.yaml"), ("lists.cc", "kernels/lists.cc")];

/// Operators with sizes that only the kernel knows, which JAX does not have.
const UNKNOWN_SIZES: [(&str, &str); 3] = [
    ("unknown.yaml", "yaml/ops.yaml"),
    ("unknown_backward.yaml", "yaml/backward.yaml"),
    ("unknown.cc", "kernels/unknown.cc"),
];

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

/// Adds the example of a section of the page. Each block begins with a comment that is the name of its file.
fn add_example_of_page(package: &Path, name: &str, heading: &str, expected_blocks: usize) {
    let page = include_str!("../../docs/packages.md");
    let (_, section) = page.split_once(&format!("### {heading}\n")).expect("the page has the section");
    let (section, _) = section.split_once("\n## ").expect("another section follows");
    let blocks: Vec<&str> = section.split("```").skip(1).step_by(2).collect();
    assert_eq!(blocks.len(), expected_blocks, "{section}");
    for block in blocks {
        let (_, block) = block.split_once('\n').expect("the language of the block");
        let (comment, text) = block.split_once('\n').expect("a name and a text");
        let file = package.join(comment.trim_start_matches(['#', '/', ' ']));
        let text = text.replace("MY_OPS", &name.to_uppercase()).replace("my_ops", name);
        let before = fs::read_to_string(&file).unwrap_or_default();
        fs::write(file, format!("{before}\n{text}")).expect("the folder is there");
    }
}

/// Adds operators whose kernels need scratch memory, and the example of the page.
fn add_scratch_memory(package: &Path, name: &str) {
    add_files(package, name, &[("scratch.yaml", "yaml/ops.yaml"), ("scratch.cc", "kernels/scratch.cc")]);
    add_example_of_page(package, name, "Scratch memory", 2);
}

/// An environment that has the packages of another Python. Returns its folder of programs.
fn environment(python: &Path, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("environments").join(name);
    let _ = fs::remove_dir_all(&folder);
    succeed(Command::new(python).args(["-m", "venv"]).arg(&folder), "venv");
    let site = |python: &Path| {
        let mut command = Command::new(python);
        command.args(["-c", "import site; print('\\n'.join(site.getsitepackages()))"]);
        let output = command.output().expect("Python runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("paths")
    };
    let programs = folder.join("bin");
    let own = site(&programs.join("python"));
    let own = own.lines().next().expect("a folder for packages");
    fs::write(Path::new(own).join("packages.pth"), site(python)).expect("the folder is there");
    programs
}

/// A command that sees the programs of an environment, and opgen.
fn in_environment(programs: &Path, program: &str) -> Command {
    let opgen = Path::new(env!("CARGO_BIN_EXE_opgen")).parent().expect("a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = [programs.to_owned(), opgen].into_iter().chain(env::split_paths(&others));
    // Cargo's tests have a path for libraries that is not for Python.
    let mut command = Command::new(program);
    command
        .env("PATH", env::join_paths(path).expect("no path has a colon"))
        .env_remove("OPGEN")
        .env_remove("LD_LIBRARY_PATH");
    command
}

/// Installs a package with pip, and runs its tests in its folder. Returns the programs of the environment.
fn installs_and_passes(python: &Path, package: &Path) -> PathBuf {
    let name = package.file_name().expect("a name").to_str().expect("it is a text");
    let programs = environment(python, name);
    let run = |arguments: &[&str], what: &str| {
        succeed(in_environment(&programs, "python").args(arguments).current_dir(package), what);
    };
    run(&["-m", "pip", "install", "--quiet", "."], "the build");
    run(&["-m", "unittest", "discover", "tests"], "the package's tests");
    programs
}

/// Runs a script of this test.
fn run_script(programs: &Path, script: &str, arguments: &[&str], folder: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/packages").join(script);
    succeed(
        in_environment(programs, "python").arg(&script).args(arguments).current_dir(folder),
        &script.display().to_string(),
    );
}

/// The first commands of the page, without those for other frameworks.
fn first_commands(framework: &str, others: &[&str]) -> String {
    let page = include_str!("../../docs/packages.md");
    let (_, block) = page.split_once("```sh\n").expect("the page begins with commands");
    let (block, _) = block.split_once("```").expect("the block ends");
    let is_for_others = |line: &str| others.iter().any(|other| line.contains(&format!("import {other},")));
    let lines: Vec<&str> = block.lines().filter(|line| !is_for_others(line)).collect();
    assert!(lines.iter().any(|line| line.contains(&format!("import {framework},"))), "{lines:?}");
    lines.join("\n")
}

/// Types the commands in an empty folder.
fn first_page_works(python: &Path, framework: &str, others: &[&str]) {
    let name = format!("first_page_{framework}");
    let programs = environment(python, &name);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut shell = in_environment(&programs, "bash");
    succeed(shell.args(["-e", "-c", &first_commands(framework, others)]).current_dir(&folder), "the first page");
}

#[test]
fn first_page_works_for_paddle() {
    let Some(python) = python("OPGEN_CONVERT_PYTHON") else { return };
    first_page_works(&python, "paddle", &["torch", "jax"]);
}

#[test]
fn first_page_works_for_torch() {
    let Some(python) = python("OPGEN_TORCH_PYTHON") else { return };
    first_page_works(&python, "torch", &["paddle", "jax"]);
}

#[test]
fn first_page_works_for_jax() {
    let Some(python) = python("OPGEN_JAX_PYTHON") else { return };
    first_page_works(&python, "jax", &["paddle", "torch"]);
}

#[test]
fn a_new_package_builds_for_paddle_and_passes_its_tests() {
    let Some(python) = python("OPGEN_PADDLE_PYTHON") else { return };
    let package = new_package("ops_for_paddle", "paddle");
    add_files(&package, "ops_for_paddle", &UNKNOWN_SIZES);
    add_scratch_memory(&package, "ops_for_paddle");
    // Of an operator whose source is gone.
    let registrations = package.join("src/ops_for_paddle/generated/cpp/registrations");
    fs::create_dir_all(&registrations).expect("the package can be written");
    fs::write(registrations.join("kernels_gone.cc"), "#error gone\n").expect("the folder is there");
    let programs = installs_and_passes(&python, &package);
    run_script(&programs, "export.py", &["ops_for_paddle", "exported"], &package);
    run_script(&programs, "refusals.py", &["ops_for_paddle", "paddle"], &package);
    run_script(&programs, "absent_inputs.py", &["ops_for_paddle", "paddle"], &package);
    run_script(&programs, "gradients.py", &["ops_for_paddle", "paddle"], &package);
    run_script(&programs, "autocast.py", &["ops_for_paddle", "paddle"], &package);
    run_script(&programs, "unknown.py", &["ops_for_paddle", "paddle"], &package);
    run_script(&programs, "scratch.py", &["ops_for_paddle", "paddle"], &package);
}

#[test]
fn a_new_package_builds_for_torch_and_passes_its_tests() {
    let Some(python) = python("OPGEN_TORCH_PYTHON") else { return };
    // Other namespaces end with this name.
    let package = new_package("a", "torch");
    add_files(&package, "a", &LISTS);
    add_files(&package, "a", &UNKNOWN_SIZES);
    add_scratch_memory(&package, "a");
    add_files(
        &package,
        "a",
        &[
            ("torch.yaml", "yaml/ops.yaml"),
            ("torch_backward.yaml", "yaml/backward.yaml"),
            ("torch.cc", "kernels/torch/own.cc"),
        ],
    );
    let programs = installs_and_passes(&python, &package);
    run_script(&programs, "refusals.py", &["a", "torch"], &package);
    run_script(&programs, "autograd.py", &["a"], &package);
    run_script(&programs, "torch_types.py", &["a"], &package);
    run_script(&programs, "absent_inputs.py", &["a", "torch"], &package);
    run_script(&programs, "gradients.py", &["a", "torch"], &package);
    run_script(&programs, "autocast.py", &["a", "torch"], &package);
    run_script(&programs, "lists.py", &["a", "torch"], &package);
    run_script(&programs, "unknown.py", &["a", "torch"], &package);
    run_script(&programs, "scratch.py", &["a", "torch"], &package);
}

/// Operators whose kernels are Triton's.
const TRITON: [(&str, &str); 4] = [
    ("triton.yaml", "yaml/ops.yaml"),
    ("triton_backward.yaml", "yaml/backward.yaml"),
    ("triton_rows.py", "kernels/rows.py"),
    ("triton_elements.py", "kernels/elements.py"),
];

/// Whether an installed `PyTorch` registers Triton kernels.
fn has_triton(python: &Path) -> bool {
    let script = "import importlib.util, torch\n\
                  raise SystemExit(not (hasattr(torch.library, 'triton_op') and importlib.util.find_spec('triton')))";
    Command::new(python).args(["-c", script]).status().is_ok_and(|status| status.success())
}

/// All kernels are in Python, so nothing is compiled. A `PyTorch` that cannot register them says so when an operator is called.
#[test]
fn a_package_of_triton_kernels_needs_no_compiler() {
    let Some(python) = python("OPGEN_TORCH_PYTHON") else { return };
    let name = "ops_of_triton";
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
    let _ = fs::remove_dir_all(&package);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    succeed(command.args(["new", name, "--framework", "torch", "--path"]).arg(&package), "opgen new");
    for file in ["yaml/ops.yaml", "yaml/backward.yaml", "kernels/swiglu.cc"] {
        fs::remove_file(package.join(file)).expect("it is there");
    }
    add_files(&package, name, &TRITON);
    add_example_of_page(&package, name, "Triton", 3);
    let programs = environment(&python, name);
    let run = |arguments: &[&str], what: &str| {
        let mut command = in_environment(&programs, "python");
        succeed(command.args(arguments).env("CXX", "no-compiler").current_dir(&package), what);
    };
    run(&["-m", "pip", "install", "--quiet", "."], "the build");
    run(&["-m", "unittest", "discover", "tests"], "the package's tests");
    run_script(&programs, "with_triton.py", &[name], &package);
    if has_triton(&python) {
        run_script(&programs, "traced_triton.py", &[name], &package);
    } else {
        skip_even_in_ci(
            "this PyTorch has no torch.library.triton_op, or Triton is not installed: only the error was checked",
        );
    }
}

#[test]
fn triton_kernels_work_beside_those_in_cpp() {
    let Some(python) = python("OPGEN_TORCH_PYTHON") else { return };
    if !has_triton(&python) {
        skip_even_in_ci("this PyTorch has no torch.library.triton_op, or Triton is not installed");
        return;
    }
    let name = "ops_with_triton";
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
    let _ = fs::remove_dir_all(&package);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    succeed(command.args(["new", name, "--path"]).arg(&package), "opgen new");
    add_files(&package, name, &TRITON);
    add_files(
        &package,
        name,
        &[
            ("triton_mixed.yaml", "yaml/ops.yaml"),
            ("triton_mixed_backward.yaml", "yaml/backward.yaml"),
            ("triton_mixed.cc", "kernels/mixed.cc"),
        ],
    );
    let programs = installs_and_passes(&python, &package);
    run_script(&programs, "with_triton.py", &[name], &package);
}

#[test]
fn a_new_package_builds_for_jax_and_passes_its_tests() {
    let Some(python) = python("OPGEN_JAX_PYTHON") else { return };
    let package = new_package("ops_for_jax", "jax");
    add_files(&package, "ops_for_jax", &LISTS);
    add_scratch_memory(&package, "ops_for_jax");
    add_files(
        &package,
        "ops_for_jax",
        &[
            ("jax.yaml", "yaml/ops.yaml"),
            ("jax_backward.yaml", "yaml/backward.yaml"),
            ("jax.cc", "kernels/jax.cc"),
            ("jax_handler.cc", "kernels/jax/handler.cc"),
        ],
    );
    let programs = installs_and_passes(&python, &package);
    run_script(&programs, "jax_transforms.py", &["ops_for_jax"], &package);
    run_script(&programs, "gradients.py", &["ops_for_jax", "jax"], &package);
    run_script(&programs, "lists.py", &["ops_for_jax", "jax"], &package);
    run_script(&programs, "scratch.py", &["ops_for_jax", "jax"], &package);
}

/// There may be no GPU: the handlers for it are compiled with a header that stands in for CUDA's, and called as XLA does.
#[test]
fn handlers_for_gpus_have_scratch_memory_unless_xla_captures_them() {
    let Some(python) = python("OPGEN_JAX_PYTHON") else { return };
    let name = "my_ops";
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages/ops_on_gpus");
    let _ = fs::remove_dir_all(&package);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    succeed(command.args(["new", name, "--framework", "jax", "--path"]).arg(&package), "opgen new");
    for file in ["yaml/ops.yaml", "yaml/backward.yaml", "kernels/swiglu.cc"] {
        fs::remove_file(package.join(file)).expect("it is there");
    }
    add_files(&package, name, &[("gpu.yaml", "yaml/ops.yaml")]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    succeed(command.args(["generate", "--quiet", "--root"]).arg(&package), "opgen generate");
    let mut command = Command::new(&python);
    let output = command.args(["-c", "import jaxlib; print(jaxlib.__path__[0])"]).output().expect("Python runs");
    let headers = Path::new(String::from_utf8_lossy(&output.stdout).trim()).join("include");
    let generated = package.join("src/my_ops/generated/cpp");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/packages");
    let program = package.join("gpu_handlers");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-DPACKAGE_WITH_GPU", "-isystem"]).arg(headers);
    compiler.arg("-I").arg(from.join("cuda")).arg("-I").arg(&generated).arg(generated.join("jax_ops.cc"));
    compiler.args(["gpu.cc", "gpu_handlers.cc"].map(|source| from.join(source))).arg("-o").arg(&program);
    succeed(&mut compiler, "the compiler");
    succeed(&mut Command::new(program), "the calls of handlers");
}

/// Writes one number more than it asked for.
const OVERRUN: (&str, &str) = (
    "
- op : overrun
  args : (Tensor x)
  output : Tensor(out)
  kernel : {func : overrun}
",
    "#include \"kernels.h\"
namespace ops_with_sanitizers {
template <typename T>
void cpu::overrun(const Context& context, View<const T> x, View<T> out) {
  T* const scratch = context.scratch<T>(x.numel());
  for (int64_t at = 0; at <= x.numel(); ++at) scratch[at] = 1;
  for (int64_t at = 0; at < x.numel(); ++at) out[at] = scratch[at];
}
OPS_WITH_SANITIZERS_KERNEL(cpu, overrun);
}
",
);

/// The commands of the page for sanitizers find what a kernel writes beyond its memory, and nothing else.
#[test]
fn sanitizers_find_what_a_kernel_overwrites() {
    let Some(python) = python("OPGEN_JAX_PYTHON") else { return };
    let name = "ops_with_sanitizers";
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
    let _ = fs::remove_dir_all(&package);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    succeed(command.args(["new", name, "--framework", "jax", "--path"]).arg(&package), "opgen new");
    add_scratch_memory(&package, name);
    let page = include_str!("../../docs/packages.md");
    let (_, commands) = page.split_once("```sh\nCFLAGS=").expect("the page has the commands");
    let (commands, _) = commands.split_once("```").expect("the block ends");
    let programs = environment(&python, name);
    let run = || {
        let mut shell = in_environment(&programs, "bash");
        let output = shell.args(["-e", "-c", &format!("CFLAGS={commands}")]).current_dir(&package).output();
        let output = output.expect("the shell runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (is_fine, found) = run();
    assert!(is_fine, "{found}");
    let operators = package.join("yaml/ops.yaml");
    let before = fs::read_to_string(&operators).expect("it is there");
    fs::write(&operators, before + OVERRUN.0).expect("it can be written");
    fs::write(package.join("kernels/overrun.cc"), OVERRUN.1).expect("it can be written");
    let (is_fine, found) = run();
    assert!(!is_fine && found.contains("heap-buffer-overflow") && found.contains("cpu::overrun<"), "{found}");
}

/// An operator that JAX does not get.
const ONLY_FOR_TORCH: &str = "
- op : gated
  args : (Tensor x, Tensor y)
  output : Tensor(out)
  shape : {out : like x}
  frameworks : torch
  kernel :
    func : swiglu
";

const NOTHING_OF_TORCH: &str = "
import ops_to_send
from ops_to_send import generated
assert generated.frameworks == ['jax'], generated.frameworks
try:
    ops_to_send.gated
except AttributeError as error:
    assert str(error) == 'ops_to_send.gated is only for torch, and the package was built for jax', error
else:
    raise SystemExit('JAX has it')
";

/// A source distribution contains what was generated, so that opgen is needed only if the YAML changes. It is for every framework,
/// and built for the one that is installed.
#[test]
fn a_source_distribution_builds_without_opgen() {
    let Some(python) = python("OPGEN_JAX_PYTHON") else { return };
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages/ops_to_send");
    let _ = fs::remove_dir_all(&package);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    succeed(command.args(["new", "ops_to_send", "--path"]).arg(&package), "opgen new");
    let operators = package.join("yaml/ops.yaml");
    let swiglu = fs::read_to_string(&operators).expect("it is there");
    fs::write(&operators, swiglu + ONLY_FOR_TORCH).expect("it can be written");
    let programs = environment(&python, "ops_to_send");
    let run = |folder: &Path, arguments: &[&str], what: &str| {
        succeed(in_environment(&programs, "python").args(arguments).current_dir(folder), what);
    };
    run(&package, &["-c", "import package_build; package_build.build_sdist('dist')"], "the source distribution");
    let folder = package.with_file_name("ops_to_send_unpacked");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let archive = package.join("dist/ops_to_send-0.1.0.tar.gz");
    let unpack = |command: &mut Command| succeed(command.args(["--strip-components=1"]).current_dir(&folder), "tar");
    unpack(Command::new("tar").arg("-xzf").arg(&archive));
    // Programs that are not the one of this test.
    let without_opgen = |arguments: &[&str]| {
        let mut command = in_environment(&programs, "python");
        command.args(arguments).current_dir(&folder).env("PATH", format!("{}:/usr/bin:/bin", programs.display()));
        command.env_remove("OPGEN").output().expect("Python runs")
    };
    let built = without_opgen(&["-m", "pip", "install", "--quiet", "."]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    run(&folder, &["-m", "unittest", "discover", "tests"], "the package's tests");
    run(&folder, &["-c", NOTHING_OF_TORCH], "what JAX does not have");
    let yaml = folder.join("yaml/ops.yaml");
    fs::write(&yaml, fs::read_to_string(&yaml).expect("it is there") + "\n# changed\n").expect("it can be written");
    let refused = without_opgen(&["setup.py", "--quiet", "build"]);
    let reason = "ops_to_send: yaml/ops.yaml has changed since code was generated from it, and opgen is not installed: \
                  install it, or set OPGEN to the path of the program";
    assert!(String::from_utf8_lossy(&refused.stderr).contains(reason), "{}", String::from_utf8_lossy(&refused.stderr));
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
        skip("cmake is not installed");
        return;
    }
    let package = new_package("ops_with_cmake", "paddle");
    add_files(&package, "ops_with_cmake", &UNKNOWN_SIZES);
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
