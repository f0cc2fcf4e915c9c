//! One module opens files to read, and one room writes them: `docs/architecture.md`, "Disk".

use std::path::Path;

use crate::rooms::texts;

/// What reads a file, and the only module that may.
const READS: [&str; 4] = ["fs::read(", "fs::read_to_string", "File::open", "BufReader::new(File"];
const READER: &str = "codegen/base/source/files.rs";

/// What changes the disk, and where that may be.
const WRITES: [&str; 12] = [
    "DirBuilder",
    "fs::write",
    "fs::copy",
    "fs::rename",
    "fs::remove_",
    "fs::create_dir",
    "fs::set_permissions",
    "fs::hard_link",
    "::symlink(",
    "File::create",
    "File::options",
    "OpenOptions",
];
/// The pages of rules are in the cache of the user.
const WRITERS: [&str; 2] = ["codegen/base/emit/", "codegen/workbench/lsp/pages.rs"];

/// The names that may be imported from `std::fs`.
const IMPORTED: [&str; 7] = ["self", "File", "Metadata", "OpenOptions", "Permissions", "TryLockError", "FileType"];

/// The lines of a file without comments and unit tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let is_test = |line: &str| line.starts_with("#[cfg(test)]") || line.starts_with("#[cfg(all(test");
    text.lines().take_while(move |line| !is_test(line)).filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn one_module_reads_files_and_one_room_writes_them() {
    let files = texts(Path::new("codegen"), "rs");
    assert!(files.iter().any(|(path, _)| path == READER), "the module is found");
    let is_test = |path: &str| path.ends_with("tests.rs") || path.contains("/tests/");
    let files = files.iter().filter(|(path, _)| !path.ends_with("build.rs") && !is_test(path));
    for (path, line) in files.flat_map(|(path, text)| code(text).map(move |line| (path, line))) {
        let reads = READS.iter().any(|call| line.contains(call));
        assert!(!reads || path == READER, "{path}: {line}: use `source::files`");
        let writes = WRITES.iter().any(|call| line.contains(call));
        assert!(!writes || WRITERS.iter().any(|writer| path.starts_with(writer)), "{path}: {line}: use `emit`");
        if let Some(names) = line.strip_prefix("use std::fs::") {
            let mut names = names.trim_matches([';', '{', '}']).split(", ");
            assert!(names.all(|name| IMPORTED.contains(&name)), "{path}: {line}");
        }
    }
}
