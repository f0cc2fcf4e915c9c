//! `opgen new`: a package is whole, or can be completed.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Said, folder_with, opgen, tree, write};

fn new(folder: &Path) -> Said {
    opgen(folder, &["new", "my_ops"])
}

const KERNEL: &str = "kernels/swiglu.cc";

#[test]
fn an_interrupted_package_is_completed() {
    let folder = folder_with(&[]);
    assert_eq!(new(folder.path()).code, Some(0));
    let package = folder.path().join("my_ops");
    let whole = tree(&package);
    assert_eq!(new(folder.path()).err, "error: my_ops already exists and is not empty\n");
    write(&package, KERNEL, "");
    fs::remove_dir_all(package.join("tests")).expect("it was written");
    write(&package, "README.md", "mine");
    write(&package, "notes", "mine");
    let said = new(folder.path());
    assert_eq!((said.code, said.err.as_str()), (Some(0), "kept README.md, which has been changed\n"));
    let mut completed = tree(&package);
    assert_eq!(completed.remove(Path::new("notes")).as_deref(), Some("mine"));
    assert_eq!(completed.insert("README.md".into(), whole[Path::new("README.md")].clone()).as_deref(), Some("mine"));
    assert_eq!(completed, whole);
}

#[test]
fn a_folder_with_something_else_is_refused() {
    let folder = folder_with(&[("my_ops/README.md", ""), ("other/opgen.toml", "mine")]);
    let before = tree(folder.path());
    assert_eq!(new(folder.path()).err, "error: my_ops already exists and is not empty\n");
    let said = opgen(folder.path(), &["new", "my_ops", "--path", "other"]);
    assert_eq!(said.err, "error: other already exists and is not empty\n");
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn a_run_that_was_killed_at_once_leaves_no_trace() {
    let folder = folder_with(&[("my_ops/.opgen-1-0.tmp", "")]);
    assert_eq!(new(folder.path()).code, Some(0));
    assert!(!folder.path().join("my_ops/.opgen-1-0.tmp").exists());
}

/// With a limit for the size of files, a write fails as on a full disk.
#[test]
fn a_full_disk_leaves_no_empty_files() {
    let folder = folder_with(&[]);
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" new my_ops";
    let mut shell = Command::new("sh");
    let run = shell.args(["-c", limited, env!("CARGO_BIN_EXE_opgen")]).current_dir(folder.path()).output();
    let run = run.expect("there is a shell");
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(said.starts_with("error: cannot write my_ops/"), "{said}");
    assert!(said.ends_with("; the same command completes my_ops\n"), "{said}");
    let package = folder.path().join("my_ops");
    assert!(tree(&package).values().all(|text| !text.is_empty()));
    write(&package, ".opgen-1-1.tmp", "of a killed run");
    assert_eq!(new(folder.path()).code, Some(0));
    let (completed, again) = (tree(&package), folder_with(&[]));
    new(again.path());
    assert_eq!(completed, tree(&again.path().join("my_ops")));
}
