//! `--version`: the version, the commit, and the versions of the framework.

use std::path::Path;
use std::process::Command;

use crate::support::{opgen, text};

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn the_version_comes_with_the_commit_and_the_profiles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let head = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root).output().expect("git runs");
    let expected = format!(
        "opgen {VERSION}\ncommit: {}profiles: paddle-3.3, paddle-3.0-final, paddle-3.0-develop-2025-02-17, \
         paddle-3.0-develop-2025-02-08, paddle-3.0-develop, paddle-3.0, paddle-2.6-develop, paddle-2.6, package, \
         torch-2.15, torch-2.14, torch-2.13, torch-2.12, torch-2.11, torch-2.8\n",
        text(&head.stdout)
    );
    assert_eq!(opgen(root, &["--version"]).out, expected);
    assert_eq!(opgen(root, &["-V"]).out, format!("opgen {VERSION}\n"));
}
