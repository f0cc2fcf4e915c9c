//! The classes of PIR's operations, in programs that an installed framework makes, infers and runs.

use std::path::{Path, PathBuf};

use crate::framework::Framework;

/// Registrations and classes. The framework's other parts of PIR need headers that are not installed.
const SOURCES: [&str; 5] = [
    "paddle/fluid/pir/dialect/operator/ir/opgen_pir_runtime.cc",
    "paddle/fluid/pir/dialect/operator/ir/pd_op1.cc",
    "paddle/fluid/pir/dialect/operator/ir/pd_op2.cc",
    "paddle/fluid/pir/dialect/operator/ir/pd_op_info.cc",
    "paddle/fluid/pir/dialect/operator/ir/onednn_op.cc",
];

/// Compiles them with the framework's own headers; for the one that is not installed, with that of `tests/compile`.
pub fn compile(framework: &Framework, generated: &Path, flags: &[&str], build: &Path) -> Vec<PathBuf> {
    let declared = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compile/include");
    let flags = [flags, &["-DPADDLE_DLL_EXPORT", "-DSTATIC_IR", "-idirafter", declared]].concat();
    let mut objects = framework.compile_all(&SOURCES, generated, &flags, build);
    objects.push(framework.compile_vlog(generated, build));
    objects
}
