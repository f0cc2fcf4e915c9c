//! `tests/versions/acme.toml` is a profile of another framework: it differs from paddle-2.6 in everything that only profiles contain.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use opgen::profile::{OWNER, Profile, built_in, load};

use opgen::project::framework::Choice;
use opgen::source::read::Unsaved;
use opgen::source::{Diagnostics, FileId, Sources, Span, Spanned};
use tempfile::TempDir;

use crate::support::text;

const ACME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/versions/acme.toml");
/// The targets that `acme` has.
const TARGETS: &str = "cpp_api,dygraph,python_c,stubs,prim,signature,static_op,extra_info,compat";

/// The built-in operators where a version looks for them.
struct Tree {
    folder: TempDir,
    /// The folder of the YAML below it.
    definitions: &'static str,
    /// The namespace that the YAML calls `phi`. Defaults in C++ are copied from the YAML.
    phi: &'static str,
    arguments: Vec<String>,
}

impl Tree {
    /// Where paddle-2.6 has them.
    fn of_paddle() -> Self {
        let arguments = TARGETS.split(',').flat_map(|target| ["--target".to_owned(), target.to_owned()]);
        Tree { arguments: arguments.collect(), ..Tree::new(".", "phi") }
    }

    fn of_acme() -> Self {
        Tree { arguments: vec!["--profile".to_owned(), ACME.to_owned()], ..Tree::new("definitions", "core") }
    }

    fn new(definitions: &'static str, phi: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tree = Tree { folder, definitions, phi, arguments: Vec::new() };
        for entry in fs::read_dir("yaml").expect("the built-in operators").flatten() {
            tree.add(&entry.path(), &entry.file_name().to_string_lossy());
        }
        tree
    }

    fn add(&self, file: &Path, name: &str) {
        let to = self.folder.path().join(self.definitions).join(name);
        fs::create_dir_all(to.parent().expect("it is in a folder")).expect("a new folder");
        let text = fs::read_to_string(file).expect("it is text").replace("phi::", &format!("{}::", self.phi));
        fs::write(to, text).expect("the folder is writable");
    }

    /// The output of `opgen generate`.
    fn run(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.arg("generate").args(["--root", "."]).args(&self.arguments).args(arguments);
        let output = command.current_dir(self.folder.path()).output().expect("opgen runs");
        assert!(output.status.success(), "{}", text(&output.stderr));
        String::from_utf8(output.stdout).expect("it is text")
    }

    fn names(&self) -> Vec<String> {
        self.run(&["--list-outputs"]).lines().map(str::to_owned).collect()
    }

    /// The outputs by name.
    fn generate(&self) -> BTreeMap<String, String> {
        self.run(&["--out", "out"]);
        let out = self.folder.path().join("out");
        let text = |name: &String| fs::read_to_string(out.join(name)).expect("it was generated");
        self.names().into_iter().map(|name| (name.clone(), text(&name))).collect()
    }
}

fn acme() -> Profile {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let name = Spanned::new(ACME.to_owned(), Span::start_of(FileId::from_index(0)));
    let nothing = Unsaved::default();
    let loaded =
        load(&OWNER, Some(&Choice::Named(name)), "paddle-2.6", Path::new(""), &nothing, &mut sources, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{}", opgen::source::report::render_all(&diagnostics, &sources));
    loaded.profile
}

/// Names of paddle-2.6 and the corresponding names of acme; long names come first.
fn renamed(paddle: &Tree, acme_tree: &Tree) -> Vec<(String, String)> {
    let (old, new) = (built_in("paddle-2.6").expect("it is built in"), acme());
    let mut names: Vec<(String, String)> = paddle.names().into_iter().zip(acme_tree.names()).collect();
    for (key, namespace) in &old.cpp.namespaces {
        let is = &new.cpp.namespaces[key];
        names.push((namespace.clone(), is.clone()));
        // A header that is also read by other parsers opens nested namespaces one by one.
        if let (Some((_, old)), Some((_, new))) = (namespace.rsplit_once("::"), is.rsplit_once("::")) {
            names.push((format!("namespace {old} {{"), format!("namespace {new} {{")));
            names.push((format!("// namespace {old}"), format!("// namespace {new}")));
        }
    }
    names.extend(old.cpp.macros.iter().map(|(key, name)| (name.clone(), new.cpp.macros[key].clone())));
    names.push(("paddle/phi/core/compat/op_utils.h".to_owned(), "acme/core/signatures.h".to_owned()));
    names.sort_by_key(|(old, _)| std::cmp::Reverse(old.len()));
    names.dedup();
    names
}

/// A text with its names replaced, except parts of longer names and paths.
fn rename(text: &str, names: &[(String, String)]) -> String {
    let is_part = |c: char| c.is_alphanumeric() || "_/.".contains(c);
    let mut done = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let begins = !done.ends_with(is_part) && (next == ':' || !done.ends_with("::"));
        let ends = |old: &str| !rest[old.len()..].starts_with(is_part);
        match names.iter().find(|(old, _)| begins && rest.starts_with(old.as_str()) && ends(old)) {
            Some((old, new)) => {
                done += new;
                rest = &rest[old.len()..];
            }
            None => {
                done.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
    }
    done
}

/// Only names differ, and every name does.
#[test]
fn another_version_generates_the_same_by_other_names() {
    let (paddle, acme) = (Tree::of_paddle(), Tree::of_acme());
    let names = renamed(&paddle, &acme);
    let generated = acme.generate();
    let paddles = paddle.generate();
    assert_eq!(generated.len(), paddles.len());
    for (old, text) in paddles {
        let new = rename(&old, &names);
        assert_ne!(new, old);
        // The profile's own template generates this one.
        if new.ends_with(".pyi") {
            assert_eq!(generated[&new], "# The stubs of Acme are elsewhere.\n");
            continue;
        }
        let wanted = rename(&text, &names);
        // Names of another length let lines break elsewhere.
        let (wanted, words) = (wanted.split_whitespace(), generated[&new].split_whitespace());
        let different: Vec<_> =
            wanted.clone().zip(words.clone()).filter(|(wanted, word)| wanted != word).take(3).collect();
        assert!(different.is_empty() && wanted.eq(words), "{new}: {different:#?}");
    }
}

#[test]
fn outputs_include_each_other_where_they_are() {
    let generated = Tree::of_acme().generate();
    let moved: BTreeSet<String> = Tree::of_paddle().names().into_iter().collect();
    let mut found = 0;
    for (name, text) in &generated {
        let included = text.lines().filter_map(|line| line.strip_prefix("#include \"")?.strip_suffix('"'));
        for header in included {
            assert!(!moved.contains(header), "{name} includes {header}, which acme has elsewhere");
            found += usize::from(generated.contains_key(header));
        }
    }
    assert!(found > 40, "{found} outputs are included");
}

#[test]
fn another_version_has_more_files_keys_and_types() {
    let tree = Tree::of_acme();
    for name in ["ops", "backward"] {
        tree.add(&PathBuf::from(format!("tests/versions/mobile/{name}.yaml")), &format!("mobile/{name}.yaml"));
    }
    let generated = tree.generate();
    let has = |name: &str, text: &str| assert!(generated[name].contains(text), "{name} has no {text:?}");
    has("acme/api/include/api.h", "DataType dtype = DataType::FLOAT8);");
    has("acme/api/backward/backward_api.h", "void crop_grad(");
    has("acme/autograd/forwards/dygraph_functions.cc", "crop_ad_func(");
    has("acme/autograd/backwards/nodes.cc", "CropGradNode");
    has("acme/pybind/eager_op_function.cc", "crop");
    has("acme/operators/generated_op1.cc", "ACME_OPERATOR(crop_grad, ");
    let mut show = Command::new(env!("CARGO_BIN_EXE_opgen"));
    show.args(["show", "crop", "--root", ".", "--profile", ACME]).current_dir(tree.folder.path());
    let shown = String::from_utf8(show.output().expect("opgen runs").stdout).expect("it is text");
    assert!(shown.contains("  owner           the team for phones\n"), "{shown}");
}
