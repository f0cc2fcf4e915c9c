//! Links, pipes and settings that lead out of a tree, or never end.

use std::fs;

use super::{CONFIG, Hostile, link, pipe, set, survive};
use crate::support::{OP, opgen, write};

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
