//! Trees of strangers: no command runs what they contain, writes outside of them or into Git's folder, or reads for ever.

mod contents;
mod editor;
mod git;
mod paths;
mod trace;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{OP, folder_with, opgen, write};
use trace::Trace;

/// An operator that `check --fix` and `fmt` change.
fn ops() -> String {
    OP.replace("output : ", "output :   ").replace("kernel :", "kernl :")
}

const CONFIG: &str = r#"
templates = "templates"
[outputs]
folder = "generated"
targets = ["rust", "page"]
[[target]]
name = "page"
template = "page.j2"
output = "page.md"
"#;

/// A command that is tried in every tree.
struct Tried {
    arguments: &'static [&'static str],
    /// The only paths that it may change, from the folder around the tree. Nothing of Git's may change in any case.
    changes: &'static [&'static str],
}

const fn tried(arguments: &'static [&'static str], changes: &'static [&'static str]) -> Tried {
    Tried { arguments, changes }
}

/// The output folder that the settings of the tree name.
const OUTPUT_FOLDER: &str = "OUTPUTS";

const COMMANDS: &[Tried] = &[
    tried(&["check"], &[]),
    tried(&["check", "--since", "HEAD"], &[]),
    tried(&["lsp"], &["cache/opgen"]),
    tried(&["check", "--fix", "--unsafe-fixes"], &["tree"]),
    tried(&["generate"], &[OUTPUT_FOLDER]),
    tried(&["generate", "--check"], &[]),
    tried(&["diff", ".", ".", "--target", "none"], &[]),
    tried(&["diff", "HEAD", "--root", ".", "--target", "none"], &[]),
    tried(&["docs", "--out", "pages", "--since", "HEAD"], &["tree/pages"]),
    tried(&["convert", ".", "--out", "../converted"], &["converted"]),
    tried(&["convert", "model", "--out", "converted", "--mapping", "rules"], &["tree/converted"]),
    tried(&["convert", "model", "--out", "converted"], &["tree/converted"]),
    tried(&["fmt"], &["tree"]),
    tried(&["new", "package"], &["tree/package"]),
    tried(&["check", "--write-baseline"], &["tree"]),
    tried(&["import", "kernel.cc", "--out", "imported"], &["tree/imported"]),
    tried(&["translate", "net.pdmodel"], &[]),
    tried(&["templates", "render", "templates/page.j2", "--values", "values.json"], &[]),
];

/// The commands of git that read names and objects, and nothing else.
const READING: [&str; 3] = ["rev-parse", "cat-file", "merge-base"];

/// A tree in a folder, and what it must not touch beside it.
struct Hostile {
    folder: tempfile::TempDir,
}

impl Hostile {
    fn new(prepare: fn(&Path)) -> Self {
        let folder = folder_with(&[
            ("tree/ops.yaml", &ops()),
            ("tree/opgen.toml", CONFIG),
            ("tree/templates/page.j2", "{{ banner }}\n"),
            ("tree/model/net.py", "import torch\nx = torch.rand(3).view(3)\ny = x.max(0)\n"),
            ("tree/kernel.cc", "PD_BUILD_OP(f).Inputs({\"x\"}).Outputs({\"y\"});\n"),
            ("tree/net.pdmodel", "not a program"),
            ("tree/values.json", "{\"banner\": \"a\"}"),
            ("tree/rules/rules.toml", ""),
            ("outside/victim", "as it was\n"),
            ("outside/ops.yaml", &ops()),
            ("outside/folder/victim", "as it was\n"),
            ("cache/victim", "as it was\n"),
        ]);
        let tree = folder.path().join("tree");
        git::begin(&tree);
        prepare(&tree);
        write(folder.path(), "session", &editor::session(&tree));
        Hostile { folder }
    }

    /// Everything that must stay as it is: bytes, and the inodes and times of files.
    fn untouchable(&self) -> BTreeMap<PathBuf, (Vec<u8>, u64, i64)> {
        let mut found = BTreeMap::new();
        for name in ["outside", "tree/.git"] {
            collect(&self.folder.path().join(name), &mut found);
        }
        found
    }

    /// Runs every command. The test fails if one takes too long, starts a program, or touches what it must not.
    fn survives(&self, name: &str) {
        let before = self.untouchable();
        for tried in COMMANDS {
            let Tried { arguments, .. } = tried;
            let status = self.run(arguments).unwrap_or_else(|| panic!("{name}: {arguments:?} takes too long"));
            assert!(status.code().is_some_and(|code| code <= 2), "{name}: {arguments:?} ends with {status}");
            match trace::is_possible() {
                true => self.judge(name, tried),
                false => assert_eq!(self.untouchable(), before, "{name}: {arguments:?}"),
            }
        }
        assert_eq!(self.untouchable(), before, "{name}");
    }

    /// Runs a command in the tree. `None` if it takes too long.
    fn run(&self, arguments: &[&str]) -> Option<ExitStatus> {
        let path = |name: &str| self.folder.path().join(name);
        let program = env!("CARGO_BIN_EXE_opgen");
        let mut run = match trace::is_possible() {
            true => trace::traced(program, &path("record")),
            false => Command::new(program),
        };
        run.args(arguments).current_dir(path("tree")).env("XDG_CACHE_HOME", path("cache")).process_group(0);
        let stdin = if arguments == ["lsp"] { path("session") } else { "/dev/null".into() };
        run.stdin(fs::File::open(stdin).expect("it was written")).stdout(Stdio::null()).stderr(Stdio::null());
        wait(&mut run.spawn().expect("it runs"))
    }

    /// Judges the system calls of the run before.
    fn judge(&self, name: &str, Tried { arguments, changes }: &Tried) {
        let around = self.folder.path().canonicalize().expect("it exists");
        let tree = around.join("tree");
        let trace = Trace::read(&around.join("record"), &tree);
        for program in &trace.programs {
            assert!(is_reading_git(program), "{name}: {arguments:?} starts {program:?}");
        }
        assert!(trace.network.is_empty(), "{name}: {arguments:?} uses the network: {:?}", trace.network);
        let allowed = changes.iter().map(|change| match *change {
            OUTPUT_FOLDER => output_folder(&tree),
            change => around.join(change),
        });
        // The output folder may be a link.
        let allowed: Vec<_> = allowed.flat_map(|path| [path.canonicalize().unwrap_or(path.clone()), path]).collect();
        for path in &trace.changed {
            let may = allowed.iter().any(|allowed| path.starts_with(allowed));
            assert!(may && !is_of_git(path, &tree), "{name}: {arguments:?} changes {}", path.display());
        }
    }
}

/// Waits for the end of a run. One that takes too long is ended with every process that it started, and is `None`.
fn wait(run: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(120) {
        if let Some(status) = run.try_wait().expect("it was started") {
            return Some(status);
        }
        sleep(Duration::from_millis(5));
    }
    let group = format!("-{}", run.id());
    Command::new("kill").args(["-KILL", "--", &group]).status().expect("it can be ended");
    None
}

/// The last setting counts: a tree may have added its own.
fn output_folder(tree: &Path) -> PathBuf {
    let config = fs::metadata(tree.join("opgen.toml")).is_ok_and(|file| file.is_file());
    let text = if config { fs::read_to_string(tree.join("opgen.toml")).unwrap_or_default() } else { String::new() };
    let folder = text.lines().find_map(|line| line.strip_prefix("folder = \"")?.strip_suffix('"'));
    tree.join(folder.unwrap_or("generated"))
}

fn is_reading_git(program: &[String]) -> bool {
    let [path, arguments @ ..] = program else { return false };
    // `-C FOLDER` is before the command.
    let command = arguments.iter().position(|argument| argument == "-C").and_then(|at| arguments.get(at + 2));
    path.ends_with("/git") && command.is_some_and(|command| READING.contains(&command.as_str()))
}

fn is_of_git(path: &Path, tree: &Path) -> bool {
    path.strip_prefix(tree)
        .is_ok_and(|path| path.components().any(|part| part.as_os_str().eq_ignore_ascii_case(".git")))
}

fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, (Vec<u8>, u64, i64)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("it is readable").path()) {
        let metadata = path.symlink_metadata().expect("it exists");
        if metadata.is_dir() {
            collect(&path, found);
        }
        let bytes = if metadata.is_file() { fs::read(&path).expect("it is readable") } else { Vec::new() };
        let time = metadata.mtime() * 1_000_000_000 + metadata.mtime_nsec();
        found.insert(path, (bytes, metadata.ino(), time));
    }
}

/// Makes a link below a folder, in the place of whatever is there.
fn link(tree: &Path, name: &str, target: &str) {
    symlink(target, free(tree, name)).expect("it is new");
}

/// Makes a pipe, which nobody writes to, in the place of whatever is there.
fn pipe(tree: &Path, name: &str) {
    assert!(Command::new("mkfifo").arg(free(tree, name)).status().expect("it runs").success());
}

/// The path of a name below a folder, at which nothing is any longer.
fn free(tree: &Path, name: &str) -> PathBuf {
    let path = tree.join(name);
    fs::create_dir_all(path.parent().expect("it is below the tree")).expect("it is writable");
    let _ = fs::remove_file(&path);
    path
}

/// Replaces a part of the settings.
fn set(tree: &Path, old: &str, new: &str) {
    assert!(CONFIG.contains(old));
    write(tree, "opgen.toml", &CONFIG.replace(old, new));
}

type Tree = (&'static str, fn(&Path));

fn survive(trees: &[Tree]) {
    trees.iter().for_each(|(name, prepare)| Hostile::new(*prepare).survives(name));
}

/// Otherwise, the tests of hostile trees would show nothing.
#[test]
fn the_commands_work_in_a_harmless_tree() {
    let harmless = Hostile::new(|_| {});
    let tree = harmless.folder.path().join("tree");
    write(&tree, "ops.yaml", OP);
    git::commit(&tree);
    write(&tree, "ops.yaml", &ops());
    // The first checks find a mistake, and the file for `translate` is not a program.
    for tried in COMMANDS[3..].iter().filter(|tried| tried.arguments[0] != "translate") {
        let said = opgen(&tree, tried.arguments);
        assert_eq!(said.code, Some(0), "{:?}: {said:?}", tried.arguments);
    }
    for name in ["generated/rust/ops.rs", "pages/assets/style.css", "converted/net.py", "converted/paddle_utils.py"] {
        assert!(tree.join(name).exists(), "{name}");
    }
    let text = |name: &str| fs::read_to_string(tree.join(name)).expect("it is there");
    assert_eq!(text("ops.yaml"), OP);
}

/// Otherwise, the traces would show nothing.
#[test]
fn traces_show_programs_and_changes() {
    if !trace::is_possible() {
        return;
    }
    let harmless = Hostile::new(|_| {});
    let folder = harmless.folder.path().canonicalize().expect("it exists");
    let trace = |arguments: &[&str]| {
        harmless.run(arguments);
        Trace::read(&folder.join("record"), &folder.join("tree"))
    };
    let read = trace(&["check", "--since", "HEAD"]);
    assert!(read.programs.iter().any(|program| program.last().is_some_and(|last| last == "--batch")), "{read:?}");
    assert!(read.changed.is_empty(), "{read:?}");
    let written = trace(&["generate"]);
    assert!(!written.changed.contains(&folder.join("tree/generated/page.md")), "{written:?}");
    harmless.run(&["check", "--fix", "--unsafe-fixes"]);
    assert!(trace(&["generate"]).changed.contains(&folder.join("tree/generated/page.md")));
    assert!(trace(&["lsp"]).changed.iter().any(|path| path.starts_with(folder.join("cache/opgen"))));
}
