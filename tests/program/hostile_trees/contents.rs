//! Templates, outputs, inputs, packages, notebooks and rules of strangers.

use std::fs;
use std::os::unix::net::UnixListener;
use std::path::Path;

use super::{CONFIG, free, link, pipe, set, survive};
use crate::support::{OP, write};

/// A socket in the place of whatever is there.
fn socket(tree: &Path, name: &str) {
    UnixListener::bind(free(tree, name)).expect("the path is short");
}

/// A folder in the place of whatever is there.
fn folder(tree: &Path, name: &str) {
    fs::create_dir(free(tree, name)).expect("it is free");
}

fn extend(tree: &Path, settings: &str) {
    write(tree, "opgen.toml", &format!("{CONFIG}{settings}"));
}

#[test]
fn templates_reach_nothing_outside() {
    survive(&[
        ("included file", |tree| {
            let include = "{% include '../../outside/victim' %}{% include '/etc/hostname' %}";
            write(tree, "templates/page.j2", include);
        }),
        ("linked template", |tree| link(tree, "templates/page.j2", "../../outside/victim")),
        ("linked templates", |tree| {
            fs::remove_dir_all(tree.join("templates")).expect("it was written");
            link(tree, "templates", "../outside/folder");
        }),
        ("named templates", |tree| set(tree, "templates = \"templates\"", "templates = \"../outside/folder\"")),
        ("template that includes itself", |tree| write(tree, "templates/page.j2", "{% include 'page.j2' %}")),
        ("template of opgen", |tree| {
            write(tree, "templates/rust/ops.rs.j2", "{% include 'rust/ops.rs.j2' %}");
            write(tree, "templates/reference/page.html.j2", "{% for i in range(100000) %}{{ i }}{% endfor %}");
        }),
        ("template of torchgen", |tree| {
            set(tree, "page.j2", "page.tmpl");
            write(tree, "templates/page.tmpl", "${../../outside/victim} ${banner} $( touch ../outside/trace )\n");
        }),
        ("templates in a circle of links", |tree| link(tree, "templates/templates", "../templates")),
    ]);
}

#[test]
fn outputs_replace_no_inputs() {
    survive(&[
        ("output that is an input", |tree| {
            set(tree, "\"generated\"", "\".\"");
            let config = fs::read_to_string(tree.join("opgen.toml")).expect("it was written");
            write(tree, "opgen.toml", &config.replace("\"page.md\"", "\"ops.yaml\""));
        }),
        ("output with the settings' name", |tree| set(tree, "\"page.md\"", "\"opgen.toml\"")),
        ("output with the stamp's name", |tree| set(tree, "\"page.md\"", "\".opgen-stamp\"")),
        ("absolute output", |tree| {
            let victim = tree.parent().expect("it has one").join("outside/victim");
            set(tree, "\"page.md\"", &format!("\"{}\"", victim.display()));
        }),
        ("output with odd characters", |tree| set(tree, "\"page.md\"", "\"a\\nb\\u0001/..\\\\..\\\\page.md\"")),
        ("output that is a folder", |tree| fs::create_dir_all(tree.join("generated/page.md/a")).expect("it is new")),
        ("output below a file", |tree| set(tree, "\"page.md\"", "\"rust/ops.rs/page.md\"")),
        ("output of a submodule", |tree| {
            write(tree, "generated/.git/config", "as it was\n");
            set(tree, "\"page.md\"", "\".git/config\"");
        }),
        ("folder that is a file", |tree| write(tree, "generated", "as it was\n")),
        ("pages in an input", |tree| link(tree, "pages", "templates")),
        ("stamp of pages of a stranger", |tree| {
            write(tree, "pages/.opgen-stamp", "opgen\n\t../../outside/victim\tpage\n\t../ops.yaml\tpage\n");
        }),
    ]);
}

#[test]
fn inputs_that_are_no_files_are_refused() {
    survive(&[
        ("socket", |tree| ["ops.yaml", "kernel.cc", "net.pdmodel"].iter().for_each(|name| socket(tree, name))),
        ("socket for settings", |tree| socket(tree, "opgen.toml")),
        ("folder for YAML", |tree| folder(tree, "ops.yaml")),
        ("folder for settings", |tree| folder(tree, "opgen.toml")),
        ("link to itself", |tree| {
            ["ops.yaml", "opgen.toml", "kernel.cc"]
                .iter()
                .for_each(|name| link(tree, name, name.rsplit('/').next().unwrap_or(name)));
        }),
        ("terminal", |tree| ["ops.yaml", "kernel.cc"].iter().for_each(|name| link(tree, name, "/dev/tty"))),
        ("standard input", |tree| ["ops.yaml", "model/net.py"].iter().for_each(|name| link(tree, name, "/dev/stdin"))),
        ("memory", |tree| ["ops.yaml", "values.json"].iter().for_each(|name| link(tree, name, "/proc/self/mem"))),
        ("kinds of input", |tree| {
            let kinds =
                "[inputs]\nops = [\"ops.yaml\", \"/dev/zero\", \"/dev/stdin\", \"pipe\"]\nop_registry = \"pipe\"\n";
            extend(tree, kinds);
            pipe(tree, "pipe");
        }),
        ("sources of C++ everywhere", |tree| {
            extend(tree, "[profile]\nextends = \"paddle-2.6\"\n[profile.cpp_sources]\nfolders = [\"/\"]\n");
        }),
        ("links to the top of the disk", |tree| {
            link(tree, "paddle/phi/kernels", "/");
            link(tree, "templates/disk", "/");
            link(tree, "model/disk", "/");
        }),
        ("values", |tree| pipe(tree, "values.json")),
    ]);
}

const PACKAGE: &str = "[package]\nname = \"mine\"\n";

#[test]
fn packages_and_rules_run_nothing() {
    survive(&[
        ("package", |tree| {
            write(tree, "opgen.toml", PACKAGE);
            write(tree, "yaml/ops.yaml", OP);
            let setup = "import os\nos.system('touch ../outside/trace')\n";
            ["setup.py", "conftest.py", "sitecustomize.py"].iter().for_each(|name| write(tree, name, setup));
        }),
        ("package with an odd name", |tree| {
            write(tree, "opgen.toml", "[package]\nname = \"../../outside/folder\"\nprefix = \"../x\"\n");
            write(tree, "yaml/ops.yaml", OP);
        }),
        ("package with links", |tree| {
            write(tree, "opgen.toml", PACKAGE);
            write(tree, "yaml/ops.yaml", OP);
            link(tree, "mine", "../outside/folder");
            link(tree, "src", "../outside/folder");
        }),
        ("package that exists", |tree| {
            write(tree, "package/opgen.toml", "");
            link(tree, "package/yaml", "../../outside/folder");
            pipe(tree, "package/pyproject.toml");
        }),
        ("package that is a link", |tree| link(tree, "package", "../outside/new")),
        ("imported files", |tree| {
            pipe(tree, "imported/opgen.toml");
            link(tree, "imported/kernels", "../../outside/folder");
        }),
        ("notebook", |tree| {
            let cell =
                r#"{"cell_type": "code", "source": ["!touch ../outside/trace\n", "%run x\n", "import torch\n"]}"#;
            write(tree, "model/net.ipynb", &format!("{{\"cells\": [{cell}], \"nbformat\": 4}}"));
            write(tree, "model/deep.ipynb", &"[".repeat(200_000));
            pipe(tree, "model/pipe.ipynb");
            link(tree, "model/linked.ipynb", "/dev/zero");
        }),
        ("linked sources", |tree| {
            link(tree, "model/outside", "../../outside");
            link(tree, "model/model", ".");
            link(tree, "model/requirements.txt", "../../outside/victim");
        }),
        ("converted folders", |tree| {
            link(tree, "converted/helpers", "../../outside/folder");
            link(tree, "../converted/model", "../outside/folder");
        }),
        ("rules", |tree| {
            let rules = "[packages]\ntorch = \"paddle\"\n[rules.\"torch.rand\"]\nto = \"paddle.rand\"\nhelper = \"../../outside/victim\"\n";
            write(tree, "rules/rules.toml", rules);
            link(tree, "rules/helpers", "../../outside");
        }),
        ("rules that never end", |tree| {
            link(tree, "rules/rules.toml", "/dev/zero");
            pipe(tree, "rules/more.toml");
            pipe(tree, "rules/helpers/a.py");
        }),
        ("names of files", |tree| {
            for name in
                ["model/a\nb.py", "model/-rf.py", "model/{{ x }}.py", "model/é\u{202e}.py", "model/a\tb/$(x).py"]
            {
                write(tree, name, "import torch\nx = torch.rand(3)\n");
            }
            write(tree, "-c core.fsmonitor=x", "");
        }),
    ]);
}
