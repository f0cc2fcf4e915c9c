//! The outputs of a project's custom targets, over several runs.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

/// A project with two custom targets: one has an output per operator, the other has a single output.
struct Fixture {
    folder: TempDir,
}

const PAGES: &str =
    "[[target]]\nname = \"pages\"\ntemplate = \"page.j2\"\noutput = \"{{ op.name }}.md\"\nper = \"op\"\n";
const INDEX: &str = "[[target]]\nname = \"index\"\ntemplate = \"index.j2\"\noutput = \"index.md\"\n";

impl Fixture {
    fn new() -> Self {
        let fixture = Fixture { folder: tempfile::tempdir().expect("a temporary folder") };
        fixture.write("opgen.toml", &format!("templates = \"templates\"\n{PAGES}{INDEX}"));
        fixture.write("templates/page.j2", "{{ op.name }}\n");
        fixture.write("templates/index.j2", "{{ ops | length }}\n");
        fixture.write_ops(&["foo", "bar"]);
        fixture
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    fn write(&self, relative: &str, text: &str) {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("the folder is writable");
        fs::write(path, text).expect("the folder is writable");
    }

    fn write_ops(&self, names: &[&str]) {
        let op = |name: &&str| {
            format!(
                "- op : {name}\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  kernel :\n    func : {name}\n"
            )
        };
        self.write("ops.yaml", &names.iter().map(op).collect::<String>());
    }

    /// Standard output, and the exit code.
    fn run(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.args(["generate", "--root", ".", "--out", "out"]).args(arguments).current_dir(self.folder.path());
        let output = command.output().expect("opgen runs");
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
    }

    /// Generates some targets. The test fails if opgen fails.
    fn generate(&self, targets: &[&str]) -> String {
        let arguments: Vec<&str> = targets.iter().flat_map(|target| ["--target", target]).collect();
        let (said, code) = self.run(&arguments);
        assert_eq!(code, Some(0), "{said}");
        said
    }

    /// The names of the files in the output folder.
    fn pages(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("out")).expect("it was made").flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| name.ends_with(".md"));
        names.sort();
        names
    }
}

#[test]
fn an_output_goes_with_its_operator() {
    let fixture = Fixture::new();
    fixture.generate(&["pages"]);
    assert_eq!(fixture.pages(), ["bar.md", "foo.md"]);
    fixture.write_ops(&["foo"]);
    let check = ["--target", "pages", "--check"];
    let (said, code) = fixture.run(&check);
    assert!(said.starts_with("stale   bar.md\n0 to write, 1 to remove, "), "{said}");
    assert_eq!(code, Some(1));
    assert!(fixture.generate(&["pages"]).starts_with("0 written, 1 removed, "));
    assert_eq!(fixture.pages(), ["foo.md"]);
    assert_eq!(fixture.run(&check).1, Some(0));
}

#[test]
fn a_run_for_another_target_leaves_it_but_does_not_forget_it() {
    let fixture = Fixture::new();
    fixture.generate(&["pages"]);
    fixture.write_ops(&["foo"]);
    fixture.generate(&["index"]);
    assert_eq!(fixture.pages(), ["bar.md", "foo.md", "index.md"]);
    fixture.generate(&["pages"]);
    assert_eq!(fixture.pages(), ["foo.md", "index.md"]);
    // The target no longer exists.
    fixture.write("opgen.toml", &format!("templates = \"templates\"\n{INDEX}"));
    fixture.generate(&["index"]);
    assert_eq!(fixture.pages(), ["index.md"]);
}

#[test]
fn what_somebody_has_changed_stays() {
    let fixture = Fixture::new();
    fixture.generate(&["pages"]);
    fixture.write("out/bar.md", "by hand\n");
    fixture.write_ops(&["foo"]);
    fixture.generate(&["pages"]);
    assert_eq!(fixture.pages(), ["bar.md", "foo.md"]);
}
