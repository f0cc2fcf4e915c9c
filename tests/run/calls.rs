//! What functions of the framework use and generated ones never reach, read from the machine code of both. Every row is known, with a
//! reason, in `calls/LAYER.txt`.

use std::path::Path;

use crate::framework::{Framework, case, succeed};

/// Generated functions, and those of the framework.
pub struct Layer {
    /// The file with the known rows.
    pub name: &'static str,
    /// The framework's library.
    pub library: &'static str,
    /// A regular expression over mangled names.
    pub functions: &'static str,
}

pub const API: Layer = Layer { name: "api", library: "libs/libphi_core.so", functions: "^_ZN6paddle12experimental" };
pub const DYNAMIC_GRAPH: Layer = Layer { name: "dynamic_graph", library: "base/libpaddle.so", functions: "_ad_func" };
pub const PYTHON: Layer =
    Layer { name: "python", library: "base/libpaddle.so", functions: "^_ZN6paddle6pybind.*(eager|static)_api_" };

pub const PROGRAMS: Layer = Layer { name: "programs", library: "base/libpaddle.so", functions: "6paddle7dialect" };

/// Compares the functions of a library with the framework's.
pub fn check(layer: &Layer, library: &Path, framework: &Framework, oracle: &Path) {
    let (case, calls) = (case("calls"), oracle.join("wheel/calls.py"));
    let mut compare = framework.script(&case.join("compare.py"), &case);
    compare.arg(calls).arg(case.join(format!("{}.txt", layer.name)));
    compare.arg(framework.file(layer.library)).arg(library).arg(layer.functions);
    let rows = succeed(&mut compare, "the comparison of calls").stdout;
    assert_eq!(String::from_utf8_lossy(&rows), "", "{}", layer.name);
}
