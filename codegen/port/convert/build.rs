//! Puts the built-in mapping into the library: every file below `mapping/`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("mapping");
    println!("cargo:rerun-if-changed=mapping");
    let mut names = Vec::new();
    collect(&root, "", &mut names)?;
    names.sort_unstable();
    let mut table = String::from("pub const FILES: &[(&str, &str)] = &[\n");
    for name in names {
        let path = root.join(&name);
        let path = path.to_str().expect("the path is UTF-8");
        writeln!(table, "({name:?}, include_str!({path:?})),").expect("a string takes everything");
    }
    table.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("built_in.rs"), table)
}

/// The names of the files below a folder, with `/` between folders.
fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), names)?;
        } else if Path::new(&name).extension().is_some_and(|extension| extension == "toml" || extension == "py") {
            names.push(name);
        }
    }
    Ok(())
}
