//! Long runs show their progress on a terminal. Python provides the terminal; without it, the tests are skipped with a notice.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread::{sleep, spawn};
use std::time::Duration;

use crate::skip::skip;
use crate::support::{OP, folder_with, opgen, text};

const OPGEN: &str = env!("CARGO_BIN_EXE_opgen");
/// Moves to the start of the line and erases it.
const ERASE: &str = "\r\x1b[K";

/// The file that is created in the project when the terminal has shown for how long a stage has taken. What a run waits for
/// waits for this file: no test depends on how fast the machine is.
const SHOWN: &str = "shown";
/// How often it is looked for, twenty times a second. So a test fails if it never comes.
const ENOUGH: u32 = 1200;

/// The text that is sent to a terminal, with `\n` at the ends of lines. `None` without Python.
fn on_a_terminal(folder: &Path, path: &str, stage: &str, arguments: &[&str]) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/terminal.py");
    let mut command = Command::new("python3");
    command.arg(script).args([&format!("{stage}, "), SHOWN, OPGEN]).args(arguments).current_dir(folder);
    let Ok(output) = command.env("TERM", "xterm").env("NO_COLOR", "1").env("PATH", path).output() else {
        skip("python3 is not installed");
        return None;
    };
    assert_eq!(text(&output.stderr), "");
    Some(text(&output.stdout).replace("\r\n", "\n"))
}

fn path() -> String {
    std::env::var("PATH").expect("there is one")
}

const WAITING: &str = "waiting for the output folder";

/// A run that has to wait for another one, which `other_run` ends.
fn waits(arguments: &[&str], other_run: fn(&Path)) -> Option<String> {
    let project = folder_with(&[("ops.yaml", OP), ("out/.opgen-lock", "")]);
    let lock = File::options().write(true).open(project.path().join("out/.opgen-lock")).expect("it is there");
    lock.lock().expect("nobody else has it");
    let folder = project.path().to_path_buf();
    let other_run = spawn(move || {
        other_run(&folder);
        drop(lock);
    });
    let fixed = ["generate", "--root", ".", "--out", "out", "--target", "rust"];
    let sent = on_a_terminal(project.path(), &path(), WAITING, &[&fixed, arguments].concat());
    other_run.join().expect("it only waits");
    sent
}

#[test]
fn a_terminal_shows_what_is_done_and_for_how_long() {
    let until_shown = |folder: &Path| {
        for _ in 0..ENOUGH {
            if !folder.join(SHOWN).exists() {
                sleep(Duration::from_millis(50));
            }
        }
    };
    let Some(sent) = waits(&[], until_shown) else { return };
    let (progress, summary) = sent.rsplit_once(ERASE).expect("the line is erased");
    let progress = progress.strip_prefix("waiting for another run that is writing to out\n");
    let progress = progress.expect("the run says what it waits for");
    assert!(progress.contains(&format!("{ERASE}{WAITING}, ")) && progress.ends_with(" s"), "{sent:?}");
    assert!(summary.starts_with("1 written, 0 unchanged, ") && summary.ends_with(" ms\n"), "{sent:?}");
}

#[test]
fn a_quiet_run_shows_nothing() {
    let Some(sent) = waits(&["--quiet"], |_| sleep(Duration::from_secs(2))) else { return };
    assert_eq!(sent, "");
}

#[test]
fn a_fast_run_shows_nothing() {
    let project = folder_with(&[("ops.yaml", OP)]);
    let Some(sent) = on_a_terminal(project.path(), &path(), "", &["check", "--root", "."]) else { return };
    assert_eq!(sent, "1 operator, no errors or warnings\n");
}

/// Git may be slow: on a network, or in a large repository.
#[cfg(unix)]
#[test]
fn a_comparison_of_revisions_shows_what_it_does() {
    use std::os::unix::fs::PermissionsExt;
    let project = folder_with(&[("ops.yaml", OP), ("bin/git", "")]);
    let (git, shown) = (project.path().join("bin/git"), project.path().join(SHOWN));
    let wait = format!("for _ in $(seq {ENOUGH}); do [ -e '{}' ] || sleep 0.05; done", shown.display());
    fs::write(&git, format!("#!/bin/sh\n{wait}\nPATH=${{PATH#*:}} exec git \"$@\"\n")).expect("it is ours");
    fs::set_permissions(git, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let user = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    for arguments in [&["init", "-q"][..], &["add", "ops.yaml"], &["commit", "-qm", "first"]] {
        let done = Command::new("git").args(user).args(arguments).current_dir(project.path()).status();
        assert!(done.is_ok_and(|status| status.success()));
    }
    let slow = format!("{}:{}", project.path().join("bin").display(), path());
    let stage = "reading both versions";
    let Some(sent) = on_a_terminal(project.path(), &slow, stage, &["diff", "HEAD"]) else { return };
    let (progress, report) = sent.rsplit_once(ERASE).expect("the line is erased");
    assert!(progress.contains(&format!("{ERASE}{stage}, ")) && progress.ends_with(" s"), "{sent:?}");
    // The same as in a file, except for the progress.
    assert_eq!(report, opgen(project.path(), &["diff", "HEAD"]).out);
}
