//! Repositories whose configuration, links and objects lead elsewhere.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{link, ops, pipe, survive};
use crate::support::write;

/// Makes a tree the repository of one commit.
pub fn begin(tree: &Path) {
    git(tree, &["init", "-q", "-b", "main", "--template="]);
    write(tree, ".git/hooks/sample", "as it was\n");
    commit(tree);
}

/// Commits the tree as it is.
pub fn commit(tree: &Path) {
    git(tree, &["add", "."]);
    git(tree, &["commit", "-qm", "all"]);
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(arguments).current_dir(folder);
    let run = git.env("GIT_CONFIG_GLOBAL", "/dev/null").output().expect("git runs");
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
}

fn config(tree: &Path, settings: &[(&str, &str)]) {
    settings.iter().for_each(|(key, value)| git(tree, &["config", key, value]));
}

/// A command that leaves a trace outside.
fn trap(tree: &Path) -> String {
    format!("touch '{}'; cat", tree.join("../outside/trace").display())
}

/// A script with such a command.
fn script(tree: &Path, name: &str) {
    write(tree, name, &format!("#!/bin/sh\n{}\n", trap(tree)));
    assert!(Command::new("chmod").arg("755").arg(tree.join(name)).status().expect("it runs").success());
}

/// Removes the object of the committed YAML.
fn remove_blob(tree: &Path) {
    let run = Command::new("git").args(["rev-parse", "HEAD:ops.yaml"]).current_dir(tree).output().expect("git runs");
    let id = String::from_utf8(run.stdout).expect("git prints text");
    fs::remove_file(tree.join(".git/objects").join(&id[..2]).join(id[2..].trim())).expect("git stored it as a file");
}

/// Moves Git's folder out of a tree.
fn move_out(tree: &Path) {
    fs::rename(tree.join(".git"), tree.join("../outside/repository")).expect("nothing is there");
}

#[test]
fn programs_that_a_repository_configures_are_not_run() {
    survive(&[
        ("monitor", |tree| config(tree, &[("core.fsmonitor", &trap(tree)), ("core.untrackedCache", "true")])),
        ("filters", |tree| {
            for key in ["filter.a.clean", "filter.a.smudge", "filter.a.process", "diff.a.textconv", "merge.a.driver"] {
                config(tree, &[(key, &trap(tree))]);
            }
            write(tree, ".git/info/attributes", "* filter=a diff=a merge=a\n");
            write(tree, ".gitattributes", "* filter=a diff=a merge=a text eol=crlf working-tree-encoding=UTF-16\n");
        }),
        ("hooks", |tree| {
            for hook in ["post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"] {
                script(tree, &format!(".git/hooks/{hook}"));
            }
        }),
        ("hooks in the tree", |tree| {
            config(tree, &[("core.hooksPath", "hooks")]);
            ["post-checkout", "post-index-change", "pre-auto-gc"]
                .iter()
                .for_each(|hook| script(tree, &format!("hooks/{hook}")));
        }),
        ("aliases and other programs", |tree| {
            for key in ["alias.rev-parse", "alias.cat-file", "alias.merge-base"] {
                config(tree, &[(key, &format!("!{}", trap(tree)))]);
            }
            for key in
                ["core.pager", "core.editor", "core.sshCommand", "core.askPass", "credential.helper", "gpg.program"]
            {
                config(tree, &[(key, &trap(tree))]);
            }
            config(tree, &[("pager.cat-file", &trap(tree)), ("core.gitProxy", &trap(tree))]);
        }),
        ("promised objects", |tree| {
            let url = format!("ext::sh -c touch% '{}'", tree.join("../outside/trace").display());
            config(tree, &[("extensions.partialClone", "origin"), ("remote.origin.promisor", "true")]);
            config(
                tree,
                &[("remote.origin.url", &url), ("protocol.ext.allow", "always"), ("protocol.allow", "always")],
            );
            remove_blob(tree);
        }),
        ("promised objects of another machine", |tree| {
            config(tree, &[("extensions.partialClone", "origin"), ("remote.origin.promisor", "true")]);
            config(tree, &[("remote.origin.url", "https://127.0.0.1:1/a"), ("protocol.allow", "always")]);
            config(tree, &[("remote.origin.uploadpack", &trap(tree)), ("remote.origin.vcs", "ext")]);
            remove_blob(tree);
        }),
        ("programs in the tree", |tree| ["git", "sh", "python3", "bin/git"].iter().for_each(|name| script(tree, name))),
        ("housekeeping", |tree| {
            config(tree, &[("gc.auto", "1"), ("maintenance.auto", "true"), ("core.logAllRefUpdates", "always")]);
            config(tree, &[("core.splitIndex", "true"), ("index.version", "4"), ("feature.manyFiles", "true")]);
        }),
    ]);
}

#[test]
fn repositories_that_lead_elsewhere_are_only_read() {
    survive(&[
        ("linked folder of Git", |tree| {
            move_out(tree);
            link(tree, ".git", "../outside/repository");
        }),
        ("file of Git", |tree| {
            move_out(tree);
            write(tree, ".git", "gitdir: ../outside/repository\n");
        }),
        ("file of Git that leads to itself", |tree| {
            move_out(tree);
            write(tree, ".git", "gitdir: .git\n");
        }),
        ("linked file of Git", |tree| {
            move_out(tree);
            link(tree, ".git", "/dev/zero");
        }),
        ("linked work tree", |tree| {
            move_out(tree);
            let repository = tree.join("../outside/repository");
            git(&repository, &["worktree", "add", "-q", "../checkout", "-b", "other", "--no-checkout"]);
            fs::copy(tree.join("../outside/checkout/.git"), tree.join(".git")).expect("git made it");
            git(&repository, &["config", "extensions.worktreeConfig", "true"]);
            git(tree, &["config", "--worktree", "core.fsmonitor", &trap(tree)]);
        }),
        ("submodule", |tree| {
            fs::create_dir(tree.join(".git/modules")).expect("it is new");
            git(tree, &["init", "-q", "--template=", "--separate-git-dir", ".git/modules/model", "model"]);
            git(&tree.join("model"), &["config", "core.fsmonitor", &trap(tree)]);
            write(tree, ".gitmodules", "[submodule \"model\"]\npath = model\nurl = ext::sh -c true\nupdate = !true\n");
        }),
        ("tree of a submodule", |tree| {
            move_out(tree);
            write(tree, ".git", "gitdir: ../outside/modules/tree\n");
            fs::create_dir(tree.join("../outside/modules")).expect("it is new");
            fs::rename(tree.join("../outside/repository"), tree.join("../outside/modules/tree")).expect("it was moved");
            git(tree, &["config", "core.worktree", "../../../tree"]);
        }),
        ("work tree outside", |tree| config(tree, &[("core.worktree", "../../outside")])),
        ("work tree of everything", |tree| config(tree, &[("core.worktree", "/")])),
        ("no work tree", |tree| config(tree, &[("core.bare", "true")])),
        ("objects outside", |tree| {
            fs::rename(tree.join(".git/objects"), tree.join("../outside/objects")).expect("nothing is there");
            write(tree, ".git/objects/info/alternates", "../../../outside/objects\n");
        }),
        ("objects from devices", |tree| {
            write(tree, ".git/objects/info/alternates", "/dev/zero\n../../missing\n/proc/self/fd\n");
        }),
        ("replaced objects", |tree| {
            write(tree, "ops.yaml", &ops().replace("foo", "bar"));
            git(tree, &["commit", "-qam", "other"]);
            git(tree, &["replace", "HEAD:ops.yaml", "HEAD~1:ops.yaml"]);
            git(tree, &["replace", "--graft", "HEAD"]);
        }),
        ("included settings", |tree| {
            let included = format!("[core]\nfsmonitor = \"{}\"\n", trap(tree));
            write(tree, "../outside/config", &included);
            config(
                tree,
                &[("include.path", "../../outside/config"), ("includeIf.gitdir:/.path", "../../outside/config")],
            );
        }),
        ("included devices", |tree| {
            config(tree, &[("include.path", "/dev/null"), ("core.attributesFile", "/dev/zero")]);
        }),
        ("references outside", |tree| {
            write(tree, ".git/HEAD", "ref: refs/../../../outside/victim\n");
            link(tree, ".git/refs/heads/other", "../../../../outside/victim");
        }),
        ("common folder outside", |tree| {
            move_out(tree);
            write(tree, ".git/HEAD", "ref: refs/heads/main\n");
            write(tree, ".git/commondir", "../../outside/repository\n");
            fs::create_dir_all(tree.join(".git/objects")).expect("it is new");
        }),
        ("Git's folder is not a folder", |tree| {
            move_out(tree);
            pipe(tree, ".git");
        }),
    ]);
}
