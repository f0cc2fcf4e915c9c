//! A change of anything that decides an output is noticed: outputs are never out of date.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{Tree, copy, text, tree};
use tempfile::TempDir;

const OPGEN: &str = env!("CARGO_BIN_EXE_opgen");
const NODES: &str = "paddle/fluid/eager/api/generated/eager_generated/backwards/nodes.cc";

/// A project, and the arguments of every run.
struct Project {
    folder: TempDir,
    options: Vec<&'static str>,
}

impl Project {
    /// A copy of `tests/stale`.
    fn new() -> Self {
        Project::of("tests/stale")
    }

    /// A copy of a project.
    fn of(folder: &str) -> Self {
        let project = Project { folder: tempfile::tempdir().expect("a temporary folder"), options: Vec::new() };
        copy(Path::new(folder), project.folder.path());
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Replaces a piece of one of its files.
    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).expect("the file exists");
        assert!(text.contains(from), "{name} has no {from:?}");
        fs::write(self.path(name), text.replace(from, to)).expect("the file is writable");
    }

    fn run(&self, program: &Path, out: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(["generate", "--root", ".", "--out", out]).args(&self.options).args(arguments);
        command.current_dir(self.folder.path()).output().expect("opgen runs")
    }

    /// Brings an output folder up to date, and returns what is in it.
    fn generate(&self, program: &Path, out: &str) -> Tree {
        let output = self.run(program, out, &[]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        tree(&self.path(out))
    }

    /// Whether `--check` has nothing to write.
    fn is_up_to_date(&self, out: &str) -> bool {
        self.run(Path::new(OPGEN), out, &["--check"]).status.success()
    }
}

/// After a change, a run brings an output folder to the state of a run from scratch; and the change has an effect.
fn follows(change: impl FnOnce(&mut Project)) -> Tree {
    follows_in(Project::new(), change)
}

/// The same for a project.
fn follows_in(mut project: Project, change: impl FnOnce(&mut Project)) -> Tree {
    let before = project.generate(Path::new(OPGEN), "out");
    assert!(project.is_up_to_date("out"));
    change(&mut project);
    assert!(!project.is_up_to_date("out"), "`--check` does not see the change");
    let after = project.generate(Path::new(OPGEN), "out");
    assert!(project.is_up_to_date("out"));
    assert_ne!(after, before, "the change decides nothing");
    for (name, text) in project.generate(Path::new(OPGEN), "new") {
        assert_eq!(after.get(&name), Some(&text), "{} is of an earlier state", name.display());
    }
    after
}

#[test]
fn operators_decide() {
    follows(|project| project.edit("ops.yaml", "float scale = 1.0", "float scale = 2.0"));
    follows(|project| project.edit("backward.yaml", "no_need_buffer : x", ""));
    follows(|project| project.edit("op_compat.yaml", "x : X", "x : Input"));
    follows(|project| project.edit("op_version.yaml", "Scale it.", "It is scaled."));
    follows(|project| project.edit("tensor_operants.yaml", "- shifted", "- scaled"));
    follows(|project| project.edit("prim_api.yaml", "- scaled", ""));
}

#[test]
fn a_new_input_decides() {
    let more = "- op : more\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : MoreInferMeta\n  kernel :\n    func : more\n";
    follows(|project| fs::write(project.path("legacy_ops.yaml"), more).expect("the folder is writable"));
}

#[test]
fn files_of_another_version_decide() {
    let project = || Project::of("tests/generate/paddle-3.0");
    follows_in(project(), |project| project.edit("ops_exclude.yaml", "- squash", "- squash\n- slice"));
    follows_in(project(), |project| {
        for name in ["ops_exclude.yaml", "legacy_static_ops.yaml"] {
            fs::remove_file(project.path(name)).expect("it is there");
        }
    });
    follows_in(project(), |project| project.edit("legacy_static_ops.yaml", "factor", "scale"));
    let dygraph_ops = "- op : more\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : MoreInferMeta\n  kernel :\n    func : more\n";
    follows_in(project(), |project| {
        fs::write(project.path("dygraph_ops.yaml"), dygraph_ops).expect("the folder is writable");
    });
}

/// A gradient calls a function of an operator that is removed.
#[test]
fn an_operator_that_another_one_invokes_decides() {
    let ops = "- op : foo\n  args : (Tensor x)\n  output : Tensor(out), Tensor(cache)\n  infer_meta :\n    func : FooInferMeta\n  kernel :\n    func : foo\n  intermediate : cache\n";
    let mut nodes = String::new();
    follows(|project| {
        let yaml = project.path("legacy_ops.yaml");
        fs::write(&yaml, ops).expect("the folder is writable");
        project.edit("backward.yaml", "invoke : scaled(out_grad, scale)", "invoke : foo_intermediate(out_grad)");
        nodes = project.generate(Path::new(OPGEN), "out")[Path::new(NODES)].clone();
        fs::remove_file(yaml).expect("it was written");
    });
    assert!(nodes.contains("foo_intermediate_ad_func("), "{nodes}");
}

#[test]
fn settings_decide() {
    follows(|project| project.edit("opgen.toml", "shards = 1", "shards = 2"));
    follows(|project| project.edit("opgen.toml", "features = []", "features = [\"distributed\"]"));
    follows(|project| project.edit("opgen.toml", "namespaces.api = \"mine\"", "namespaces.api = \"yours\""));
}

#[test]
fn a_profile_decides() {
    follows(|project| project.edit("fork.toml", "throw = \"MY_THROW\"", "throw = \"OUR_THROW\""));
}

#[test]
fn templates_decide() {
    follows(|project| project.edit("templates/names.txt.j2", "Operators", "All operators"));
    follows(|project| project.edit("fork/stubs/file.pyi.j2", "# A fork", "# The fork"));
}

#[test]
fn options_decide() {
    follows(|project| project.options.extend(["--shards", "3"]));
    follows(|project| project.options.extend(["--feature", "distributed"]));
    follows(|project| project.options.extend(["--profile", "other.toml"]));
}

/// A program with another wording of `do not edit` represents one that was built from other sources.
#[test]
fn the_program_decides() {
    let project = Project::new();
    let mut bytes = fs::read(OPGEN).expect("the program is readable");
    let (from, to) = (b"Do not edit.", b"Don't edit. ");
    let places: Vec<usize> = (0..bytes.len() - from.len()).filter(|&at| bytes[at..].starts_with(from)).collect();
    assert!(!places.is_empty(), "the program has the banner of every output");
    places.iter().for_each(|&at| bytes[at..at + to.len()].copy_from_slice(to));
    let other = project.path("opgen");
    fs::write(&other, bytes).expect("the folder is writable");
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).expect("it is ours");

    let of_other = project.generate(&other, "out");
    assert!(of_other.values().any(|text| text.contains("Don't edit.")), "the other program says it differently");
    assert!(!project.is_up_to_date("out"), "`--check` does not see that another program made the outputs");
    let outputs = project.generate(Path::new(OPGEN), "out");
    assert_eq!(outputs, project.generate(Path::new(OPGEN), "new"));
    assert_ne!(outputs, of_other);
}
