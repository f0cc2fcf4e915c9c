//! Repositories that are damaged on purpose.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::watch::LATE;
use super::{Tree, from_top};

fn git(folder: &Path, arguments: &[&str]) -> String {
    let user = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let run = Command::new("git").args(user).args(arguments).current_dir(folder).output().expect("git runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("git prints text").trim().to_owned()
}

/// Git does not compare the name of an object with the hash of its contents.
#[test]
fn a_folder_that_contains_itself_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let top = folder.path();
    fs::create_dir_all(top.join("a/b")).expect("a new folder");
    fs::write(top.join("a/b/c"), "text").expect("the folder is writable");
    git(top, &["init", "-q", "-b", "main"]);
    git(top, &["add", "."]);
    git(top, &["commit", "-qm", "a change"]);
    let files = |below: &str| Tree::open(top, "HEAD").and_then(|mut tree| tree.files(&[below.to_owned()]));
    assert_eq!(files("a"), Ok(vec!["a/b/c".to_owned()]));
    let object = |name: &str| {
        let id = git(top, &["rev-parse", name]);
        top.join(".git/objects").join(&id[..2]).join(&id[2..])
    };
    let (outer, inner) = (object("HEAD:a"), object("HEAD:a/b"));
    fs::remove_file(&inner).expect("git stored it as a file");
    fs::copy(outer, inner).expect("the folder is writable");
    assert_eq!(files("a"), Err("the revision `HEAD` has too many files or folders".to_owned()));
}

#[cfg(unix)]
#[test]
fn a_repository_in_which_git_hangs_is_asked_only_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let top = folder.path();
    git(top, &["init", "-q", "-b", "main"]);
    fs::create_dir(top.join("below")).expect("a new folder");
    let pipe = top.join(".git/settings");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    fs::write(top.join(".git/config"), "[include]\npath = settings\n").expect("the folder is writable");
    assert_eq!(from_top(top), Err(LATE.to_owned()));
    let start = Instant::now();
    assert_eq!(from_top(&top.join("below")), Err(LATE.to_owned()));
    assert!(start.elapsed() < Duration::from_secs(5), "git was asked again");
}
