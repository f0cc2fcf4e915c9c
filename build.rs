//! Puts the templates and the built-in operator set into the library.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let tables = table("BUILT_IN", "yaml", "yaml") + &table("TEMPLATES", "templates", "j2");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("embedded.rs");
    fs::write(out, tables).expect("the build folder is writable");
}

/// The definition of a constant: every file below `folder` with the extension, as its path relative to it and its text.
fn table(constant: &str, folder: &str, extension: &str) -> String {
    println!("cargo:rerun-if-changed={folder}");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join(folder);
    let mut table = format!("const {constant}: &[(&str, &str)] = &[\n");
    for path in files(&root).iter().filter(|path| path.extension().is_some_and(|found| found == extension)) {
        let name = path.strip_prefix(&root).expect("it was found below").to_string_lossy().replace('\\', "/");
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("a string takes everything");
    }
    table + "];\n"
}

/// Every file below a folder, in the order of their paths.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}
