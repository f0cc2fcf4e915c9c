//! The root of a project, found from a folder in it.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use opgen::profile::{built_in_profiles, unsupported};
use opgen::registry::nearest_root;

/// The path to a folder that is this many folders above.
fn parent_path(height: usize) -> PathBuf {
    if height == 0 { PathBuf::from(".") } else { iter::repeat_n("..", height).collect() }
}

/// The root that is found from the folder `here` in a repository with these files.
fn found(files: &[&str], here: &str) -> Option<PathBuf> {
    let repository = tempfile::tempdir().expect("a temporary folder");
    for path in [&[".git/HEAD"], files].concat().iter().map(|file| repository.path().join(file)) {
        fs::create_dir_all(path.parent().expect("it is below")).expect("a new folder");
        fs::write(path, "").expect("it is writable");
    }
    let here = repository.path().join(here);
    fs::create_dir_all(&here).expect("a new folder");
    nearest_root(&here, None)
}

/// A file by which a built-in profile recognises a tree.
fn marker() -> &'static str {
    built_in_profiles().flat_map(|profile| &profile.recognised_by).next().expect("there is one")
}

#[test]
fn the_nearest_folder_with_operators_is_found() {
    assert_eq!(found(&["ops.yaml"], ""), Some(".".into()));
    assert_eq!(found(&["ops.yaml"], "a/b"), Some("../..".into()));
    assert_eq!(found(&["ops.yaml", "a/backward.yaml"], "a/b"), Some("..".into()));
    assert_eq!(found(&["opgen.toml"], "a"), Some("..".into()));
    assert_eq!(found(&["yaml/ops.yaml"], ""), None);
    // Too common a name to recognise a tree by.
    assert_eq!(found(&["api.yaml"], ""), None);
}

#[test]
fn a_part_leads_to_the_whole_tree() {
    let folder = Path::new(marker()).parent().expect("it is in a folder");
    let height = folder.components().count();
    assert_eq!(found(&[marker()], &folder.to_string_lossy()), Some(parent_path(height)));
    assert_eq!(found(&[marker()], "docs"), Some("..".into()));
    // A folder in a tree may have operators that do not belong to the tree.
    assert_eq!(found(&[marker(), "mine/ops.yaml"], "mine"), Some(".".into()));
    assert_eq!(found(&["opgen.toml", "yaml/ops.yaml"], "yaml"), Some("..".into()));
    for file in unsupported().iter().flat_map(|version| &version.recognised_by) {
        let folder = Path::new(file).parent().expect("it is in a folder");
        assert_eq!(found(&[file], &folder.to_string_lossy()), Some(parent_path(folder.components().count())));
    }
}

#[test]
fn folders_above_a_repository_do_not_count() {
    assert_eq!(found(&["ops.yaml", "module/.git"], "module/a"), None);
}
