//! `opgen generate --depfile`, read by the real Make, Ninja and Meson. The tests are skipped with a notice if those are not
//! installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use crate::skip::skip;
use crate::support::{code_block, folder_with, opgen, text};
use tempfile::TempDir;

const OPS: &str = "- op : foo\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  kernel :\n    func : foo\n";

/// A folder with operators in `folder` and build files for both tools, which build `out/done`.
struct Fixture {
    base: TempDir,
    folder: &'static str,
}

impl Fixture {
    fn new(folder: &'static str) -> Self {
        let base = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(base.path().join(folder)).expect("a new folder");
        let fixture = Fixture { base, folder };
        fixture.write(&format!("{folder}/ops.yaml"), OPS);
        let opgen = env!("CARGO_BIN_EXE_opgen");
        let generate = format!(
            "{opgen} generate --root '{folder}' --out out --target compat --depfile out/done.d --depfile-target out/done"
        )
        .replace('$', "$$");
        let rule =
            format!("rule opgen\n  command = {generate} && touch out/done\n  depfile = out/done.d\n  deps = gcc\n");
        fixture.write("build.ninja", &format!("{rule}build out/done: opgen\n"));
        fixture.write("Makefile", &format!("out/done:\n\t{generate}\n\ttouch out/done\n-include out/done.d\n"));
        fixture
    }

    fn path(&self, name: &str) -> PathBuf {
        self.base.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the folder is writable");
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        Command::new(program).args(arguments).current_dir(self.base.path()).output().expect("it runs")
    }

    /// The output of the build tool. The test fails if the tool fails.
    fn build(&self, tool: &str) -> String {
        // Earlier files must be older than those that are written now, however coarse the file system's clock is.
        sleep(Duration::from_millis(20));
        let output = self.run(tool, &[]);
        assert!(output.status.success(), "{tool}: {}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }

    /// Builds, then changes, adds and removes files. The tool must run opgen exactly once for each change.
    fn follows_every_file(&self, tool: &str) {
        let generated = |said: &str| said.contains(" written, ");
        let once = |why: &str| {
            let said = self.build(tool);
            assert!(generated(&said), "{tool} does not notice that {why}: {said}");
            let said = self.build(tool);
            assert!(!generated(&said), "{tool} comes back though nothing has changed: {said}");
        };
        once("nothing is built yet");
        let file = |name: &str| format!("{}/{name}", self.folder);
        self.write(&file("ops.yaml"), &format!("# A comment.\n{OPS}"));
        once("a file was changed");
        self.write(&file("opgen.toml"), "");
        once("the project has settings now");
        self.write(&file("op_compat.yaml"), "- op : foo\n  inputs :\n    x : X\n");
        once("a file came into being");
        self.write(&file("op_compat.yaml"), "- op : foo\n  inputs :\n    x : Y\n");
        once("that file was changed");
        fs::remove_file(self.path(&file("op_compat.yaml"))).expect("it is there");
        once("a file has gone");
    }
}

fn is_installed(tool: &str) -> bool {
    let installed = Command::new(tool).arg("--version").output().is_ok();
    if !installed {
        skip(&format!("{tool} is not installed"));
    }
    installed
}

#[test]
fn a_dependency_file_names_outputs_and_inputs() {
    let fixture = Fixture::new("yaml");
    let generate = |arguments: &[&str]| {
        let fixed = ["generate", "--root", "./yaml", "--out", "out", "--target", "compat", "--depfile", "d"];
        let output = fixture.run(env!("CARGO_BIN_EXE_opgen"), &[&fixed, arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        fs::read_to_string(fixture.path("d")).expect("it was written")
    };
    // The target folder may be a link.
    let opgen = fs::canonicalize(env!("CARGO_BIN_EXE_opgen")).expect("it was built").display().to_string();
    let inputs = format!("{opgen} \\\n  yaml/ops.yaml \\\n  yaml\n\n{opgen}:\n\nyaml/ops.yaml:\n\nyaml:\n");
    let output = "out/paddle/fluid/ir_adaptor/translator/op_compat_info.cc";
    assert_eq!(generate(&[]), format!("{output}: \\\n  {inputs}"));
    // Now there is nothing to do.
    assert_eq!(generate(&["--depfile-target", "done", "--quiet"]), format!("done: \\\n  {inputs}"));
    let listed = fixture.run(env!("CARGO_BIN_EXE_opgen"), &["generate", "--root", "yaml", "--list-inputs"]);
    assert_eq!(text(&listed.stdout), "yaml/ops.yaml\n");
}

const INPUTS_OF_TREE: [&str; 9] = [
    "tree/paddle/phi/ops/yaml/inconsistent/dygraph_ops.yaml",
    "tree/paddle/phi/ops/yaml/legacy/ops_exclude.yaml",
    "tree/paddle/phi/ops/yaml/ops.yaml",
    "tree",
    "tree/paddle",
    "tree/paddle/phi",
    "tree/paddle/phi/ops/yaml",
    "tree/paddle/phi/ops/yaml/inconsistent",
    "tree/paddle/phi/ops/yaml/legacy",
];

/// The files of a version are in several folders. New ones are noticed because their parent folders change.
#[test]
fn a_dependency_file_names_every_file_of_a_tree() {
    let folder = "tree/paddle/phi/ops/yaml";
    let files =
        ["inconsistent/dygraph_ops.yaml", "legacy/ops_exclude.yaml", "ops.yaml"].map(|name| [folder, name].join("/"));
    let texts = [&OPS.replace("foo", "bar"), "- foo\n", OPS];
    let tree = folder_with(&[0, 1, 2].map(|at| (files[at].as_str(), texts[at])));
    let run = |arguments: &[&str]| {
        let fixed = ["generate", "--root", "tree", "--out", "out", "--target", "signature,static_op"];
        let said = opgen(tree.path(), &[&fixed, arguments].concat());
        assert_eq!(said.code, Some(0), "{}", said.err);
        said.out
    };
    let named = |depfile: &str| {
        let paths = depfile.lines().filter_map(|line| line.strip_prefix("  ")).map(|line| line.trim_end_matches(" \\"));
        paths.skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    // Once when outputs are written, and once when there is nothing to do.
    for _ in 0..2 {
        run(&["--depfile", "d", "--depfile-target", "done"]);
        let depfile = fs::read_to_string(tree.path().join("d")).expect("it was written");
        assert_eq!(named(&depfile), INPUTS_OF_TREE.map(str::to_owned));
    }
    let listed = run(&["--list-inputs"]);
    assert_eq!(listed.lines().collect::<Vec<_>>(), files);
    let outputs = run(&["--list-outputs"]);
    assert!(outputs.contains("paddle/fluid/operators/ops_signature/generated_sig.cc\n"), "{outputs}");
}

#[test]
fn ninja_follows_every_file() {
    if is_installed("ninja") {
        let fixture = Fixture::new("a b#c$d:e%f(g)[h]{i}~é=k,l@m!");
        fixture.follows_every_file("ninja");
        let deps = text(&fixture.run("ninja", &["-t", "deps"]).stdout);
        let folder = fixture.folder;
        assert!(deps.contains(&format!("\n    {folder}/opgen.toml\n    {folder}/ops.yaml\n    {folder}\n")), "{deps}");
    }
}

#[test]
fn make_follows_every_file() {
    if is_installed("make") {
        Fixture::new("a b#c$d:e(g)[h]{i}~é,l@m!").follows_every_file("make");
    }
}

#[test]
fn a_path_that_no_tool_could_read_is_an_error() {
    let fixture = Fixture::new("a;b");
    let arguments = ["generate", "--root", "a;b", "--out", "out", "--depfile", "d"];
    let output = fixture.run(env!("CARGO_BIN_EXE_opgen"), &arguments);
    assert_eq!(output.status.code(), Some(2));
    let said = "error: cannot write \"a;b/ops.yaml\" into a dependency file: Make or Ninja cannot read some of its characters\n";
    assert_eq!(text(&output.stderr), said);
}

/// Builds with a build file from the documentation, whose block of code is called `language`: the build follows edits and compiles
/// only what they change. Each command is a program and its arguments.
fn as_documented(language: &str, file: &str, configure: Option<&[&str]>, build: &[&str]) {
    let tools = [build[0], "g++"].into_iter().chain(configure.map(|command| command[0]));
    if !tools.into_iter().all(is_installed) {
        return;
    }
    let base = tempfile::tempdir().expect("a temporary folder");
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmake");
    for name in ["yaml/ops.yaml", "include/paddle/phi/core/compat/op_utils.h"] {
        let path = base.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a new folder");
        fs::copy(case.join(name), path).expect("it is checked in");
    }
    let page = include_str!("../../docs/building.md");
    fs::write(base.path().join(file), code_block(page, language)).expect("it is writable");
    let opgen = Path::new(env!("CARGO_BIN_EXE_opgen")).parent().expect("it is in a folder").display();
    let path = format!("{opgen}:{}", std::env::var("PATH").expect("there is one"));
    let run = |command: &[&str]| {
        let mut process = Command::new(command[0]);
        process.args(&command[1..]).current_dir(base.path()).envs([("PATH", path.as_str()), ("CXX", "g++")]);
        let output = process.output().expect("it runs");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{said}");
        said
    };
    if let Some(command) = configure {
        run(command);
    }
    let built = || {
        sleep(Duration::from_millis(20));
        let said = run(build);
        let count = |what: &str| said.lines().filter(|line| line.contains(what)).count();
        (count("opgen generate"), count("g++"))
    };
    let ops = base.path().join("yaml/ops.yaml");
    let edit = |from: &str, to: &str| {
        let old = fs::read_to_string(&ops).expect("it is there");
        fs::write(&ops, old.replacen(from, to, 1)).expect("it is writable");
    };
    assert_eq!([built(), built()], [(1, 2), (0, 0)]);
    edit("# Operators", "# The operators");
    assert_eq!([built(), built()], [(1, 0), (0, 0)]);
    edit("func : scale\n", "func : scale_by\n");
    assert_eq!([built(), built()], [(1, 1), (0, 0)]);
}

#[test]
fn ninja_builds_as_documented() {
    as_documented("ninja", "build.ninja", None, &["ninja"]);
}

#[test]
fn make_builds_as_documented() {
    as_documented("make", "Makefile", None, &["make"]);
}

#[test]
fn meson_builds_as_documented() {
    let configure = ["meson", "setup", "build"];
    as_documented("meson", "meson.build", Some(&configure), &["ninja", "-C", "build", "-v"]);
}
