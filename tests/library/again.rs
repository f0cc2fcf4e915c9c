//! A project that is read again, with what was parsed before, equals one that is read anew.

use std::path::{Path, PathBuf};

use opgen::driver::{read, read_again};
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::registry::{Linked, ParsedFiles};
use opgen::source::read::Unsaved;
use opgen::source::report;

/// The texts that an editor has after each change, by file.
const STEPS: &[&[(&str, &str)]] = &[
    &[("ops.yaml", ONE)],
    &[("ops.yaml", ONE)],
    &[("ops.yaml", TWO)],
    // What is above an entry moves its spans.
    &[("ops.yaml", "# A comment.\n"), ("backward.yaml", GRADIENT)],
    &[("ops.yaml", ONE), ("backward.yaml", GRADIENT)],
    // The file is now one of another kind, and then read with another profile.
    &[("ops.yaml", ONE), ("backward.yaml", GRADIENT), ("opgen.toml", "[inputs]\nbackward = \"ops.yaml\"\n")],
    &[("ops.yaml", ONE), ("backward.yaml", GRADIENT), ("opgen.toml", "profile = \"paddle-3.0\"\n")],
    &[("ops.yaml", ONE), ("backward.yaml", GRADIENT), ("opgen.toml", "profile = \"paddle-2.6\"\n")],
    &[("ops.yaml", ONE), ("backward.yaml", GRADIENT), ("opgen.toml", "[levels]\nW0101 = \"deny\"\n")],
    &[("backward.yaml", GRADIENT)],
    // The profile is in a file of its own, which extends others, is not there, and comes back as it was.
    &[
        ("ops.yaml", ONE),
        ("opgen.toml", OWN),
        ("own.toml", "extends = \"base.toml\"\n"),
        ("base.toml", "name = \"one\"\n"),
    ],
    &[
        ("ops.yaml", ONE),
        ("opgen.toml", OWN),
        ("own.toml", "extends = \"base.toml\"\n"),
        ("base.toml", "name = \"two\"\n"),
    ],
    &[("ops.yaml", ONE), ("opgen.toml", OWN), ("own.toml", "extends = \"base.toml\"\n")],
    &[("ops.yaml", ONE), ("opgen.toml", OWN), ("own.toml", "name = \"three\"\n"), ("base.toml", "name = \"two\"\n")],
    &[("ops.yaml", ONE), ("opgen.toml", OWN), ("own.toml", "nme = \"four\"\n")],
    &[("ops.yaml", ONE), ("opgen.toml", OWN)],
    &[("ops.yaml", ONE), ("opgen.toml", OWN), ("own.toml", "name = \"five\"\n")],
];

const OWN: &str = "profile = \"own.toml\"\n";

const ONE: &str = "- op : one\n  args : (Tensor x, float f)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n    \
                   param : [x]\n  kernel :\n    func : one\n  backward : one_grad\n  traits : NoSuchTrait\n";
const TWO: &str = "- op : two\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  \
                   kernel :\n    func : two\n";
const GRADIENT: &str = "- backward_op : one_grad\n  forward : one (Tensor x, float f) -> Tensor(out)\n  args : (Tensor out_grad, \
                        float f)\n  output : Tensor(x_grad)\n  infer_meta :\n    func : UnchangedInferMeta\n    param : \
                        [out_grad]\n  kernel :\n    func : one_grad\n";

#[test]
fn a_project_that_is_read_again_equals_one_that_is_read_anew() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().to_owned();
    std::fs::write(root.join("ops.yaml"), TWO).expect("it can be written");
    std::fs::write(root.join("opgen.toml"), "").expect("it can be written");
    let mut parsed = ParsedFiles::default();
    let mut different = std::collections::BTreeSet::new();
    for (number, step) in STEPS.iter().enumerate() {
        let texts = step.iter().map(|(name, text)| (root.join(name), (*text).into()));
        let options = options(texts.collect::<Vec<(PathBuf, _)>>());
        let tree = Root::Tree(root.clone());
        let again = contents(&read_again(&tree, &options, &mut parsed).link_again(&mut parsed), &root);
        assert_eq!(again, contents(&read(&tree, &options).link(), &root), "step {number}");
        different.insert(again);
    }
    // All but the second step changed something.
    assert_eq!(different.len(), STEPS.len() - 1);
}

/// What is inserted into a long list: nothing special, what changes the meaning of what follows, and comments for opgen.
const INSERTED: &[&str] = &[
    "x",
    "- ",
    "- op : another\n  args : (Tensor x)\n",
    "\"",
    "[",
    "...\n",
    "---\n",
    "# opgen: allow(W0602) a reason\n",
    "  # opgen: allow(W0602) a reason\n",
    "\n",
];

#[test]
fn parts_that_are_not_read_again_change_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().to_owned();
    std::fs::write(root.join("ops.yaml"), "").expect("it can be written");
    let entry = |i: usize| {
        let comment = if i.is_multiple_of(3) { "# opgen: allow(W0602) a reason\n" } else { "" };
        format!("{comment}{}", ONE.replace("one", &format!("one_{i}")))
    };
    let text: String = (0..150).map(entry).collect();
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let mut parsed = ParsedFiles::default();
    let mut different = std::collections::BTreeSet::new();
    for (number, inserted) in INSERTED.iter().enumerate() {
        for at in [0, lines[number], lines[lines.len() / 2 + number], text.len()] {
            let edited = format!("{}{inserted}{}", &text[..at], &text[at..]);
            for text in [edited, text.clone()] {
                let options = options(vec![(root.join("ops.yaml"), (*text).into())]);
                let tree = Root::Tree(root.clone());
                let again = contents(&read_again(&tree, &options, &mut parsed).link_again(&mut parsed), &root);
                assert_eq!(again, contents(&read(&tree, &options).link(), &root), "{inserted:?} at {at}");
                different.insert(again);
            }
        }
    }
    // Most of what is inserted changes something.
    assert!(different.len() > INSERTED.len() * 3, "{}", different.len());
}

/// The folders of projects: this repository, which has its own YAML, and those of the tests of what is generated.
fn projects() -> Vec<PathBuf> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = std::fs::read_dir(repository.join("tests/generate")).expect("a folder");
    let tests = tests.map(|entry| entry.expect("an entry").path());
    let with_ops = tests.filter(|folder| folder.join("ops.yaml").exists() || folder.join("yaml/ops.yaml").exists());
    [repository.to_owned()].into_iter().chain(with_ops).collect()
}

#[test]
fn lists_of_every_kind_that_an_edit_moves_equal_those_that_are_read_anew() {
    let mut moved = 0;
    for root in projects() {
        let tree = Root::Tree(root.clone());
        let first = read(&tree, &options(Vec::new()));
        let files = first.sources().files().filter(|file| file.name().ends_with(".yaml"));
        let files: Vec<(PathBuf, String)> =
            files.map(|file| (root.join(file.name()), file.text().to_owned())).collect();
        let mut parsed = ParsedFiles::default();
        for inserted in ["", "# one line\n", "# one\n# line more\n", ""] {
            let texts = files.iter().map(|(path, text)| (path.clone(), below_many(text, inserted).into()));
            let options = options(texts.collect());
            let again = contents(&read_again(&tree, &options, &mut parsed).link_again(&mut parsed), &root);
            assert_eq!(again, contents(&read(&tree, &options).link(), &root), "{}", root.display());
        }
        moved += files.len();
    }
    assert!(moved > 100, "{moved}");
}

/// A list below a text and so many copies of its first entry that all its entries are in later parts of the file.
fn below_many(list: &str, inserted: &str) -> String {
    let start = if list.starts_with("- ") { 0 } else { list.find("\n- ").map_or(0, |at| at + 1) };
    let end = list[start..].find("\n- ").map_or(list.len(), |at| start + at + 1);
    format!("{inserted}{}{list}", list[start..end].repeat(64))
}

fn options(texts: Vec<(PathBuf, std::sync::Arc<str>)>) -> Options {
    Options { unsaved: Unsaved::default().with(texts), ..Options::default() }
}

/// The operators with all their spans, and the findings.
fn contents(linked: &Linked, root: &Path) -> String {
    let project = linked.unchecked();
    let (found, _) = linked.report(linked.check(), &project.sources, &[]);
    let found = report::render_all(&found, &project.sources).replace(&root.display().to_string(), "");
    format!("{}\n{:?}\n{found}", project.profile.name, project.registry.specs())
}
