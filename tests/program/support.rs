//! What tests of the program share: folders of files, and what a process printed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Paths relative to a folder, and texts.
pub type Tree = BTreeMap<PathBuf, String>;

/// Every file below a folder with its text, but for opgen's own stamp and lock. Empty if there is no folder.
pub fn tree(folder: &Path) -> Tree {
    let mut files = Tree::new();
    collect(folder, folder, &mut files);
    files.retain(|path, _| !path.ends_with(".opgen-stamp") && !path.ends_with(".opgen-lock"));
    files
}

fn collect(base: &Path, folder: &Path, files: &mut Tree) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(base, &path, files);
        } else {
            let text = fs::read_to_string(&path).expect("outputs are text");
            files.insert(path.strip_prefix(base).expect("it was found below").to_owned(), text);
        }
    }
}

/// Copies a folder with everything in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("it is checked in").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("it is writable");
        }
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
