//! A root is of the framework that its settings or its files show.

use std::fs;
use std::path::Path;

use opgen::describe;
use opgen::driver::frameworks;
use opgen::project::Root;
use opgen::project::settings::Options;
use tempfile::TempDir;

const OF_PYTORCH: (&str, &str) = ("native_functions.yaml", "- func: twice(Tensor self) -> Tensor\n");
const OF_PADDLE: (&str, &str) =
    ("ops.yaml", "- op : twice\n  args : (Tensor x)\n  output : Tensor(out)\n  invoke : scale(x, 2, 0, true)\n");

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("it is writable");
    }
    folder
}

/// The version as which a folder is read.
fn version(folder: &Path, options: &Options) -> String {
    frameworks::read(&Root::Tree(folder.to_owned()), options).recipe().version.name().to_owned()
}

fn version_of(files: &[(&str, &str)]) -> String {
    version(folder(files).path(), &Options::default())
}

#[test]
fn files_show_the_framework() {
    assert_eq!(version_of(&[OF_PYTORCH]), "torch-2.15");
    assert_eq!(version_of(&[OF_PADDLE]), "paddle-2.6");
    assert_eq!(version_of(&[]), "paddle-2.6");
    let tree = folder(&[]);
    fs::create_dir_all(tree.path().join("aten/src/ATen/native")).expect("it is writable");
    fs::write(tree.path().join("aten/src/ATen/native/native_functions.yaml"), OF_PYTORCH.1).expect("it is writable");
    fs::write(tree.path().join("version.txt"), "2.8.0a0\n").expect("it is writable");
    assert_eq!(version(tree.path(), &Options::default()), "torch-2.8");
}

#[test]
fn settings_come_before_files() {
    assert_eq!(version_of(&[OF_PYTORCH, ("opgen.toml", "profile = \"torch-2.8\"\n")]), "torch-2.8");
    assert_eq!(version_of(&[OF_PYTORCH, ("opgen.toml", "profile = \"paddle-3.0\"\n")]), "paddle-3.0");
    let own = ("own.toml", "name = \"own\"\nextends = \"torch-2.8\"\n");
    assert_eq!(version_of(&[own, ("opgen.toml", "profile = \"own.toml\"\n")]), "own");
    let circle = ("own.toml", "name = \"own\"\nextends = \"own.toml\"\n");
    assert_eq!(version_of(&[circle, OF_PADDLE, ("opgen.toml", "profile = \"own.toml\"\n")]), "paddle-2.6");
    let named = Options { profile: Some("torch-2.8".to_owned()), ..Options::default() };
    assert_eq!(version(folder(&[OF_PADDLE]).path(), &named), "torch-2.8");
}

#[test]
fn a_table_or_a_normal_form_chooses_packages() {
    let framework = |root: &Root| frameworks::of(root, &Options::default()).names().framework;
    let model = |root: &Root| frameworks::with_shared_model(root, &Options::default()).framework.owner.names.framework;
    let tree = folder(&[OF_PADDLE, ("opgen.toml", "[package]\nname = \"mine\"\n")]);
    let of_form = |profile: &str| format!("opgen: 1\nprofile: {profile}\nops: []\n");
    let forms = folder(&[
        ("mine.yaml", &of_form("package")),
        ("paddle.yaml", &of_form("paddle-3.0")),
        ("no.yaml", &of_form("no")),
    ]);
    let form = |name: &str| Root::at(forms.path().join(name));
    for (root, name) in [
        (Root::at(tree.path().to_owned()), "packages"),
        (form("mine.yaml"), "packages"),
        (form("paddle.yaml"), "Paddle"),
        (form("no.yaml"), "Paddle"),
    ] {
        assert_eq!((framework(&root), model(&root)), (name, name), "{root}");
    }
}

#[test]
fn the_nearest_root_of_any_framework_counts() {
    let outer = folder(&[OF_PADDLE, ("opgen.toml", "")]);
    let inner = outer.path().join("inner");
    fs::create_dir(&inner).expect("it is writable");
    assert_eq!(frameworks::nearest_root(&inner, None).as_deref(), Some(Path::new("..")));
    let alone = folder(&[OF_PYTORCH]);
    assert_eq!(frameworks::nearest_root(alone.path(), None).as_deref(), Some(Path::new(".")));
    assert_eq!(frameworks::nearest_root(folder(&[]).path(), None), None);
}

#[test]
fn operators_of_any_framework_are_found_and_described() {
    for (files, part) in [(OF_PYTORCH, "CompositeImplicitAutograd: twice"), (OF_PADDLE, "scale(x, 2, 0, true)")] {
        let (folder, options) = (folder(&[files]), Options::default());
        let root = Root::Tree(folder.path().to_owned());
        let project = frameworks::read(&root, &options).analyse();
        assert_eq!((project.count(), project.describe().len(), project.values().len()), (1, 1, 1));
        let found = project.find("twice", &root, None).expect("it is there");
        assert!(describe::text(found.iter().map(|found| &found.operator), None).contains(part));
        assert!(describe::json(&found).starts_with("[\n  {\n    \"name"), "{}", describe::json(&found));
        let not_found = project.find("twic", &root, None).expect_err("it is not there");
        assert_eq!(not_found.near.as_deref(), Some("twice"));
    }
}
