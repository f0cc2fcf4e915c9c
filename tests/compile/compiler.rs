//! The compiler, and the headers of the framework that it is given.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;

use crate::setup::Setup;
use crate::skip::skip;

/// Warnings fail, too, except that functions whose parameters the framework decides may ignore some.
const FLAGS: &[&str] =
    &["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-DNDEBUG"];

/// Sources that declare functions of the framework themselves, because its headers are heavy, and those headers. Both are
/// compiled together: they must agree.
const DECLARED_ANEW: &[(&str, &str)] = &[
    ("opgen_python_runtime.cc", "paddle/fluid/pybind/eager_utils.h"),
    ("opgen_python_runtime.cc", "paddle/fluid/pybind/exception.h"),
    ("pybind/static_op_function.cc", "paddle/fluid/pybind/eager_utils.h"),
    ("operators/generated_op1.cc", KERNEL_KEYS),
    ("operators/generated_op2.cc", KERNEL_KEYS),
    ("operators/generated_op3.cc", KERNEL_KEYS),
    ("operators/generated_op4.cc", KERNEL_KEYS),
    ("operators/generated_fused_op.cc", KERNEL_KEYS),
    ("operators/generated_static_op.cc", KERNEL_KEYS),
];

const KERNEL_KEYS: &str = "paddle/fluid/operators/generator/get_expected_kernel_func.h";

pub struct Compiler {
    /// Where the folders of declarations are, if they are used.
    declared: Option<PathBuf>,
    /// Other headers.
    includes: Vec<PathBuf>,
    /// Whether the headers are those of a source tree of the framework.
    pub is_source_tree: bool,
}

impl Compiler {
    /// Nothing where something is missing, after a notice. In CI that is an error.
    pub fn find() -> Option<&'static Self> {
        match Self::new() {
            Ok(compiler) => Some(Box::leak(Box::new(compiler))),
            Err(missing) => {
                skip(&missing);
                None
            }
        }
    }

    fn new() -> Result<Self, String> {
        output(Command::new("g++").arg("--version"))?;
        let script = "import sysconfig; print(sysconfig.get_path('include'))";
        let python = PathBuf::from(output(Command::new("python3").args(["-c", script]))?.trim());
        if !python.join("Python.h").is_file() {
            return Err(format!("there is no Python.h in {}", python.display()));
        }
        let source = env::var_os("OPGEN_PADDLE_SOURCE").map(PathBuf::from);
        let is_source_tree = source.is_some();
        let mut includes = Vec::new();
        if let Some(source) = source {
            includes.push(source);
            includes.extend(env::split_paths(&env::var_os("OPGEN_PADDLE_INCLUDE").unwrap_or_default()));
        }
        includes.push(python);
        let declared = (!is_source_tree).then(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile"));
        Ok(Compiler { declared, includes, is_source_tree })
    }

    /// Checks a file that a set-up has generated, or one like it.
    pub fn check(&self, file: &str, setup: &Setup) -> Result<(), Failed> {
        let generated = setup.generated()?;
        let mut command = Command::new("g++");
        command.args(FLAGS).args(setup.defines(file).map(|define| format!("-D{define}"))).arg("-I").arg(generated);
        if let Some(declared) = &self.declared {
            for folder in setup.declarations() {
                command.arg("-isystem").arg(declared.join(folder));
            }
        }
        for folder in &self.includes {
            command.arg("-isystem").arg(folder);
        }
        if file.ends_with(".h") {
            // As something that includes it: by itself it would warn of its `#pragma once`.
            command.args(["-x", "c++", "-include", file, "/dev/null"]);
        } else {
            let headers = DECLARED_ANEW.iter().filter(|(source, _)| file.ends_with(source));
            command.args(headers.flat_map(|(_, header)| ["-include", header]));
            command.arg(generated.join(file));
        }
        if self.is_source_tree {
            // Its headers want some BLAS.
            command.arg("-DPADDLE_WITH_MKLML");
        }
        let output = command.output()?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(said.lines().take(40).collect::<Vec<_>>().join("\n").into())
    }
}

fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program} cannot be run: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
