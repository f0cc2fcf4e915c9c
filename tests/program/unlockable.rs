//! `opgen generate` on a file system without locks: it prints a warning and continues. (Linux only; skipped with a
//! notice if there is no C compiler.)
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Output};

use crate::skip::skip;

const OPS: &str = "- op : foo\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  kernel :\n    func : foo\n";

/// Replaces the system's own function.
const NO_LOCKS: &str = "#include <errno.h>\nint flock(int file, int operation) { errno = EOPNOTSUPP; return -1; }\n";

#[test]
fn a_folder_without_locks_is_written_with_a_warning() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("ops.yaml"), OPS).expect("the folder is writable");
    fs::write(folder.path().join("flock.c"), NO_LOCKS).expect("the folder is writable");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o", "flock.so", "flock.c"]).current_dir(folder.path());
    match compiler.status() {
        Ok(status) => assert!(status.success(), "the library does not compile"),
        Err(_) => return skip("there is no C compiler"),
    }
    let run = || -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.args(["generate", "--root", ".", "--out", "out"]).current_dir(folder.path());
        command.env("LD_PRELOAD", folder.path().join("flock.so")).output().expect("opgen runs")
    };
    let first = run();
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let said = String::from_utf8_lossy(&first.stderr);
    let warning =
        "warning: cannot lock out/.opgen-lock (Operation not supported (os error 95)); do not start another run";
    assert!(said.contains(warning), "{said}");
    assert!(String::from_utf8_lossy(&first.stdout).contains(" written, "));
    // There is nothing to write, so no lock is needed.
    let second = run();
    assert!(second.status.success() && second.stderr.is_empty(), "{}", String::from_utf8_lossy(&second.stderr));
    assert!(String::from_utf8_lossy(&second.stdout).starts_with("0 written, "));
}
