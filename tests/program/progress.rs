//! Long runs show their progress on a terminal. Python provides the terminal; without it, the tests are skipped with a notice.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread::{sleep, spawn};
use std::time::Duration;

use crate::support::{OP, folder_with, opgen, text};

const OPGEN: &str = env!("CARGO_BIN_EXE_opgen");
/// Moves to the start of the line and erases it.
const ERASE: &str = "\r\x1b[K";

/// The text that is sent to a terminal, with `\n` at the ends of lines. `None` without Python.
fn on_a_terminal(folder: &Path, path: &str, arguments: &[&str]) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/terminal.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(OPGEN).args(arguments).current_dir(folder).env("TERM", "xterm").env("NO_COLOR", "1");
    let Ok(output) = command.env("PATH", path).output() else {
        eprintln!("skipped: python3 is not installed");
        return None;
    };
    assert_eq!(text(&output.stderr), "");
    Some(text(&output.stdout).replace("\r\n", "\n"))
}

fn path() -> String {
    std::env::var("PATH").expect("there is one")
}

/// A run that has to wait for another one.
fn waits(arguments: &[&str]) -> Option<String> {
    let project = folder_with(&[("ops.yaml", OP), ("out/.opgen-lock", "")]);
    let lock = File::options().write(true).open(project.path().join("out/.opgen-lock")).expect("it is there");
    lock.lock().expect("nobody else has it");
    let other_run = spawn(move || {
        sleep(Duration::from_millis(2500));
        drop(lock);
    });
    let fixed = ["generate", "--root", ".", "--out", "out", "--target", "rust"];
    let sent = on_a_terminal(project.path(), &path(), &[&fixed, arguments].concat());
    other_run.join().expect("it only sleeps");
    sent
}

#[test]
fn a_terminal_shows_what_is_done_and_for_how_long() {
    let Some(sent) = waits(&[]) else { return };
    let stage = "waiting for the output folder";
    let (shown, summary) = sent.rsplit_once(ERASE).expect("the line is erased");
    assert!(
        shown.starts_with(&format!("waiting for another run that is writing to out\n{ERASE}{stage}{ERASE}")),
        "{sent:?}"
    );
    assert!(
        shown.contains(&format!("{ERASE}{stage}, 1 s")) && shown.contains(&format!("{ERASE}{stage}, 2 s")),
        "{sent:?}"
    );
    assert!(summary.starts_with("1 written, 0 unchanged, ") && summary.ends_with(" ms\n"), "{sent:?}");
}

#[test]
fn a_quiet_run_shows_nothing() {
    let Some(sent) = waits(&["--quiet"]) else { return };
    assert_eq!(sent, "");
}

#[test]
fn a_fast_run_shows_nothing() {
    let project = folder_with(&[("ops.yaml", OP)]);
    let Some(sent) = on_a_terminal(project.path(), &path(), &["check", "--root", "."]) else { return };
    assert_eq!(sent, "1 operator, no errors or warnings\n");
}

/// Git may be slow: on a network, or in a large repository.
#[cfg(unix)]
#[test]
fn a_comparison_of_revisions_shows_what_it_does() {
    use std::os::unix::fs::PermissionsExt;
    let project =
        folder_with(&[("ops.yaml", OP), ("bin/git", "#!/bin/sh\nsleep 0.15\nPATH=${PATH#*:} exec git \"$@\"\n")]);
    let git = project.path().join("bin/git");
    fs::set_permissions(git, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let user = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    for arguments in [&["init", "-q"][..], &["add", "ops.yaml"], &["commit", "-qm", "first"]] {
        let done = Command::new("git").args(user).args(arguments).current_dir(project.path()).status();
        assert!(done.is_ok_and(|status| status.success()));
    }
    let slow = format!("{}:{}", project.path().join("bin").display(), path());
    let Some(sent) = on_a_terminal(project.path(), &slow, &["diff", "HEAD"]) else { return };
    assert!(sent.starts_with(&format!("{ERASE}reading both versions")), "{sent:?}");
    assert!(sent.contains(&format!("reading both versions, 1 s{ERASE}")), "{sent:?}");
    let report = sent.rsplit(ERASE).next().expect("there is always a last part");
    // The same as in a file, except for the progress.
    assert_eq!(report, opgen(project.path(), &["diff", "HEAD"]).out);
}
