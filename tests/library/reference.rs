//! The pages of `opgen docs` for the projects of all other tests: the templates can render any YAML.

use std::fs;
use std::path::{Path, PathBuf};

use opgen::diff::{self, Sides};
use opgen::driver::{load, reference};
use opgen::operator_docs::Since;
use opgen::project::Root;
use opgen::reference::Origin;

fn cases(kind: &str) -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(kind);
    let entries = fs::read_dir(folder).expect("it exists").flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
}

#[test]
fn every_project_has_pages() {
    for case in ["check", "generate", "show"].into_iter().flat_map(cases) {
        let project = load(&Root::at(case.clone()));
        if project.diagnostics.is_sound() {
            let files = reference::render(&project, None, None, &Origin::default());
            let pages = files.unwrap_or_else(|error| panic!("{}: {error:?}", case.display()));
            assert!(pages.len() > project.registry.ops().count(), "{}", case.display());
        }
    }
}

#[test]
fn every_change_has_a_place_on_the_pages() {
    for case in cases("diff") {
        let [base, head] = ["base", "head"].map(|side| load(&Root::at(case.join(side))));
        if base.diagnostics.is_sound() && head.diagnostics.is_sound() {
            let diff = diff::compare(Sides { base: &base, head: &head, users: None });
            let since = Since { name: "base", base: &base, diff: &diff };
            let files = reference::render(&head, None, Some(since), &Origin::default());
            let files = files.unwrap_or_else(|error| panic!("{}: {error:?}", case.display()));
            let page = files.iter().find(|file| file.path == "changes.html").expect("there is such a page");
            let changes = diff.ops.iter().map(|op| op.changes.len()).sum::<usize>() + diff.others.len();
            let shown = page.text.matches("<p class=\"at\"><code>").count();
            assert_eq!(shown, changes, "{}", case.display());
        }
    }
}
