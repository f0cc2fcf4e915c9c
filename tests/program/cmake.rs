//! Configures and builds the project in `tests/cmake` with the real CMake, Ninja and Make. The tests are skipped with a
//! notice if those are not installed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::skip::skip;
use crate::support::{OP, code_block, copy, folder_with, text};
use tempfile::TempDir;

const OPGEN: &str = env!("CARGO_BIN_EXE_opgen");

/// A copy of the project and its build folder, in a folder whose name is as hard to quote as CMake allows.
struct Project {
    base: TempDir,
}

const SOURCE: &str = "a b=c@é";

/// The result of a build.
struct Built {
    said: String,
    succeeded: bool,
}

impl Built {
    /// How often opgen was called.
    fn generated(&self) -> usize {
        self.said.matches(" from operator YAML").count()
    }

    /// The names of the sources that were compiled.
    fn compiled(&self) -> Vec<&str> {
        let objects = self.said.lines().filter_map(|line| line.split_once("Building CXX object "));
        let mut names: Vec<_> = objects.map(|(_, path)| path.rsplit('/').next().unwrap_or(path)).collect();
        names.sort_unstable();
        names
    }

    fn did_nothing(&self) -> bool {
        self.succeeded && self.generated() == 0 && self.compiled().is_empty()
    }
}

impl Project {
    fn new() -> Self {
        let project = Project { base: tempfile::tempdir().expect("a temporary folder") };
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmake"), &project.path(""));
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.base.path().join(SOURCE).join(name)
    }

    fn cmake(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("cmake");
        // The user's settings for compilers and generators must not affect the test.
        for name in ["CMAKE_GENERATOR", "CMAKE_BUILD_TYPE", "CMAKE_EXPORT_COMPILE_COMMANDS", "VERBOSE", "MAKEFLAGS"] {
            command.env_remove(name);
        }
        command.args(arguments).current_dir(self.path("")).output().expect("CMake runs")
    }

    fn configure(&self, generator: &str, arguments: &[&str]) -> Output {
        let fixed = ["-S", ".", "-B", "build", "-G", generator, "-DCMAKE_BUILD_TYPE=Debug"];
        self.cmake(&[&fixed, arguments].concat())
    }

    fn build(&self) -> Built {
        // Earlier files must be older than those that are written now, however coarse the file system's clock is.
        sleep(Duration::from_millis(20));
        let output = self.cmake(&["--build", "build", "--parallel", "2"]);
        let said = text(&output.stdout) + &text(&output.stderr);
        Built { said, succeeded: output.status.success() }
    }

    /// Replaces a piece of text in a file.
    fn edit(&self, name: &str, from: &str, to: &str) {
        let old = fs::read_to_string(self.path(name)).expect("it is there");
        assert!(old.contains(from), "{name} has no `{from}`");
        fs::write(self.path(name), old.replacen(from, to, 1)).expect("it is writable");
    }

    /// What the built program prints.
    fn operators(&self) -> String {
        text(&Command::new(self.path("build/operators")).output().expect("it was built").stdout)
    }

    /// Every generated file with its text and modification time.
    fn generated(&self) -> BTreeMap<PathBuf, (String, SystemTime)> {
        let mut files = BTreeMap::new();
        collect(&self.path("build/signatures/generated"), &mut files);
        files
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, (String, SystemTime)>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else {
            let time = fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("it exists");
            let text = fs::read_to_string(&path).expect("outputs are text");
            files.insert(path, (text, time));
        }
    }
}

fn are_installed(tools: &[&str]) -> bool {
    let missing = |tool: &&&str| Command::new(tool).arg("--version").output().is_err();
    match tools.iter().find(missing) {
        None => true,
        Some(tool) => {
            skip(&format!("{tool} is not installed"));
            false
        }
    }
}

/// The path of the package, which `opgen cmake` printed.
fn package(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).arg("cmake").args(arguments).output().expect("opgen runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).trim_end().to_owned()
}

/// Installs the program and its package, as the README says. Returns the program's path, and a PATH that leads to it.
fn installed(prefix: &Path) -> (String, String) {
    let program = prefix.join("bin/opgen");
    fs::create_dir(prefix.join("bin")).expect("a new folder");
    fs::copy(OPGEN, &program).expect("there is room");
    let program = program.to_string_lossy().into_owned();
    assert_eq!(Path::new(&package(&program, &[])), prefix.join("lib/cmake/opgen"));
    let path = std::env::var("PATH").expect("there is one");
    (program, format!("{}:{path}", prefix.join("bin").display()))
}

const COMPILED: [&str; 10] = [
    "generated_fused_sig.0.cc.o",
    "generated_fused_sig.1.cc.o",
    "generated_sig.0.cc.o",
    "generated_sig.1.cc.o",
    "generated_sparse_sig.0.cc.o",
    "generated_sparse_sig.1.cc.o",
    "generated_static_sig.0.cc.o",
    "generated_static_sig.1.cc.o",
    "main.cc.o",
    "opgen_runtime_sig.cc.o",
];

/// Follows a project from its first configuration through several changes.
fn lives(generator: &str) {
    let project = Project::new();
    let package = package(OPGEN, &[&project.path("package").to_string_lossy()]);
    let output = project.configure(generator, &[&format!("-Dopgen_DIR={package}")]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    let first = project.build();
    assert!(first.succeeded, "{}", first.said);
    assert_eq!(first.compiled(), COMPILED);
    assert_eq!(first.generated(), 2);
    assert_eq!(project.operators(), fs::read_to_string(project.path("expected.txt")).expect("it is checked in"));
    let idle = project.build();
    assert!(idle.did_nothing(), "{}", idle.said);

    follows_edits(&project);
    survives_a_broken_file(&project);
    follows_files(&project);
    mends_outputs(&project, generator);
}

fn follows_edits(project: &Project) {
    let before = project.generated();
    project.edit("yaml/ops.yaml", "# Operators", "# The operators");
    let comment = project.build();
    assert!(comment.succeeded && comment.generated() == 1 && comment.compiled().is_empty(), "{}", comment.said);
    let outputs = |files: BTreeMap<PathBuf, _>| {
        files.into_iter().filter(|(path, _)| path.extension().is_some()).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(outputs(project.generated()), outputs(before));
    assert!(project.build().did_nothing());

    project.edit("yaml/ops.yaml", "func : scale\n", "func : scale_by\n");
    let edited = project.build();
    assert_eq!((edited.succeeded, edited.generated()), (true, 1), "{}", edited.said);
    assert_eq!(edited.compiled(), ["generated_sig.1.cc.o"]);
    assert!(project.operators().contains("\nscale: scale_by( x, factor, out )\n"), "{}", project.operators());
    assert!(project.build().did_nothing());
}

fn survives_a_broken_file(project: &Project) {
    let before = project.generated();
    project.edit("yaml/ops.yaml", "(Tensor x, Tensor y)", "(Tensr x, Tensor y)");
    for _ in 0..2 {
        let broken = project.build();
        assert!(!broken.succeeded && broken.compiled().is_empty(), "{}", broken.said);
        assert!(broken.said.contains("error[E0202]: unknown type `Tensr`"), "{}", broken.said);
        assert_eq!(project.generated(), before);
    }
    project.edit("yaml/ops.yaml", "Tensr", "Tensor");
    let mended = project.build();
    assert!(mended.succeeded && mended.compiled().is_empty(), "{}", mended.said);
    assert!(project.build().did_nothing());
}

fn follows_files(project: &Project) {
    fs::write(project.path("yaml/op_compat.yaml"), "- op : pow\n  inputs :\n    x : X\n").expect("it is writable");
    let added = project.build();
    assert_eq!((added.succeeded, added.compiled()), (true, vec!["generated_sig.1.cc.o"]), "{}", added.said);
    assert!(project.operators().contains("\npow: pow( X, y, out )\n"));
    assert!(project.build().did_nothing());
    fs::remove_file(project.path("yaml/op_compat.yaml")).expect("it is there");
    assert_eq!(project.build().compiled(), ["generated_sig.1.cc.o"]);
    assert!(project.build().did_nothing());
}

fn mends_outputs(project: &Project, generator: &str) {
    let first = project.generated().into_keys().find(|path| path.ends_with("generated_sig.0.cc")).expect("it is made");
    fs::remove_file(&first).expect("it is there");
    if generator != "Ninja" {
        // Make does not check the other outputs of a rule. CMake does.
        project.cmake(&["build"]);
    }
    assert_eq!(project.build().compiled(), ["generated_sig.0.cc.o"]);
    assert!(project.build().did_nothing());
}

#[test]
fn a_project_lives_with_ninja() {
    if are_installed(&["cmake", "ninja", "c++"]) {
        lives("Ninja");
    }
}

#[test]
fn a_project_lives_with_make() {
    if are_installed(&["cmake", "make", "c++"]) {
        lives("Unix Makefiles");
    }
}

/// A list of operators decides what is generated, and a build notices when it changes.
#[test]
fn a_project_generates_the_operators_of_a_list() {
    if !are_installed(&["cmake", "ninja", "c++"]) {
        return;
    }
    let project = Project::new();
    project.edit("signatures/CMakeLists.txt", "SHARDS 2)", "OPS ops.txt sc$ale)");
    fs::write(project.path("signatures/ops.txt"), "pow\n").expect("it is writable");
    let package = package(OPGEN, &[&project.path("package").to_string_lossy()]);
    let configure = || project.configure("Ninja", &[&format!("-Dopgen_DIR={package}")]);
    assert!(configure().status.success());
    let broken = project.build();
    assert!(!broken.succeeded && broken.said.contains("there is no operator `sc$ale`"), "{}", broken.said);
    project.edit("signatures/CMakeLists.txt", "sc$ale", "scale");
    let first = project.build();
    assert!(first.succeeded, "{}", first.said);
    assert_eq!(project.operators(), "pow: pow( x, y, out )\nscale: scale( x, factor, out )\n");
    fs::write(project.path("signatures/ops.txt"), "exp\n").expect("it is writable");
    assert_eq!(project.build().generated(), 1);
    assert_eq!(project.operators(), "exp: exp( x,, out )\nscale: scale( x, factor, out )\n");
    assert!(project.build().did_nothing());
}

/// The same project for another version, whose outputs have other paths, and whose lists decide what is generated.
#[test]
fn a_project_of_another_version_follows_its_lists() {
    if !are_installed(&["cmake", "ninja", "c++"]) {
        return;
    }
    let project = Project::new();
    fs::write(project.path("yaml/opgen.toml"), "profile = \"paddle-3.0\"\n").expect("it is writable");
    let package = package(OPGEN, &[&project.path("package").to_string_lossy()]);
    let output = project.configure("Ninja", &[&format!("-Dopgen_DIR={package}")]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    let first = project.build();
    assert_eq!(first.compiled(), COMPILED, "{}", first.said);
    let folder = Path::new("paddle/fluid/operators/ops_signature");
    let sources = project.generated().into_keys().filter(|path| path.extension().is_some_and(|end| end == "cc"));
    let sources: Vec<_> = sources.collect();
    assert!(sources.iter().all(|path| path.parent().is_some_and(|in_| in_.ends_with(folder))), "{sources:?}");
    let all = project.operators();
    assert_eq!(all, fs::read_to_string(project.path("expected.txt")).expect("it is checked in"));

    fs::write(project.path("yaml/ops_exclude.yaml"), "- pow\n").expect("it is writable");
    let excluded = project.build();
    assert_eq!((excluded.succeeded, excluded.generated()), (true, 1), "{}", excluded.said);
    assert_eq!(project.operators(), all.replace("pow: pow( x, y, out )\n", ""));
    assert!(project.build().did_nothing());
    fs::remove_file(project.path("yaml/ops_exclude.yaml")).expect("it is there");
    assert!(project.build().succeeded);
    assert_eq!(project.operators(), all);
    assert!(project.build().did_nothing());
}

/// Only PATH says where opgen is. A new version of opgen lists its outputs again.
#[test]
fn an_installed_program_is_found_and_its_successor_generates_again() {
    if !are_installed(&["cmake", "ninja", "c++"]) {
        return;
    }
    let (project, prefix) = (Project::new(), tempfile::tempdir().expect("a temporary folder"));
    let (program, path) = installed(prefix.path());
    let configure = Command::new("cmake")
        .args(["-S", ".", "-B", "build", "-G", "Ninja"])
        .env("PATH", path)
        .current_dir(project.path(""))
        .output()
        .expect("CMake runs");
    assert!(configure.status.success(), "{}", text(&configure.stderr));
    assert!(project.build().succeeded);
    assert!(project.build().did_nothing());
    sleep(Duration::from_millis(20));
    fs::File::options()
        .append(true)
        .open(&program)
        .and_then(|file| file.set_modified(SystemTime::now()))
        .expect("ours");
    let again = project.build();
    assert!(again.said.contains("Re-running CMake") && again.generated() == 2, "{}", again.said);
    assert!(again.compiled().is_empty() && project.build().did_nothing(), "{}", again.said);
}

#[test]
fn the_package_in_the_source_tree_takes_any_program() {
    if !are_installed(&["cmake", "ninja", "c++"]) {
        return;
    }
    let project = Project::new();
    let package = format!("-Dopgen_DIR={}/cmake", env!("CARGO_MANIFEST_DIR"));
    let said = |arguments: &[&str]| {
        let output = project.configure("Ninja", &[&[package.as_str()], arguments].concat());
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    };
    let (good, output) = said(&["-DOPGEN_EXECUTABLE=/bin/true"]);
    assert!(!good && output.contains("/bin/true is not opgen"), "{output}");
    let (good, output) = said(&[&format!("-DOPGEN_EXECUTABLE={OPGEN}")]);
    assert!(good && !output.contains("Warning"), "{output}");
    project.edit("CMakeLists.txt", "opgen 0.1", "opgen 0.2");
    let (good, output) = said(&[]);
    assert!(!good && output.contains("requested version \"0.2\""), "{output}");
    project.edit("CMakeLists.txt", "opgen 0.2", "opgen 0.1...<1");
    project.edit("signatures/CMakeLists.txt", "signature SHARDS", "signatur SHARDS");
    let (good, output) = said(&[]);
    assert!(!good && output.contains("there is no target `signatur`"), "{output}");
}

/// A custom target has one output per operator, so a new operator adds a source.
#[test]
fn a_new_operator_may_bring_a_new_source() {
    if !are_installed(&["cmake", "ninja", "c++"]) {
        return;
    }
    let project = Project::new();
    let write = |name: &str, text: &str| {
        let path = project.path(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a new folder");
        fs::write(path, text).expect("it is writable");
    };
    let target =
        "[[target]]\nname = \"notes\"\ntemplate = \"note.cc.j2\"\noutput = \"{{ op.name }}.cc\"\nper = \"op\"\n";
    write("yaml/opgen.toml", &format!("templates = \"templates\"\n{target}"));
    write(
        "yaml/templates/note.cc.j2",
        "// {{ banner }}\nextern const int arity_of_{{ op.name }} = {{ op.inputs | length }};\n",
    );
    project.edit("signatures/CMakeLists.txt", "TARGETS signature SHARDS 2", "TARGETS notes");
    let package = package(OPGEN, &[&project.path("package").to_string_lossy()]);
    let output = project.configure("Ninja", &[&format!("-Dopgen_DIR={package}")]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    let first = project.build();
    assert_eq!(first.compiled().join(" "), "add.cc.o clip.cc.o exp.cc.o main.cc.o pow.cc.o scale.cc.o tile.cc.o");
    assert!(project.build().did_nothing());
    let ops = fs::read_to_string(project.path("yaml/ops.yaml")).expect("it is there");
    let sin =
        ops.split("\n\n").find(|entry| entry.starts_with("- op : exp\n")).expect("it is there").replace("exp", "sin");
    write("yaml/ops.yaml", &ops.replacen("- op : tile", &format!("{}\n\n- op : tile", sin.trim_end()), 1));
    let more = project.build();
    assert_eq!((more.succeeded, more.compiled()), (true, vec!["sin.cc.o"]), "{}", more.said);
    assert!(project.build().did_nothing());
    write("yaml/templates/note.cc.j2", "extern const int arity_of_{{ op.name }} = 0 + {{ op.inputs | length }};\n");
    assert_eq!(project.build().compiled().len(), 7);
    assert!(project.build().did_nothing());
}

/// The README's `CMakeLists.txt`, unchanged, in a project that is unrelated to opgen.
#[test]
fn any_project_builds_as_the_readme_says() {
    if !are_installed(&["cmake", "ninja", "c++"]) {
        return;
    }
    let list = code_block(include_str!("../../README.md"), "cmake");
    let (base, prefix) = (folder_with(&[("CMakeLists.txt", &list), ("yaml/ops.yaml", OP)]), folder_with(&[]));
    let (_, path) = installed(prefix.path());
    // The parts of the framework that generated files use.
    let declarations = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile");
    let [common, version] = ["include", "include-2.6"].map(|folder| declarations.join(folder));
    let include = format!("-DPADDLE_INCLUDE={};{}", common.display(), version.display());
    let run = |arguments: &[&str]| {
        let output = Command::new("cmake").args(arguments).env("PATH", &path).current_dir(base.path()).output();
        let output = output.expect("CMake runs");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{said}");
        said
    };
    run(&["-S", ".", "-B", "build", "-G", "Ninja", &include]);
    let said = run(&["--build", "build", "--parallel", "2"]);
    assert!(said.contains(" written, 0 unchanged") && said.contains("Linking CXX static library libops.a"), "{said}");
    assert!(run(&["--build", "build"]).contains("ninja: no work to do."));
}

/// Even if the build folder is in a project with operators, the default is the built-in ones.
#[test]
fn without_a_root_the_built_in_operators_are_meant() {
    if !are_installed(&["cmake", "ninja", "c++"]) {
        return;
    }
    let list = "cmake_minimum_required(VERSION 3.20)\nproject(table NONE)\nfind_package(opgen 0.1 REQUIRED)\n\
                opgen_generate(NAME table ALL TARGETS rust)\n";
    let base = folder_with(&[("CMakeLists.txt", list), ("ops.yaml", OP), (".git/HEAD", ""), ("build/ops.yaml", OP)]);
    let package = format!("-Dopgen_DIR={}/cmake", env!("CARGO_MANIFEST_DIR"));
    let program = format!("-DOPGEN_EXECUTABLE={OPGEN}");
    for arguments in [&["-S", ".", "-B", "build", "-G", "Ninja", &package, &program][..], &["--build", "build"]] {
        let output = Command::new("cmake").args(arguments).current_dir(base.path()).output().expect("CMake runs");
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    }
    let table = fs::read_to_string(base.path().join("build/table/rust/ops.rs")).expect("it was generated");
    assert!(table.contains("\"concat\"") && !table.contains("\"foo\""));
}
