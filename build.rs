//! Puts the templates and the built-in operator set into the library.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    minijinja_embed::embed_templates!("templates");
    embed_built_in("yaml");
}

/// Writes a table of every YAML file below `folder`: path relative to it, and text.
fn embed_built_in(folder: &str) {
    println!("cargo:rerun-if-changed={folder}");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join(folder);
    let mut table = String::from("const BUILT_IN: &[(&str, &str)] = &[\n");
    for path in files(&root).iter().filter(|path| path.extension().is_some_and(|extension| extension == "yaml")) {
        let name = path.strip_prefix(&root).expect("it was found below").to_string_lossy().replace('\\', "/");
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("a string takes everything");
    }
    table.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("builtin.rs");
    fs::write(out, table).expect("the build folder is writable");
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
