//! Formatting the framework's own YAML changes a few lines, no value and no comment.

use std::path::Path;

use opgen::driver;
use opgen::layout;
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::registry::entry_files;
use opgen::spec::keys;
use similar::{ChangeTag, TextDiff};

use crate::oracle::{VERSIONS, oracle};

fn comments(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text.lines().filter_map(|line| Some(line[line.find('#')?..].trim_end())).collect();
    found.sort_unstable();
    found
}

/// The lines that formatting the files of a tree removes or replaces, of all its lines.
fn changed_lines(root: &Path) -> (usize, usize) {
    let (mut changed, mut all) = (0, 0);
    let inputs = driver::read(&Root::Tree(root.to_owned()), &Options::default());
    for (file, holds) in entry_files(&inputs) {
        let file = inputs.sources().file(file);
        let old = file.text();
        let new = layout::formatted(old, keys::leading(holds));
        // `None` where an entry has a key twice, which this reader rejects.
        let value = |text: &str| serde_yaml::from_str::<serde_yaml::Value>(text).ok();
        assert_eq!(value(old), value(&new), "{}", file.name());
        assert_eq!(comments(old), comments(&new), "{}", file.name());
        assert_eq!(layout::formatted(&new, keys::leading(holds)), new, "{}", file.name());
        if let Some(sorted) = layout::sorted(&new) {
            assert_eq!(comments(old), comments(&sorted), "{}", file.name());
            assert_eq!(layout::sorted(&sorted), None, "{}", file.name());
            assert_eq!(layout::formatted(&sorted, keys::leading(holds)), sorted, "{}", file.name());
        }
        let diff = TextDiff::from_lines(old, &new);
        let lost = diff.iter_all_changes().filter(|change| change.tag() == ChangeTag::Delete).count();
        if lost > 0 {
            eprintln!("{}: {lost}", file.name());
        }
        changed += lost;
        all += old.lines().count();
    }
    eprintln!("{}: {changed} of {all} lines", root.display());
    (changed, all)
}

#[test]
fn real_files_hardly_change() {
    let Some(oracle) = oracle() else { return };
    let further = ["paddle-3.0.0", "paddle-3.3.1"];
    for version in VERSIONS.iter().map(|(version, _)| *version).chain(further) {
        let (changed, all) = changed_lines(&oracle.join(version).join("yaml"));
        assert!(all > 10_000, "{version} has {all} lines");
        // Not one line in 150.
        assert!(changed * 150 < all, "{version}: {changed} of {all} lines change");
    }
}
