//! The dynamic graph of an installed framework, whose headers it lacks, and its functions for Python.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::framework::{Framework, case};

const RUNTIME: &str = "paddle/fluid/eager/api/generated/eager_generated/opgen_eager_runtime.cc";
const SOURCES: [&str; 4] = [
    RUNTIME,
    "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_functions.cc",
    "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_grad_functions.cc",
    "paddle/fluid/eager/api/generated/eager_generated/backwards/nodes.cc",
];

const PYTHON_SOURCES: [&str; 5] = [
    "paddle/fluid/pybind/opgen_python_runtime.cc",
    "paddle/fluid/pybind/eager_op_function.cc",
    "paddle/fluid/pybind/static_op_function.cc",
    "paddle/fluid/pybind/ops_api.cc",
    "paddle/fluid/pybind/opgen_hand_written_ops.cc",
];

/// A gradient that `dygraph/include` defines because a test needs it.
const DEFINED: &str = "exp_double_grad";

pub struct Objects {
    pub graph: Vec<PathBuf>,
    /// The functions for Python, and a module that has them.
    pub python: Vec<PathBuf>,
}

/// Compiles all of it. `dygraph/include` declares classes with the layout that they have in the framework; what is only
/// declared, its library exports. For the rest, the headers suffice with which generated files are compiled elsewhere.
pub fn compile(framework: &Framework, generated: &Path, flags: &[&str], build: &Path) -> Objects {
    let declared = build.join("include");
    let header = declared.join("paddle/fluid/prim/api/composite_backward/composite_backward_api.h");
    let runtime = fs::read_to_string(generated.join(RUNTIME)).expect("it was generated");
    fs::create_dir_all(header.parent().expect("it has a folder")).expect("the build folder is writable");
    fs::write(header, composites(&runtime, &framework.symbols())).expect("the build folder is writable");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders = [
        ("-isystem", declared),
        ("-isystem", case("dygraph").join("include")),
        ("-idirafter", tests.join("compile/include-3.0")),
        ("-idirafter", tests.join("compile/include")),
    ];
    let folders = folders.map(|(option, folder)| (option, folder.display().to_string()));
    let folders = folders.iter().flat_map(|(option, folder)| [*option, folder]);
    let flags: Vec<&str> = flags.iter().copied().chain(folders).collect();
    let graph = framework.compile_all(&SOURCES, generated, &flags, build);
    let mut python = framework.compile_all(&PYTHON_SOURCES, generated, &flags, build);
    python.push(build.join("module.o"));
    framework.compile(&case("dygraph").join("module.cc"), generated, &flags, &build.join("module.o"));
    Objects { graph, python }
}

/// A header with the gradients that are primitive operators, as far as the framework's library exports them.
fn composites(runtime: &str, symbols: &str) -> String {
    const TENSORS: &str = "<paddle::Tensor>(";
    let called = runtime.split("paddle::prim::").skip(1).filter_map(|rest| Some(rest.split_once(TENSORS)?.0));
    let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let called: BTreeSet<&str> = called.filter(is_name).collect();
    let exported: BTreeMap<&str, &str> = symbols
        .lines()
        .filter_map(|line| line.split_once("void paddle::prim::")?.1.strip_suffix(')')?.split_once(TENSORS))
        .collect();
    let mut header = "#pragma once\n#include \"paddle/fluid/prim/api/all.h\"\nnamespace paddle::prim {\n".to_owned();
    for name in called {
        header += &match exported.get(name) {
            _ if name == DEFINED => continue,
            Some(parameters) => format!("template <typename T> void {name}({parameters});\n"),
            None => format!("template <typename T, typename... A> void {name}(A&&...) {{ Unexported(\"{name}\"); }}\n"),
        };
    }
    header + "}\n"
}
