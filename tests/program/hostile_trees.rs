//! Trees of strangers: no command writes outside of them or into Git's folder, and none reads for ever.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{OP, folder_with, opgen, write};

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

/// The commands that are tried in every tree.
const COMMANDS: &[&[&str]] = &[
    &["check"],
    &["check", "--fix", "--unsafe-fixes"],
    &["generate"],
    &["generate", "--check"],
    &["diff", ".", ".", "--target", "none"],
    &["docs", "--out", "pages"],
    &["convert", ".", "--out", "../converted"],
    &["convert", "model", "--out", "converted"],
    &["fmt"],
    &["new", "package"],
    &["check", "--write-baseline"],
    &["import", "kernel.cc", "--out", "imported"],
    &["translate", "net.pdmodel"],
    &["templates", "render", "templates/page.j2", "--values", "values.json"],
];

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
            ("tree/.git/config", "as it was\n"),
            ("tree/.git/hooks/sample", "as it was\n"),
            ("tree/model/net.py", "import torch\nx = torch.rand(3).view(3)\ny = x.max(0)\n"),
            ("tree/kernel.cc", "PD_BUILD_OP(f).Inputs({\"x\"}).Outputs({\"y\"});\n"),
            ("tree/net.pdmodel", "not a program"),
            ("tree/values.json", "{\"banner\": \"a\"}"),
            ("outside/victim", "as it was\n"),
            ("outside/ops.yaml", &ops()),
            ("outside/folder/victim", "as it was\n"),
        ]);
        prepare(&folder.path().join("tree"));
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

    /// Runs every command. The test fails if one takes too long, or touches what it must not.
    fn survives(&self, name: &str) {
        let before = self.untouchable();
        for command in COMMANDS {
            let mut run = Command::new(env!("CARGO_BIN_EXE_opgen"));
            run.args(*command).current_dir(self.folder.path().join("tree"));
            let mut run =
                run.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
            let start = Instant::now();
            let status = loop {
                match run.try_wait().expect("it was started") {
                    Some(status) => break status,
                    None if start.elapsed() > Duration::from_secs(120) => {
                        run.kill().expect("it can be ended");
                        panic!("{name}: {command:?} takes too long");
                    }
                    None => sleep(Duration::from_millis(5)),
                }
            };
            assert!(status.code().is_some_and(|code| code <= 2), "{name}: {command:?} ends with {status}");
            assert_eq!(self.untouchable(), before, "{name}: {command:?}");
        }
    }
}

fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, (Vec<u8>, u64, i64)>) {
    for path in fs::read_dir(folder).expect("it is a folder").map(|entry| entry.expect("it is readable").path()) {
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
    let path = tree.join(name);
    fs::create_dir_all(path.parent().expect("it is below the tree")).expect("it is writable");
    let _ = fs::remove_file(&path);
    symlink(target, path).expect("it is new");
}

/// Makes a pipe, which nobody writes to, in the place of whatever is there.
fn pipe(tree: &Path, name: &str) {
    let path = tree.join(name);
    fs::create_dir_all(path.parent().expect("it is below the tree")).expect("it is writable");
    let _ = fs::remove_file(&path);
    assert!(Command::new("mkfifo").arg(&path).status().expect("it runs").success());
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

/// Otherwise, the tests below would show nothing.
#[test]
fn the_commands_work_in_a_harmless_tree() {
    let harmless = Hostile::new(|_| {});
    let tree = harmless.folder.path().join("tree");
    // The first check finds a mistake, and the file for `translate` is not a program.
    for command in COMMANDS[1..].iter().filter(|command| command[0] != "translate") {
        let said = opgen(&tree, command);
        assert_eq!(said.code, Some(0), "{command:?}: {said:?}");
    }
    for name in ["generated/rust/ops.rs", "pages/assets/style.css", "converted/net.py", "converted/paddle_utils.py"] {
        assert!(tree.join(name).exists(), "{name}");
    }
    let text = |name: &str| fs::read_to_string(tree.join(name)).expect("it is there");
    assert_eq!(text("ops.yaml"), OP);
}

#[test]
fn links_in_output_folders_are_not_followed_out_of_them() {
    survive(&[
        ("output", |tree| link(tree, "generated/rust/ops.rs", "../../../outside/victim")),
        ("folder of outputs", |tree| link(tree, "generated/rust", "../../outside/folder")),
        ("new file", |tree| link(tree, "generated/rust/ops.rs", "../../../outside/new")),
        ("stamp", |tree| link(tree, "generated/.opgen-stamp", "../../outside/victim")),
        ("lock", |tree| link(tree, "generated/.opgen-lock", "../../outside/new")),
        ("temporary file", |tree| link(tree, "generated/page.md.tmp", "../../outside/victim")),
        ("Git", |tree| link(tree, "generated/page.md", "../.git/config")),
        ("Git below the output folder", |tree| {
            set(tree, "\"generated\"", "\".\"");
            link(tree, "page.md", ".git/config");
            link(tree, "rust", ".git/hooks");
        }),
        ("pages", |tree| {
            link(tree, "pages/index.html", "../../outside/victim");
            link(tree, "pages/assets", "../../outside/folder");
        }),
        ("stamp of pages", |tree| link(tree, "pages/.opgen-stamp", "../../outside/victim")),
        ("converted file", |tree| link(tree, "converted/net.py", "../../outside/victim")),
        ("helpers", |tree| link(tree, "converted/paddle_utils.py", "../../outside/victim")),
        ("package", |tree| {
            write(tree, "package/opgen.toml", "");
            link(tree, "package/setup.py", "../../outside/victim");
            link(tree, "package/tests", "../../outside/folder");
            link(tree, "imported/yaml", "../../outside/folder");
        }),
    ]);
}

#[test]
fn inputs_outside_of_the_tree_are_not_changed() {
    survive(&[
        ("linked YAML", |tree| link(tree, "ops.yaml", "../outside/ops.yaml")),
        ("named YAML", |tree| set(tree, "[outputs]", "[inputs]\nops = \"../outside/ops.yaml\"\n[outputs]")),
        ("linked folder", |tree| {
            set(tree, "[outputs]", "[inputs]\nops = \"yaml/ops.yaml\"\n[outputs]");
            link(tree, "yaml", "../outside");
        }),
        ("baseline", |tree| link(tree, "opgen-baseline.toml", "../outside/victim")),
        ("new baseline", |tree| link(tree, "opgen-baseline.toml", "../outside/new")),
        ("named baseline", |tree| set(tree, "[outputs]", "baseline = \"../outside/new\"\n[outputs]")),
        ("baseline in a linked folder", |tree| {
            write(tree, "opgen.toml", &format!("baseline = \"linked/new\"\n{CONFIG}"));
            link(tree, "linked", "../outside");
        }),
        ("baseline of Git", |tree| write(tree, "opgen.toml", &format!("baseline = \".git/config\"\n{CONFIG}"))),
    ]);
}

#[test]
fn settings_do_not_lead_out_of_the_tree() {
    survive(&[
        ("folder outside", |tree| set(tree, "\"generated\"", "\"../outside/folder\"")),
        ("folder of Git", |tree| set(tree, "\"generated\"", "\".GIT/hooks\"")),
        ("linked folder of Git", |tree| {
            set(tree, "\"generated\"", "\"linked\"");
            link(tree, "linked", ".git/hooks");
        }),
        ("output outside", |tree| set(tree, "\"page.md\"", "\"{{ '.' }}./../outside/victim\"")),
        ("output of Git", |tree| {
            set(tree, "\"generated\"", "\".\"");
            let config = fs::read_to_string(tree.join("opgen.toml")).expect("it was written");
            write(tree, "opgen.toml", &config.replace("\"page.md\"", "\".{{ 'git' }}/hooks/post-checkout\""));
        }),
        ("profile", |tree| {
            let profile = "[profile]\nextends = \"paddle-2.6\"\n[profile.rust]\nfile = \"../../outside/victim\"\n";
            write(tree, "opgen.toml", &format!("{CONFIG}{profile}"));
        }),
    ]);
}

#[test]
fn a_stamp_of_a_stranger_removes_nothing_outside() {
    let hostile = Hostile::new(|_| {});
    let tree = hostile.folder.path().join("tree");
    write(&tree, "ops.yaml", OP);
    assert_eq!(opgen(&tree, &["generate"]).code, Some(0));
    fs::copy(tree.join("generated/page.md"), tree.join("../outside/page.md")).expect("it was written");
    let stamp = fs::read_to_string(tree.join("generated/.opgen-stamp")).expect("it was written");
    assert!(stamp.contains("\tpage.md\tpage\n"));
    write(&tree, "generated/.opgen-stamp", &stamp.replace("\tpage.md\tpage\n", "\t../../outside/page.md\tgone\n"));
    link(&tree, "generated/linked", "../../outside");
    hostile.survives("path");
    write(&tree, "generated/.opgen-stamp", &stamp.replace("\tpage.md\tpage\n", "\tlinked/page.md\tgone\n"));
    hostile.survives("path through a link");
}

#[test]
fn inputs_that_never_end_are_not_read() {
    survive(&[
        ("YAML", |tree| pipe(tree, "ops.yaml")),
        ("further YAML", |tree| pipe(tree, "backward.yaml")),
        ("device", |tree| link(tree, "ops.yaml", "/dev/zero")),
        ("file of the kernel", |tree| link(tree, "ops.yaml", "/proc/kmsg")),
        ("settings", |tree| pipe(tree, "opgen.toml")),
        ("template", |tree| pipe(tree, "templates/page.j2")),
        ("baseline", |tree| pipe(tree, "opgen-baseline.toml")),
        ("C++", |tree| {
            pipe(tree, "paddle/phi/kernels/foo_kernel.h");
            link(tree, "paddle/phi/infermeta/unary.h", "/dev/zero");
        }),
        ("C++ of a package", |tree| {
            write(tree, "opgen.toml", "[package]\nname = \"mine\"\n");
            write(tree, "yaml/ops.yaml", OP);
            pipe(tree, "kernels/foo.cc");
            link(tree, "kernels/bar.h", "/dev/zero");
        }),
        ("Python", |tree| {
            pipe(tree, "model/torch_net.py");
            link(tree, "model/zero.py", "/dev/zero");
            link(tree, "model/kernel.py", "/proc/kmsg");
        }),
        ("files that commands name", |tree| {
            pipe(tree, "kernel.cc");
            pipe(tree, "net.pdmodel");
        }),
        ("devices that commands name", |tree| {
            link(tree, "kernel.cc", "/dev/zero");
            link(tree, "net.pdmodel", "/dev/zero");
            link(tree, "templates/page.j2", "/dev/zero");
        }),
        ("outputs", |tree| {
            pipe(tree, "generated/rust/ops.rs");
            pipe(tree, "generated/page.md");
            pipe(tree, "pages/index.html");
            pipe(tree, "converted/net.py");
            pipe(tree, "package/setup.py");
        }),
        ("files of opgen", |tree| {
            pipe(tree, "generated/.opgen-stamp");
            pipe(tree, "pages/.opgen-lock");
            pipe(tree, "converted/.opgen-1-1.tmp");
        }),
        ("lock", |tree| pipe(tree, "generated/.opgen-lock")),
    ]);
}
