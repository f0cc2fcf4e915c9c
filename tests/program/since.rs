//! `opgen check --since`: only findings that a revision does not have.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{OP, OP_WITH_WARNING, Said, folder_with, opgen, write};

fn git(folder: &TempDir, arguments: &[&str]) {
    let user = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let run = Command::new("git").args(user).args(arguments).current_dir(folder.path()).output().expect("git runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

fn commit(folder: &TempDir) {
    git(folder, &["add", "."]);
    git(folder, &["commit", "-qm", "a change"]);
}

fn check(folder: &TempDir, arguments: &[&str]) -> Said {
    opgen(folder.path(), &[&["check"], arguments].concat())
}

/// A repository with one error and one warning.
fn repository() -> TempDir {
    let folder = folder_with(&[("ops.yaml", &(OP.replace("Tensor(out)", "Tensr(out)") + "\n" + OP_WITH_WARNING))]);
    git(&folder, &["init", "-q", "-b", "main"]);
    folder
}

#[test]
fn findings_that_the_revision_has_are_only_counted() {
    let folder = repository();
    commit(&folder);
    let quiet = check(&folder, &["--since", "HEAD", "--quiet"]);
    assert_eq!((quiet.out.as_str(), quiet.code), ("", Some(0)));
    let ops = fs::read_to_string(folder.path().join("ops.yaml")).expect("it is there");
    let moved = format!("# Lines move.\n\n{ops}");
    write(folder.path(), "ops.yaml", &moved);
    let moved_said = check(&folder, &["--since", "HEAD"]);
    assert_eq!(
        (moved_said.out.as_str(), moved_said.code),
        ("2 operators, no errors or warnings; 2 are not new\n", Some(0))
    );
    write(folder.path(), "ops.yaml", &(moved.clone() + &OP.replace("foo", "bar").replace("kernel", "kernl")));
    let new = check(&folder, &["--since", "HEAD"]);
    assert!(new.out.contains("`kernl`") && !new.out.contains("Tensr") && new.code == Some(1), "{}", new.out);
}

#[test]
fn a_revision_must_exist_except_before_the_first_commit() {
    let folder = repository();
    assert_eq!(check(&folder, &["--since", "HEAD"]).code, Some(1), "everything is new");
    let unknown = check(&folder, &["--since", "v1"]);
    assert_eq!((unknown.err.as_str(), unknown.code), ("error: git does not know the revision `v1`\n", Some(2)));
    commit(&folder);
    let alternates = folder.path().join(".git/objects/info/alternates");
    assert!(Command::new("mkfifo").arg(alternates).status().expect("it runs").success());
    let late = check(&folder, &["--since", "HEAD"]);
    assert!(late.err.starts_with("error: git does not answer") && late.code == Some(2), "{late:?}");
    fs::remove_file(folder.path().join(".git/objects/info/alternates")).expect("it was made");
    let built_in = check(&folder, &["--built-in", "--since", "HEAD"]);
    assert_eq!(
        (built_in.err.as_str(), built_in.code),
        ("error: `--since` needs a folder in a git repository\n", Some(2))
    );
}

#[test]
fn only_changed_lines_are_annotated() {
    let folder = folder_with(&[("ops.yaml", OP)]);
    git(&folder, &["init", "-q", "-b", "main"]);
    commit(&folder);
    write(folder.path(), "ops.yaml", &format!("{OP}\n{}", OP_WITH_WARNING.replace("float scale", "float factor")));
    commit(&folder);
    // The finding is new, but about a line that is not.
    write(folder.path(), "ops.yaml", &format!("{OP}\n{OP_WITH_WARNING}"));
    let said = check(&folder, &["--since", "HEAD", "--format", "github"]);
    let annotated = said.out.lines().filter(|line| line.starts_with("::")).all(|line| line.contains("line=10,"));
    assert!(annotated && said.out.contains("factor"), "{}", said.out);
}

#[test]
fn quiet_reports_only_errors() {
    let folder = folder_with(&[("ops.yaml", OP_WITH_WARNING)]);
    let said = check(&folder, &["--quiet"]);
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", "", Some(0)));
    let said = check(&folder, &["-q", "--deny", "warnings"]);
    assert!(
        said.out.contains("error[W0306]") && said.out.ends_with("\n1 error\n") && said.code == Some(1),
        "{}",
        said.out
    );
}

/// The C++ of the revision is compared with the YAML of the revision.
#[test]
fn the_revision_has_cpp_of_its_own() {
    const SOURCE: &str = "paddle/phi/kernels/cpu/foo_kernel.cc";
    let source = |name: &str, types: &str| {
        format!("PD_REGISTER_KERNEL({name}, CPU, ALL_LAYOUT, phi::FooKernel, {types}) {{}}\n")
    };
    let folder = folder_with(&[("ops.yaml", OP), (SOURCE, &source("foo", "float, double"))]);
    git(&folder, &["init", "-q", "-b", "main"]);
    commit(&folder);
    write(folder.path(), SOURCE, &source("foo", "float"));
    let said = opgen(folder.path(), &["diff", "HEAD", "--target", "none", "--deny", "kernel", "--details"]);
    assert!(said.out.contains("the kernel `foo` lost float64 for CPU"), "{}", said.out);
    assert!(said.out.contains(&format!("--> HEAD:{SOURCE}:1:20")) && said.code == Some(1), "{}", said.out);
    write(folder.path(), SOURCE, &source("fooo", "float"));
    let new = check(&folder, &["--since", "HEAD"]);
    assert!(new.out.contains("W1401") || new.out.contains("E1401"), "{}", new.out);
}
