//! The C++ API, the dynamic graph and the functions for Python of releases, in their wheels: the first alone below the framework's
//! own dynamic graph, then the first two together, and all three; and the classes of the operations in programs. The framework
//! computes what it did before.

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::framework::{Framework, WHEEL_DEFINES, case, generate, oracle, succeed, together};
use crate::{calls, dygraph, keywords, pir};

/// The C++ API.
pub const SOURCES: [&str; 12] = [
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

/// How many functions of each layer the calls in `operators/checks` reach.
struct Reached {
    api: usize,
    graph: usize,
    python: usize,
}

const REACHED_OF_3_0: Reached = Reached { api: 432, graph: 263, python: 266 };
const REACHED_OF_3_3: Reached = Reached { api: 436, graph: 264, python: 267 };
/// The same for members of classes in programs. Runs reach a few more or fewer: 4020, 4023 and 4026 were seen.
const REACHED_CLASSES: RangeInclusive<usize> = 4020..=4032;
/// The same for functions for Python that make programs.
const REACHED_IN_PROGRAMS: usize = 266;

#[test]
fn operators_of_3_0_and_their_gradients_compute_what_those_of_the_framework_compute() {
    let (Some(framework), Some(oracle)) = (Framework::of_3_0(), oracle()) else { return };
    check(&framework.with_python_headers(), &oracle, "paddle-3.0.0", &flags(&[]), &REACHED_OF_3_0);
}

#[test]
fn operators_of_3_3_and_their_gradients_compute_what_those_of_the_framework_compute() {
    let (Some(framework), Some(oracle)) = (Framework::newest(), oracle()) else { return };
    let framework = framework.with_python_headers();
    let flags = flags(&["-DOF_3_3"]);
    let (generated, build) = check(&framework, &oracle, "paddle-3.3.1", &flags, &REACHED_OF_3_3);
    keywords::check(&framework, &oracle, &build);
    for (layer, library) in [(calls::DYNAMIC_GRAPH, "libopgen_dynamic_graph.so"), (calls::PYTHON, "generated.so")] {
        calls::check(&layer, &build.join(library), &framework, &oracle);
    }
    check_programs(&framework, &generated, &build, &flags);
    calls::check(&calls::PROGRAMS, &build.join("libopgen_pir.so"), &framework, &oracle);
}

pub fn flags(defines: &'static [&'static str]) -> Vec<&'static str> {
    [WHEEL_DEFINES, &["-DNDEBUG"], defines].concat()
}

/// Compares a release with what is generated from its YAML in the oracle. Returns the folders of generated files and of the module
/// for Python.
fn check(framework: &Framework, oracle: &Path, release: &str, flags: &[&str], reached: &Reached) -> (PathBuf, PathBuf) {
    let out = generate(Some(&oracle.join(release).join("yaml")), &format!("run-operators-{release}"));
    let build = out.join("build");
    // Both take about as long.
    let (api, dygraph::Objects { graph, python }) = std::thread::scope(|scope| {
        let compile_api = || {
            let object = build.join("api.o");
            framework.compile(&together(&SOURCES, &build), &out, flags, &object);
            vec![object, framework.compile_vlog(&out, &build)]
        };
        let api = scope.spawn(compile_api);
        let graph = dygraph::compile(framework, &out, flags, &build);
        (api.join().expect("the C++ API compiles"), graph)
    });

    let expected = results_of_the_framework(framework, &build, "expected.txt", &[]);
    let called = |name: &str| name.starts_with("_ZN6paddle12experimental");
    let below = Library { name: "api", called, reached: reached.api..=reached.api, arguments: &[] };
    below.computes(&expected, &api, framework, &build);
    let graph = [api, graph].concat();
    let called = |name: &str| name.contains("_ad_func");
    let whole = Library { name: "dynamic_graph", called, reached: reached.graph..=reached.graph, arguments: &[] };
    whole.computes(&expected, &graph, framework, &build);
    framework.run(&case("operators").join("absent_gradients.py"), &[&whole.file(&build)]);
    tells_of_backward_passes(framework, &whole.file(&build), &build);
    framework.link_module(&[graph, python].concat(), &build.join("generated.so"));
    module_computes(&expected, &[], reached.python, framework, &build);
    (out, build)
}

/// Compares messages about backward passes, and drawings of them.
fn tells_of_backward_passes(framework: &Framework, library: &Path, build: &Path) {
    let script = case("operators").join("backward_passes.py");
    let (expected, actual) = (build.join("passes_expected.txt"), build.join("passes.txt"));
    framework.run(&script, &[&expected]);
    framework.run(&script, &[&actual, library]);
    let read = |path: &Path| fs::read_to_string(path).expect("it was written");
    assert!(read(&expected).contains("level 3: SystemError, True, True\n"));
    assert_eq!(read(&expected), read(&actual));
}

/// The same calls, differentiated as programs, with the classes of their operations.
fn check_programs(framework: &Framework, generated: &Path, build: &Path, flags: &[&str]) {
    let classes = pir::compile(framework, generated, flags, build);
    let expected = results_of_the_framework(framework, build, "expected_of_programs.txt", &["--programs"]);
    let called = |name: &str| name.contains("6paddle7dialect");
    let library = Library { name: "pir", called, reached: REACHED_CLASSES, arguments: &["--programs"] };
    library.computes(&expected, &classes, framework, build);
    module_computes(&expected, library.arguments, REACHED_IN_PROGRAMS, framework, build);
}

fn results_of_the_framework(framework: &Framework, build: &Path, file: &str, arguments: &[&str]) -> String {
    let expected = build.join(file);
    let script = case("operators").join("run.py");
    succeed(framework.script(&script, build).arg(&expected).args(arguments), "the framework");
    let expected = fs::read_to_string(expected).expect("it was written");
    assert!(expected.lines().count() > 500);
    expected
}

/// Makes the calls with the module in the build folder: the functions for Python, which call only generated functions.
fn module_computes(expected: &str, arguments: &[&str], reached: usize, framework: &Framework, build: &Path) {
    let actual = build.join("python.txt");
    let mut run = framework.script(&case("operators").join("run.py"), build);
    let output =
        succeed(run.arg(&actual).args(["--module", "generated"]).args(arguments), "the framework with the module");
    assert_eq!(expected, fs::read_to_string(actual).expect("it was written"), "with functions for Python");
    let called = String::from_utf8_lossy(&output.stdout);
    assert_eq!(called.split_whitespace().count(), reached, "these functions were called: {called}");
}

/// Generated functions that take the place of the framework's.
struct Library {
    name: &'static str,
    /// Whether a function with this mangled name is one of those that are counted.
    called: fn(&str) -> bool,
    reached: RangeInclusive<usize>,
    /// For the script that makes the calls.
    arguments: &'static [&'static str],
}

impl Library {
    fn file(&self, build: &Path) -> PathBuf {
        build.join(format!("libopgen_{}.so", self.name))
    }

    /// Runs the calls with the functions of the library.
    fn computes(&self, expected: &str, objects: &[PathBuf], framework: &Framework, build: &Path) {
        let library = self.file(build);
        framework.link(objects, &library);
        let (actual, bindings) = (build.join(format!("{}.txt", self.name)), build.join("bindings"));
        fs::create_dir_all(&bindings).expect("the build folder is writable");
        let mut run = framework.script(&case("operators").join("run.py"), build);
        // The dynamic linker tells which functions of the library the framework has called.
        run.arg(&actual)
            .arg("--library")
            .arg(&library)
            .args(self.arguments)
            .env("LD_DEBUG", "bindings")
            .env("LD_DEBUG_OUTPUT", bindings.join("of"));
        succeed(&mut run, "the framework with the generated functions");
        let mut called = functions_called(&bindings, &library);
        fs::remove_dir_all(&bindings).expect("the build folder is writable");
        called.retain(|name| (self.called)(name));
        assert_eq!(expected, fs::read_to_string(actual).expect("it was written"), "with {}", self.name);
        assert!(self.reached.contains(&called.len()), "{} functions of {} were called", called.len(), self.name);
    }
}

/// The mangled names of the functions that the framework found in a library.
fn functions_called(bindings: &Path, library: &Path) -> BTreeSet<String> {
    let here = format!(" to {} ", library.display());
    let files = fs::read_dir(bindings).expect("the dynamic linker wrote files").flatten();
    let mut called = BTreeSet::new();
    for file in files {
        let text = fs::read(file.path()).expect("the file is readable");
        let text = String::from_utf8_lossy(&text);
        let names = text.lines().filter(|line| line.contains("libpaddle.so") && line.contains(&here));
        let names = names.filter_map(|line| line.split('`').nth(1)?.strip_suffix('\''));
        called.extend(names.map(str::to_owned));
    }
    called
}
