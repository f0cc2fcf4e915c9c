//! How `opgen generate` treats files that already exist.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::skip::skip;
use crate::support::{Tree, text, tree};
use tempfile::TempDir;

const OPS: &str = "- op : foo\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  kernel :\n    func : foo\n";
const API: &str = "paddle/phi/api/lib/api.cc";

/// A project with one operator, and an output folder.
struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let fixture = Fixture { folder: tempfile::tempdir().expect("a temporary folder") };
        fs::create_dir(fixture.path("yaml")).expect("a new folder");
        fixture.write_ops(OPS);
        fixture
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    fn output(&self, relative: &str) -> PathBuf {
        self.path("out").join(relative)
    }

    fn write_ops(&self, text: &str) {
        fs::write(self.path("yaml/ops.yaml"), text).expect("the folder is writable");
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        // Only one target, so that a new target does not change the counts here.
        command.args(["generate", "--root", "yaml", "--out", "out", "--target", "cpp_api"]).args(arguments);
        command.current_dir(self.folder.path()).output().expect("opgen runs")
    }

    /// Runs opgen and returns its standard output. The test fails if opgen fails.
    fn generate(&self) -> String {
        let output = self.run(&[]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Every file in the output folder with its text, without opgen's own stamp and lock.
    fn tree(&self) -> Tree {
        tree(&self.path("out"))
    }
}

fn inode_and_time(path: &Path) -> (u64, i64, i64) {
    let metadata = fs::metadata(path).expect("the file exists");
    (metadata.ino(), metadata.mtime(), metadata.mtime_nsec())
}

#[test]
fn nothing_is_written_into_the_folder_of_git() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.path(".git")).expect("a new folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    let command = command.args(["generate", "--root", "yaml", "--out", ".git", "--target", "cpp_api"]);
    let output = command.current_dir(fixture.folder.path()).output().expect("opgen runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("belongs to Git"), "{}", text(&output.stderr));
    assert!(tree(&fixture.path(".git")).is_empty());
}

#[test]
fn what_is_listed_is_what_is_written() {
    let fixture = Fixture::new();
    let listed = text(&fixture.run(&["--list-outputs"]).stdout);
    assert!(!fixture.path("out").exists());
    fixture.generate();
    let mut listed: Vec<_> = listed.lines().map(PathBuf::from).collect();
    listed.sort();
    assert_eq!(listed, fixture.tree().into_keys().collect::<Vec<_>>());
}

#[test]
fn an_unchanged_file_is_left_alone_with_and_without_the_stamp() {
    let fixture = Fixture::new();
    assert!(fixture.generate().starts_with("20 written, 0 unchanged"));
    let before = inode_and_time(&fixture.output(API));
    assert!(fixture.generate().starts_with("0 written, 20 unchanged"));
    fs::remove_file(fixture.output(".opgen-stamp")).expect("there is a stamp");
    assert!(fixture.generate().starts_with("0 written, 20 unchanged"));
    assert_eq!(inode_and_time(&fixture.output(API)), before);
}

#[test]
fn only_files_that_differ_are_replaced() {
    let fixture = Fixture::new();
    fixture.generate();
    let header = fixture.output("paddle/phi/api/backward/backward_api.h");
    let before = inode_and_time(&header);
    fixture.write_ops(&OPS.replace("foo", "bar"));
    assert!(fixture.generate().starts_with("3 written, 17 unchanged"));
    assert_eq!(inode_and_time(&header), before);
    assert!(fs::read_to_string(fixture.output(API)).expect("it was written").contains("bar"));
}

#[test]
fn an_output_changed_or_removed_by_hand_is_mended() {
    let fixture = Fixture::new();
    fixture.generate();
    let good = fixture.tree();
    fs::write(fixture.output(API), "by hand").expect("outputs are writable");
    fs::remove_file(fixture.output("paddle/phi/api/include/api.h")).expect("it was written");
    assert!(fixture.generate().starts_with("2 written, 18 unchanged"));
    assert_eq!(fixture.tree(), good);
}

#[test]
fn check_lists_what_would_change_and_writes_nothing() {
    let fixture = Fixture::new();
    let output = fixture.run(&["--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains(&format!("new     {API}\n")));
    assert!(!fixture.path("out").exists());
    fixture.generate();
    assert_eq!(fixture.run(&["--check"]).status.code(), Some(0));
    fixture.write_ops(&OPS.replace("foo", "bar"));
    let good = fixture.tree();
    let output = fixture.run(&["--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains(&format!("changed {API}\n")));
    assert_eq!(fixture.tree(), good);
}

#[test]
fn broken_yaml_changes_nothing() {
    let fixture = Fixture::new();
    fixture.generate();
    let good = fixture.tree();
    fixture.write_ops(&OPS.replace("(Tensor x)", "(Tensr x)"));
    let output = fixture.run(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("error[E0202]"));
    assert_eq!(fixture.tree(), good);
}

#[test]
fn a_failed_write_changes_nothing_and_leaves_no_temporary_file() {
    let fixture = Fixture::new();
    fixture.generate();
    let good = fixture.tree();
    fixture.write_ops(&OPS.replace("foo", "bar"));
    let last = fixture.output("paddle/phi/infermeta/generated.cc");
    fs::set_permissions(&last, fs::Permissions::from_mode(0o444)).expect("it is ours");
    let output = fixture.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).ends_with("generated.cc: the file is read-only\n"), "{}", text(&output.stderr));
    assert_eq!(fixture.tree(), good);
}

#[test]
fn a_folder_in_the_place_of_an_output_is_an_error() {
    let fixture = Fixture::new();
    fs::create_dir_all(fixture.output(API)).expect("a new folder");
    let output = fixture.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains(API));
    assert_eq!(fixture.tree(), Tree::new());
}

#[test]
fn a_full_disk_changes_nothing() {
    let fixture = Fixture::new();
    let out = fixture.path("out");
    fs::create_dir(&out).expect("a new folder");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&out).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        skip("a small disk can only be mounted by root");
        return;
    }
    let output = fixture.run(&[]);
    let left = fixture.tree();
    Command::new("umount").arg(&out).status().expect("it was mounted");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("No space left on device"), "{}", text(&output.stderr));
    assert_eq!(left, Tree::new());
}

#[test]
fn a_temporary_file_of_a_killed_run_is_no_hindrance() {
    let fixture = Fixture::new();
    fs::create_dir_all(fixture.output("paddle/phi/api/lib")).expect("a new folder");
    fs::write(fixture.output(&format!("{API}.tmp")), "half a fi").expect("a new file");
    fixture.generate();
    assert!(!fixture.output(&format!("{API}.tmp")).exists());
}

#[test]
fn a_symbolic_link_stays_one() {
    let fixture = Fixture::new();
    fs::create_dir_all(fixture.path("real/paddle/phi/api/lib")).expect("a new folder");
    fs::write(fixture.path("real/elsewhere.cc"), "old").expect("a new file");
    symlink("real", fixture.path("out")).expect("a new link");
    symlink("../../../../elsewhere.cc", fixture.output(API)).expect("a new link");
    fixture.generate();
    assert!(fixture.path("out").is_symlink() && fixture.output(API).is_symlink());
    assert!(fs::read_to_string(fixture.path("real/elsewhere.cc")).expect("it exists").contains("foo"));
}

#[test]
fn a_link_out_of_the_folder_is_an_error() {
    let fixture = Fixture::new();
    fs::create_dir_all(fixture.output("paddle/phi/api")).expect("a new folder");
    fs::create_dir(fixture.path("elsewhere")).expect("a new folder");
    symlink(fixture.path("elsewhere"), fixture.output("paddle/phi/api/lib")).expect("a new link");
    let output = fixture.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    let target = fs::canonicalize(fixture.path("elsewhere")).expect("it exists");
    let reason = format!("it is a link to {}, which is outside of out", target.display());
    assert_eq!(text(&output.stderr), format!("error: cannot write out/paddle/phi/api/lib: {reason}\n"));
    assert_eq!((fixture.tree(), tree(&fixture.path("elsewhere"))), (Tree::new(), Tree::new()));
}

#[test]
fn an_output_does_not_replace_an_input() {
    let fixture = Fixture::new();
    let project = |output: &str| {
        format!(
            "templates = \"templates\"\n\n[[target]]\nname = \"page\"\ntemplate = \"page.j2\"\noutput = \"{output}\"\n"
        )
    };
    fs::create_dir(fixture.path("yaml/templates")).expect("a new folder");
    fs::write(fixture.path("yaml/templates/page.j2"), "{{ banner }}\n").expect("a new file");
    for (output, named) in [
        ("ops.yaml", "ops.yaml"),
        ("backward.{{ 'yaml' }}", "backward.yaml"),
        ("templates/page.j2", "templates/page.j2"),
    ] {
        fs::write(fixture.path("yaml/opgen.toml"), project(output)).expect("it is writable");
        let arguments = ["generate", "--root", "yaml", "--out", "yaml", "--target", "page"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        let run = command.args(arguments).current_dir(fixture.folder.path()).output().expect("opgen runs");
        let said = text(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{said}");
        let message = format!("error[E0012]: this output would replace yaml/{named}, which is an input\n");
        assert!(said.starts_with(&format!("{message} --> opgen.toml:6:11\n")), "{said}");
    }
    assert_eq!(fs::read_to_string(fixture.path("yaml/ops.yaml")).expect("it exists"), OPS);
    assert!(!fixture.path("yaml/backward.yaml").exists());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let fixture = Fixture::new();
    let run = |jobs: &str, out: &str| {
        let status = Command::new(env!("CARGO_BIN_EXE_opgen"))
            .args(["generate", "--built-in", "-j", jobs, "--out", out])
            .current_dir(fixture.folder.path())
            .status();
        assert!(status.expect("opgen runs").success());
    };
    run("1", "one");
    run("7", "seven");
    assert_eq!(tree(&fixture.path("one")), tree(&fixture.path("seven")));
}
