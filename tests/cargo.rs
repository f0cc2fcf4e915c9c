//! A package whose build script calls opgen, built and run by the real Cargo, without network.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the package in `tests/cargo/operators`.
fn cargo_run() -> Output {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cargo/operators");
    // The versions that this build uses are those that are on this machine.
    let lock = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).expect("it is checked in");
    let own = package.join("Cargo.lock");
    if !own.exists() {
        fs::write(&own, lock).expect("the package is writable");
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--offline", "--target-dir"]).arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo"));
    // What the outer Cargo says of its own package is not meant for this one.
    for (name, _) in std::env::vars_os() {
        let name_text = name.to_string_lossy().into_owned();
        if name_text.starts_with("CARGO_PKG_") || name_text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(name);
        }
    }
    cargo.current_dir(package).output().expect("Cargo runs")
}

#[test]
fn a_build_script_makes_a_table_that_finds_operators() {
    let first = cargo_run();
    let said = String::from_utf8_lossy(&first.stderr);
    assert!(first.status.success(), "{said}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cargo/expected.txt");
    let printed = String::from_utf8_lossy(&first.stdout);
    if std::env::var_os("OPGEN_BLESS").is_some() {
        fs::write(&path, printed.as_bytes()).expect("it is writable");
    }
    assert_eq!(printed, fs::read_to_string(&path).expect("it is checked in"), "OPGEN_BLESS=1 rewrites it");
    let second = cargo_run();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.success() && !said.contains("Compiling"), "nothing has changed, but Cargo said:\n{said}");
}
