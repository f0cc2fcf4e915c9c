//! The dynamic graph of an installed framework, whose headers it lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::framework::Framework;

const RUNTIME: &str = "paddle/fluid/eager/api/generated/eager_generated/opgen_eager_runtime.cc";
const SOURCES: [&str; 4] = [
    RUNTIME,
    "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_functions.cc",
    "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_grad_functions.cc",
    "paddle/fluid/eager/api/generated/eager_generated/backwards/nodes.cc",
];

/// A gradient that `dygraph/include` defines because a test needs it.
const DEFINED: &str = "exp_double_grad";

/// Compiles the dynamic graph. `dygraph/include` declares classes with the layout that they have in the framework; what is only
/// declared, its library exports. For the rest, the headers suffice with which generated files are compiled elsewhere.
pub fn compile(framework: &Framework, generated: &Path, flags: &[&str], build: &Path) -> Vec<PathBuf> {
    let declared = build.join("include");
    let header = declared.join("paddle/fluid/prim/api/composite_backward/composite_backward_api.h");
    let runtime = fs::read_to_string(generated.join(RUNTIME)).expect("it was generated");
    fs::create_dir_all(header.parent().expect("it has a folder")).expect("the build folder is writable");
    fs::write(header, composites(&runtime, &framework.symbols())).expect("the build folder is writable");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders = [
        ("-isystem", declared),
        ("-isystem", tests.join("run/dygraph/include")),
        ("-idirafter", tests.join("compile/include-3.0")),
        ("-idirafter", tests.join("compile/include")),
    ];
    let folders = folders.map(|(option, folder)| (option, folder.display().to_string()));
    let folders = folders.iter().flat_map(|(option, folder)| [*option, folder]);
    framework.compile_all(&SOURCES, generated, &flags.iter().copied().chain(folders).collect::<Vec<_>>(), build)
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
