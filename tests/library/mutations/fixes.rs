//! What `opgen check --fix` makes of mistakes: either the correct line comes back, or the finding is gone and the operators are those
//! of the correct tree.
//!
//! `OPGEN_ALL_FIXES=1` makes several mistakes of each kind in both trees, which takes minutes. Otherwise there is a sample.

use std::path::Path;

use rayon::prelude::*;

use opgen::driver::fix::{Fixed, Wanted, fix};
use opgen::driver::read;
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::registry::{Project, normal_form};
use opgen::source::Level;
use opgen::source::read::Unsaved;

use super::tree::{Mutation, Tree};
use super::{draw, operators};
use crate::oracle::{VERSIONS, oracle};

const CERTAIN: Wanted = Wanted { lowest: Level::Warning, uncertain: false, files: None };

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a new folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            self::copy(&path, &copy);
        } else {
            std::fs::copy(&path, &copy).expect("a file");
        }
    }
}

/// Fixes what opgen finds in the tree itself.
fn without_own_findings(root: &Path) {
    for file in fix(&Root::Tree(root.to_owned()), &Options::default(), CERTAIN).files {
        std::fs::write(&file.path, &file.new).expect("it is a copy");
    }
}

/// Everything about the operators, as text.
fn operators_of(project: &Project) -> String {
    let form = normal_form::of(project.registry.specs(), &project.profile);
    serde_json::to_string(&form).expect("it holds only text and numbers")
}

enum Outcome {
    Untouched,
    Right,
    Wrong(String),
}

fn outcome(root: &Path, tree: &Tree, correct: &str, mutation: &Mutation) -> Outcome {
    let (name, text) = tree.changed(mutation);
    let unsaved = Unsaved::default().with([(root.join(&name), text.as_str().into())]);
    let options = Options { unsaved, ..Options::default() };
    let Fixed { files, done, .. } = fix(&Root::Tree(root.to_owned()), &options, CERTAIN);
    if files.is_empty() {
        return Outcome::Untouched;
    }
    let is_back = files.iter().all(|file| file.name == name && file.new == tree.text(mutation.file));
    let unsaved = Unsaved::default().with(files.iter().map(|file| (file.path.clone(), file.new.as_str().into())));
    let fixed = read(&Root::Tree(root.to_owned()), &Options { unsaved, ..Options::default() }).analyse();
    if is_back || operators_of(&fixed) == correct {
        return Outcome::Right;
    }
    let edits = &mutation.edits;
    Outcome::Wrong(format!("{name}: {edits:?}\n  {}", done.join("\n  ")))
}

#[test]
fn certain_fixes_correct_mistakes() {
    let Some(oracle) = oracle() else { return };
    let all = std::env::var_os("OPGEN_ALL_FIXES").is_some();
    let (each, step) = if all { (2, 1) } else { (1, 5) };
    let (mut right, mut untouched, mut wrong) = (0, 0, Vec::new());
    for (version, _) in VERSIONS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join(version);
        copy(&oracle.join(version).join("yaml"), &root);
        without_own_findings(&root);
        let tree = Tree::load(&root);
        let correct = operators_of(&tree.project);
        let drawn: Vec<_> = operators()
            .step_by(step)
            .flat_map(|(kind, places)| draw::some(places(&tree), each).into_iter().map(move |mistake| (kind, mistake)))
            .collect();
        let outcomes: Vec<_> =
            drawn.par_iter().map(|(kind, mistake)| (kind, outcome(&root, &tree, &correct, mistake))).collect();
        for (kind, outcome) in outcomes {
            match outcome {
                Outcome::Untouched => untouched += 1,
                Outcome::Right => right += 1,
                Outcome::Wrong(what) => wrong.push(format!("{version} {kind}: {what}")),
            }
        }
    }
    println!("{right} right, {} wrong, {untouched} untouched\n{}", wrong.len(), wrong.join("\n"));
    assert!(100 * wrong.len() <= right + wrong.len(), "{}", wrong.join("\n"));
    assert!(right > 0, "some mistakes are corrected");
}
