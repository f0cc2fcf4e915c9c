//! What is generated from PyTorch's own YAML, which is kept beside the checkout, compared with what PyTorch's generators make. The
//! tests are skipped with a notice if it is missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::support::{opgen, text};

/// The groups of files that the comparison knows, of the targets that are tested here.
const GROUPS: [&str; 10] = [
    "headers",
    "ops.dispatch",
    "ops.functions",
    "ops.meta",
    "ops.native",
    "ops.operators",
    "operators",
    "schema",
    "tensor",
    "vmap",
];

/// The folder with the oracle, if it is there.
fn oracle() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/torch");
    if !path.is_dir() {
        eprintln!("skipped: there is no ../shared/oracle/torch");
        return None;
    }
    Some(path)
}

/// The inputs of a release, unpacked.
fn inputs(oracle: &Path, version: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let archive = oracle.join(version).join("inputs.tar.xz");
    let status = Command::new("tar").arg("-xJf").arg(archive).arg("-C").arg(folder.path()).status().expect("tar runs");
    assert!(status.success());
    folder
}

/// Generates with features, and expects every fact of a configuration.
fn assert_complete(version: &str, features: &str, configuration: &[&str], groups: &[&str]) {
    let Some(oracle) = oracle() else { return };
    let (root, out) = (inputs(&oracle, version), tempfile::tempdir().expect("a temporary folder"));
    let out = out.path().to_string_lossy();
    let mut arguments = vec!["generate", "--root", ".", "--target", "headers,schema,operators,vmap", "--out", &out];
    if !features.is_empty() {
        arguments.extend(["--feature", features]);
    }
    let said = opgen(root.path(), &arguments);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let mut score = Command::new("python3");
    score.arg(oracle.join("score.py")).args([version, &out, "--least", "100", "--show", "1"]).args(configuration);
    let score = score.args(groups.iter().flat_map(|group| ["--group", group])).output().expect("python3 runs");
    assert!(score.status.success(), "{}", text(&score.stdout));
}

#[test]
fn every_fact_of_two_releases() {
    for version in ["2.8.0", "2.11.0"] {
        assert_complete(version, "", &[], &GROUPS);
    }
}

#[test]
fn every_fact_of_further_configurations() {
    assert_complete("2.8.0", "mps", &["--config", "mps", "--only-changed"], &["headers", "ops.dispatch", "ops.native"]);
    assert_complete("2.8.0", "whole_headers", &["--config", "nosplit", "--only-changed"], &["headers"]);
    assert_complete(
        "2.8.0",
        "static_dispatch_cpu",
        &["--config", "static", "--only-changed"],
        &["ops.functions", "operators"],
    );
    assert_complete("2.11.0", "mps,xpu,mtia", &["--config", "all", "--only-changed"], &["headers", "ops.dispatch"]);
}
