//! Repositories of strangers: git runs nothing that they configure, and an incomplete revision is an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::support::{OP, Said, folder_with, opgen, write};

fn git(folder: &Path, arguments: &[&str]) -> String {
    let user = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let run = Command::new("git").args(user).args(arguments).current_dir(folder).output().expect("git runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("git prints text").trim().to_owned()
}

/// A repository with one commit, and a change after it.
fn repository() -> TempDir {
    let folder = folder_with(&[("ops.yaml", OP)]);
    git(folder.path(), &["init", "-q", "-b", "main"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "a change"]);
    write(folder.path(), "ops.yaml", &OP.replace("Tensor x", "Tensor x, int n"));
    folder
}

fn said(folder: &TempDir) -> Vec<Said> {
    let commands: [&[&str]; 4] = [
        &["check", "--since", "HEAD"],
        &["diff", "HEAD", "--root", ".", "--target", "none"],
        &["docs", "--out", "pages", "--since", "HEAD"],
        &["fmt", "--check"],
    ];
    commands.iter().map(|command| opgen(folder.path(), command)).collect()
}

/// Removes the object of the committed file, as if a partial clone had left it out.
fn remove_blob(folder: &Path) {
    let id = git(folder, &["rev-parse", "HEAD:ops.yaml"]);
    let object: PathBuf = [".git/objects", &id[..2], &id[2..]].iter().collect();
    fs::remove_file(folder.join(object)).expect("git stored it as a file");
}

/// Configures a command that leaves a trace.
fn set_traps(folder: &Path) {
    let trace = folder.join("trace").display().to_string();
    let trap = format!("touch '{trace}'; cat");
    for key in
        ["core.fsmonitor", "filter.trap.clean", "filter.trap.smudge", "filter.trap.process", "diff.trap.textconv"]
    {
        git(folder, &["config", key, &trap]);
    }
    for key in ["core.pager", "core.editor", "core.sshCommand", "credential.helper", "gpg.program", "diff.external"] {
        git(folder, &["config", key, &trap]);
    }
    for key in ["alias.rev-parse", "alias.cat-file", "alias.ls-tree"] {
        git(folder, &["config", key, &format!("!{trap}")]);
    }
    write(folder, ".git/info/attributes", "* filter=trap diff=trap\n");
    write(folder, "hooks/post-index-change", &format!("#!/bin/sh\n{trap}\n"));
    git(folder, &["config", "core.hooksPath", "hooks"]);
    git(folder, &["config", "extensions.partialClone", "origin"]);
    git(folder, &["config", "remote.origin.promisor", "true"]);
    git(folder, &["config", "remote.origin.url", &format!("ext::sh -c touch% '{trace}'")]);
    git(folder, &["config", "protocol.ext.allow", "always"]);
}

#[test]
fn git_runs_nothing_that_a_repository_configures() {
    let folder = repository();
    set_traps(folder.path());
    let complete = said(&folder);
    assert!(complete.iter().all(|said| said.code != Some(2)), "{complete:?}");
    assert!(!folder.path().join("trace").exists());
    remove_blob(folder.path());
    said(&folder);
    assert!(!folder.path().join("trace").exists());
}

#[test]
fn a_revision_that_lacks_an_object_is_an_error() {
    let folder = repository();
    remove_blob(folder.path());
    for said in &said(&folder)[..3] {
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains("`ops.yaml` is missing"), "{}", said.err);
    }
}

#[test]
fn a_link_in_a_revision_is_not_read_as_yaml() {
    let folder = folder_with(&[("other.yaml", OP)]);
    git(folder.path(), &["init", "-q", "-b", "main"]);
    let id = git(folder.path(), &["hash-object", "-w", "other.yaml"]);
    git(folder.path(), &["update-index", "--add", "--cacheinfo", &format!("120000,{id},ops.yaml")]);
    git(folder.path(), &["commit", "-qm", "a change"]);
    write(folder.path(), "ops.yaml", OP);
    let said = opgen(folder.path(), &["diff", "HEAD", "--root", ".", "--target", "none"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("it is a symbolic link"), "{}", said.err);
}

#[test]
fn a_repository_with_sha_256_is_read() {
    let folder = folder_with(&[("ops.yaml", OP)]);
    git(folder.path(), &["init", "-q", "-b", "main", "--object-format=sha256"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "a change"]);
    write(folder.path(), "ops.yaml", &OP.replace("Tensor x", "Tensor x, int n"));
    let said = opgen(folder.path(), &["diff", "HEAD", "--root", ".", "--target", "none"]);
    assert!(said.out.contains("the attribute `n` is new"), "{said:?}");
}

/// A hook of another repository may have set it.
#[test]
fn the_repository_around_the_folder_is_used() {
    let (folder, other) = (repository(), repository());
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    command.args(["diff", "HEAD", "--root", ".", "--target", "none"]).current_dir(folder.path());
    let output = command.env("GIT_DIR", other.path().join("nowhere")).env("GIT_INDEX_FILE", ".git/index").output();
    let output = output.expect("opgen runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("the attribute `n` is new"), "{text}");
}

/// Anybody can commit files that look like a repository without a work tree, with a configuration.
#[test]
fn a_folder_that_looks_like_a_repository_is_none() {
    let folder = repository();
    git(folder.path(), &["clone", "-q", "--bare", ".", "tree"]);
    write(folder.path(), "tree/ops.yaml", OP);
    let said = opgen(&folder.path().join("tree"), &["diff", "main", "--root", ".", "--target", "none"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("`main` is neither a path nor a git revision"), "{}", said.err);
}

/// Git reads pipes for ever.
#[cfg(unix)]
#[test]
fn git_is_stopped_if_it_does_not_answer() {
    let folder = repository();
    let config = folder.path().join(".git/config");
    fs::remove_file(&config).expect("git made it");
    assert!(Command::new("mkfifo").arg(&config).status().expect("mkfifo runs").success());
    let said = opgen(folder.path(), &["diff", "HEAD", "--root", ".", "--target", "none"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("git does not answer"), "{}", said.err);
}

/// Git may still wait for a pipe when an editor closes.
#[cfg(target_os = "linux")]
#[test]
fn git_does_not_outlive_the_language_server() {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    use std::process::Stdio;

    use serde_json::{Value, json};

    const NONBLOCKING: i32 = 0o4000;
    let folder = repository();
    let root = folder.path().canonicalize().expect("it exists");
    let pipe = root.join(".git/settings");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    fs::write(root.join(".git/config"), "[include]\npath = settings\n").expect("the folder is writable");
    let server =
        Command::new(env!("CARGO_BIN_EXE_opgen")).arg("lsp").stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut server = server.expect("opgen runs");
    let mut input = server.stdin.take().expect("it is piped");
    let mut send = |message: Value| {
        let text = message.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
    };
    let params = json!({"rootUri": format!("file://{}", root.display()), "capabilities": {}});
    send(json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}));
    send(json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
    // A pipe can be opened so only if somebody reads.
    let writer = || fs::OpenOptions::new().write(true).custom_flags(NONBLOCKING).open(&pipe);
    let mut writer = retried(|| writer().ok()).expect("git reads the pipe");
    send(json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}));
    send(json!({"jsonrpc": "2.0", "method": "exit"}));
    assert!(server.wait().expect("it ends").success());
    assert!(retried(|| writer.write_all(b"\n").err()).is_some(), "git still runs");
}

/// Tries for some seconds.
#[cfg(target_os = "linux")]
fn retried<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    for _ in 0..400 {
        if let Some(found) = attempt() {
            return Some(found);
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    None
}

/// Without a file of C++, functions would seem to be missing.
#[cfg(unix)]
#[test]
fn a_pipe_among_the_cpp_of_a_tree_is_an_error() {
    let folder = folder_with(&[
        ("opgen.toml", "profile = \"paddle-3.3\"\n"),
        ("ops.yaml", OP),
        ("paddle/phi/kernels/bar_kernel.h", "void BarKernel();\n"),
    ]);
    let pipe = folder.path().join("paddle/phi/kernels/foo_kernel.h");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let said = opgen(folder.path(), &["check"]);
    assert!(said.err.contains("paddle/phi/kernels/foo_kernel.h: it is a pipe"), "{said:?}");
    assert_eq!(said.code, Some(2), "{said:?}");
}

/// Instead of the YAML there is a pipe.
#[cfg(unix)]
#[test]
fn a_pipe_cannot_be_formatted() {
    let folder = folder_with(&[("opgen.toml", "profile = \"paddle-3.3\"\n"), ("backward.yaml", "# nothing yet\n")]);
    assert!(Command::new("mkfifo").arg(folder.path().join("ops.yaml")).status().expect("mkfifo runs").success());
    for arguments in [&["fmt"][..], &["fmt", "--check", "."], &["fmt", "ops.yaml", "--root", "."]] {
        let said = opgen(folder.path(), arguments);
        assert_eq!(
            (said.err.as_str(), said.code),
            ("error: cannot read ops.yaml: it is a pipe\n", Some(2)),
            "{arguments:?}"
        );
    }
    assert_eq!(opgen(folder.path(), &["fmt", "backward.yaml"]).code, Some(0));
}

/// The kernels of a package are in a pipe.
#[cfg(unix)]
#[test]
fn a_pipe_among_the_sources_of_a_package_is_an_error() {
    let folder = folder_with(&[
        ("opgen.toml", "[package]\nname = \"my_ops\"\n"),
        (
            "ops.yaml",
            "- op : a\n  args : (Tensor x)\n  output : Tensor(out)\n  shape : like x\n  kernel :\n    func : a\n",
        ),
    ]);
    fs::create_dir(folder.path().join("kernels")).expect("a new folder");
    assert!(Command::new("mkfifo").arg(folder.path().join("kernels/a.cc")).status().expect("mkfifo runs").success());
    let said = opgen(folder.path(), &["check", "--root", "."]);
    assert_eq!(said.code, Some(1));
    assert!(said.out.contains("error[E0001]: cannot read kernels/a.cc: it is a pipe"), "{said:?}");
    assert!(said.out.contains("error[E1512]"), "{said:?}");
}
