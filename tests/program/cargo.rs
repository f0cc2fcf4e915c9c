//! A package whose build script calls opgen, built and run by the real Cargo without network access.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::support::{copy, text};
use tempfile::TempDir;

/// A copy of the package in `tests/cargo/operators`.
struct Package {
    folder: TempDir,
    /// All copies are built in one folder, so that opgen is built once, and their programs have one name.
    _alone: MutexGuard<'static, ()>,
}

static BUILDING: Mutex<()> = Mutex::new(());

impl Package {
    fn new() -> Self {
        let alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
        let package = Package { folder: tempfile::tempdir().expect("a temporary folder"), _alone: alone };
        let opgen = Path::new(env!("CARGO_MANIFEST_DIR"));
        copy(&opgen.join("tests/cargo/operators"), package.folder.path());
        package.edit("Cargo.toml", "\"../../..\"", &format!("{:?}", opgen.to_string_lossy()));
        // Use the dependency versions of this build, because they are already on this machine.
        fs::copy(opgen.join("Cargo.lock"), package.path("Cargo.lock")).expect("it is checked in");
        package
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Replaces a piece of text in a file.
    fn edit(&self, name: &str, from: &str, to: &str) {
        let old = fs::read_to_string(self.path(name)).expect("it is there");
        assert!(old.contains(from), "{name} has no `{from}`");
        fs::write(self.path(name), old.replacen(from, to, 1)).expect("it is writable");
    }

    fn cargo(&self, command: &str) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([command, "-v", "--offline", "--target-dir"]);
        cargo.arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo"));
        // The outer Cargo's variables for its own package must not affect this one.
        for (name, _) in std::env::vars_os() {
            let name_text = name.to_string_lossy().into_owned();
            if name_text.starts_with("CARGO_PKG_") || name_text.starts_with("CARGO_MANIFEST_") {
                cargo.env_remove(name);
            }
        }
        cargo.current_dir(self.folder.path()).output().expect("Cargo runs")
    }

    /// The output of Cargo for a successful build.
    fn build(&self) -> String {
        let output = self.cargo("build");
        let said = text(&output.stderr);
        assert!(output.status.success(), "{said}");
        said
    }

    /// What the program prints.
    fn run(&self) -> String {
        let output = self.cargo("run");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Builds twice. The first build must call the build script, and the second must have nothing to do.
    fn generates_once(&self, why: &str) {
        let said = self.build();
        assert!(said.contains("build-script-build`"), "{why}, but Cargo said:\n{said}");
        let said = self.build();
        assert!(said.contains("Fresh operators ") && !said.contains("Running"), "nothing has changed, but:\n{said}");
    }
}

#[test]
fn a_build_script_makes_a_table_and_comes_back_when_an_input_changes() {
    let package = Package::new();
    let printed = package.run();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cargo/expected.txt");
    if std::env::var_os("OPGEN_BLESS").is_some() {
        fs::write(&path, printed.as_bytes()).expect("it is writable");
    }
    assert_eq!(printed, fs::read_to_string(&path).expect("it is checked in"), "OPGEN_BLESS=1 rewrites it");
    let said = package.build();
    assert!(said.contains("Fresh operators ") && !said.contains("Running"), "nothing has changed, but:\n{said}");

    package.edit("yaml/legacy_ops.yaml", "- op", "# A comment.\n- op");
    package.generates_once("a file was changed");
    fs::write(package.path("yaml/sparse_ops.yaml"), SPARSE).expect("it is writable");
    package.generates_once("a file came into being");
    assert!(printed.ends_with("\nNone\n") && !package.run().ends_with("\nNone\n"), "it is not found");
    fs::remove_file(package.path("yaml/sparse_ops.yaml")).expect("it is there");
    package.generates_once("a file has gone");
    assert_eq!(package.run(), printed);

    let whole = fs::read_to_string(package.path("yaml/legacy_ops.yaml")).expect("it is there");
    package.edit("yaml/legacy_ops.yaml", "Tensor ", "Tensr ");
    let broken = package.cargo("build");
    assert!(!broken.status.success());
    let said = text(&broken.stderr);
    // Cargo may be started in another folder than the package's.
    let place = format!("--> {}:3:11", package.path("yaml/legacy_ops.yaml").display());
    assert!(said.contains("error[E0202]: unknown type `Tensr`") && said.contains(&place), "{said}");
    fs::write(package.path("yaml/legacy_ops.yaml"), whole).expect("it is writable");
    package.generates_once("the file was mended");
}

/// The package with the files of another version, which also has lists as inputs.
#[test]
fn a_build_script_follows_the_lists_of_another_version() {
    let package = Package::new();
    package.edit("build.rs", ".root(\"yaml\")", ".root(\"yaml\").profile(\"paddle-3.0\")");
    for (old, new) in
        [("static_ops", "legacy_static_ops"), ("legacy_ops", "dygraph_ops"), ("legacy_backward", "dygraph_backward")]
    {
        let path = |name: &str| package.path(&format!("yaml/{name}.yaml"));
        fs::rename(path(old), path(new)).expect("it is there");
    }
    let printed = package.run();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cargo/expected.txt");
    assert_eq!(printed, fs::read_to_string(&path).expect("it is checked in"));
    fs::write(package.path("yaml/ops_exclude.yaml"), "[]\n").expect("it is writable");
    package.generates_once("a list came into being");
    fs::write(package.path("yaml/ops_exclude.yaml"), "# None.\n[]\n").expect("it is writable");
    package.generates_once("the list was changed");
    fs::remove_file(package.path("yaml/ops_exclude.yaml")).expect("it is there");
    package.generates_once("the list has gone");
    assert_eq!(package.run(), printed);
}

/// An operator that the program finds only if this file exists.
const SPARSE: &str = "\
- op : fill
  args : (Tensor x)
  output : Tensor(out)
  infer_meta :
    func : UnchangedInferMeta
  kernel :
    func : fill_coo {sparse_coo -> sparse_coo}
";
