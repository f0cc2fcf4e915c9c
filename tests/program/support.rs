//! Shared by tests of the program: folders of files, and the output of a process.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// An operator without findings.
pub const OP: &str = "\
- op : foo
  args : (Tensor x)
  output : Tensor(out)
  infer_meta :
    func : UnchangedInferMeta
  kernel :
    func : foo
";

/// An operator with one warning, W0306, and no error.
pub const OP_WITH_WARNING: &str = "\
- op : scale
  args : (Tensor x, float scale)
  output : Tensor(out)
  infer_meta :
    func : UnchangedInferMeta
    param : [x, factor]
  kernel :
    func : scale
";

/// The output of a run of opgen, and its exit code.
#[derive(Debug, PartialEq, Eq)]
pub struct Said {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// Runs opgen in a folder.
pub fn opgen(folder: &Path, arguments: &[&str]) -> Said {
    let output =
        Command::new(env!("CARGO_BIN_EXE_opgen")).args(arguments).current_dir(folder).output().expect("opgen runs");
    Said { out: text(&output.stdout), err: text(&output.stderr), code: output.status.code() }
}

/// A new folder with files of these paths and texts.
pub fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    files.iter().for_each(|(name, text)| write(folder.path(), name, text));
    folder
}

/// Writes a file below a folder.
pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it is below the folder")).expect("a new folder");
    fs::write(path, text).expect("it is writable");
}

/// Paths relative to a folder, and texts.
pub type Tree = BTreeMap<PathBuf, String>;

/// Every file below a folder with its text, except opgen's own stamp and lock. Empty if there is no folder.
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

/// The first code block in a language on a page of documentation.
pub fn code_block(page: &str, language: &str) -> String {
    let (_, block) = page.split_once(&format!("```{language}\n")).expect("the page has such a block");
    block.split_once("```").expect("it ends").0.to_owned()
}
