//! The installed framework, and code that is generated, compiled and run with it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::skip::skip;

/// The definitions with which the installed framework was built.
pub const WHEEL_DEFINES: &[&str] = &["-DPADDLE_WITH_DISTRIBUTE", "-DPADDLE_WITH_DNNL", "-DPADDLE_WITH_CUSTOM_DEVICE"];

pub struct Framework {
    python: PathBuf,
    /// The folder of the Python package.
    package: PathBuf,
    includes: Vec<PathBuf>,
}

impl Framework {
    pub fn find() -> Option<Self> {
        Framework::of("OPGEN_PADDLE_PYTHON")
    }

    /// The newest release.
    pub fn newest() -> Option<Self> {
        Framework::of("OPGEN_CONVERT_PYTHON")
    }

    /// Release 3.0.0.
    pub fn of_3_0() -> Option<Self> {
        Framework::of("OPGEN_PADDLE3_PYTHON")
    }

    /// The framework in the Python that a variable names.
    fn of(variable: &str) -> Option<Self> {
        let (Some(python), Some(include)) = (env::var_os(variable), env::var_os("OPGEN_PADDLE_INCLUDE")) else {
            skip(&format!("{variable} and OPGEN_PADDLE_INCLUDE do not say where the framework is"));
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

    /// Adds the headers of Python.
    pub fn with_python_headers(mut self) -> Self {
        let script = "import sysconfig; print(sysconfig.get_path('include'))";
        let output = succeed(Command::new(&self.python).args(["-c", script]), "Python");
        self.includes.push(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
        self
    }

    /// A file of the Python package.
    pub fn file(&self, path: &str) -> PathBuf {
        self.package.join(path)
    }

    /// The demangled names that the framework's library exports.
    pub fn symbols(&self) -> String {
        let mut nm = Command::new("nm");
        nm.args(["-D", "--defined-only", "--demangle"]).arg(self.package.join("base/libpaddle.so"));
        String::from_utf8_lossy(&succeed(&mut nm, "nm").stdout).into_owned()
    }

    pub fn compile(&self, source: &Path, generated: &Path, flags: &[&str], object: &Path) {
        succeed(self.compiler(generated, flags).arg("-c").arg(source).arg("-o").arg(object), "g++");
    }

    fn compiler(&self, generated: &Path, flags: &[&str]) -> Command {
        let mut command = Command::new("g++");
        command
            .args(["-std=c++17", "-O0", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=1", "-Wall", "-Werror=return-type"])
            .args(flags);
        // The framework's headers cause warnings; generated code must not.
        command.arg("-I").arg(generated);
        for folder in &self.includes {
            command.arg("-isystem").arg(folder);
        }
        command
    }

    /// Checks sources that are not run, together, so that the framework's headers are read once.
    pub fn check_all(&self, sources: &[&str], generated: &Path, flags: &[&str], build: &Path) {
        let all = together(sources, build);
        succeed(self.compiler(generated, flags).arg("-fsyntax-only").arg(all), "g++");
    }

    /// Compiles sources below the folder of generated files and returns their objects in the same order.
    pub fn compile_all(&self, sources: &[&str], generated: &Path, flags: &[&str], build: &Path) -> Vec<PathBuf> {
        fs::create_dir_all(build).expect("the build folder is writable");
        let object = |source: &str| build.join(source.replace('/', "_")).with_extension("o");
        let compile = |source: &&str| self.compile(&generated.join(source), generated, flags, &object(source));
        // Two at a time, because the smallest machine has two cores.
        for pair in sources.chunks(2) {
            std::thread::scope(|scope| pair.iter().for_each(|source| drop(scope.spawn(move || compile(source)))));
        }
        sources.iter().map(|source| object(source)).collect()
    }

    /// Compiles what a library needs that logs, and returns the object.
    pub fn compile_vlog(&self, generated: &Path, build: &Path) -> PathBuf {
        let object = build.join("vlog.o");
        self.compile(&case("cpp_api").join("vlog.cc"), generated, WHEEL_DEFINES, &object);
        object
    }

    pub fn link(&self, objects: &[PathBuf], library: &Path) {
        self.link_with(&["-Wl,--no-undefined"], objects, library);
    }

    /// Links a module of Python, which calls its own functions where the framework has others of the same names.
    pub fn link_module(&self, objects: &[PathBuf], module: &Path) {
        self.link_with(&["-Wl,-Bsymbolic"], objects, module);
    }

    fn link_with(&self, flags: &[&str], objects: &[PathBuf], library: &Path) {
        let mut command = Command::new("g++");
        command.arg("-shared").arg("-o").arg(library).args(objects).args(flags);
        // Older releases have everything in the first.
        let libraries = [("base", "paddle"), ("libs", "common"), ("libs", "phi"), ("libs", "phi_core")];
        for (folder, name) in libraries.map(|(folder, name)| (self.package.join(folder), format!("lib{name}.so"))) {
            if folder.join(&name).exists() {
                command
                    .arg("-L")
                    .arg(&folder)
                    .arg(format!("-l:{name}"))
                    .arg(format!("-Wl,-rpath,{}", folder.display()));
            }
        }
        succeed(&mut command, "the linker");
    }

    /// A script in the framework's Python, with the modules in a folder.
    pub fn script(&self, script: &Path, modules: &Path) -> Command {
        let mut command = Command::new(&self.python);
        command.args(["-W", "ignore"]).arg(script).env("PYTHONPATH", modules);
        command
    }

    /// Runs a script in the framework's Python.
    pub fn run(&self, script: &Path, arguments: &[&Path]) {
        succeed(Command::new(&self.python).arg(script).args(arguments), &script.to_string_lossy());
    }
}

/// A source in a build folder that includes these sources, so that the framework's headers are read once.
pub fn together(sources: &[&str], build: &Path) -> PathBuf {
    fs::create_dir_all(build).expect("the build folder is writable");
    let path = build.join("together.cc");
    fs::write(&path, include_lines(sources)).expect("the build folder is writable");
    path
}

pub fn include_lines(sources: &[impl AsRef<Path>]) -> String {
    sources.iter().map(|source| format!("#include \"{}\"\n", source.as_ref().display())).collect()
}

/// The files of one case: scripts and extra C++.
pub fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run").join(name)
}

/// The folder with the framework's own YAML, by version.
pub fn oracle() -> Option<PathBuf> {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle");
    if !oracle.is_dir() {
        skip("there is no ../shared/oracle");
        return None;
    }
    Some(oracle)
}

/// The framework's own YAML.
pub fn real_yaml() -> Option<PathBuf> {
    yaml_of("paddle-2.6.2")
}

/// The same of a release.
pub fn yaml_of(release: &str) -> Option<PathBuf> {
    Some(oracle()?.join(release).join("yaml"))
}

/// Generates all targets, from the built-in operators or from the YAML in `root`.
pub fn generate(root: Option<&Path>, name: &str) -> PathBuf {
    generate_with(root, &[], name)
}

/// The same, with more arguments.
pub fn generate_with(root: Option<&Path>, arguments: &[&str], name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    command.arg("generate").args(arguments).arg("--out").arg(&out);
    match root {
        Some(root) => command.arg("--root").arg(root),
        None => command.arg("--built-in"),
    };
    succeed(&mut command, "opgen");
    out
}

/// Runs a command that must succeed.
pub fn succeed(command: &mut Command, what: &str) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{what} cannot be run: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what} failed:\n{}", said.lines().take(60).collect::<Vec<_>>().join("\n"));
    output
}
