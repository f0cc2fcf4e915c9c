//! Packs the built-in mapping for the library: every file below `mapping/`.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::DeflateEncoder;

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("mapping");
    println!("cargo:rerun-if-changed=mapping");
    let mut names = Vec::new();
    collect(&root, "", &mut names)?;
    names.sort_unstable();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut packed = DeflateEncoder::new(File::create(out.join("mapping.deflate"))?, Compression::best());
    // Names and texts, each with a zero byte at its end.
    for name in names {
        let text = fs::read_to_string(root.join(&name))?;
        assert!(!text.contains('\0'), "{name} has a zero byte");
        write!(packed, "{name}\0{text}\0")?;
    }
    packed.finish()?;
    Ok(())
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
