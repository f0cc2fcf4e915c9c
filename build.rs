//! Embeds the templates and the built-in operators into the library, and the Git commit into the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let tables = table("BUILT_IN", "yaml", "yaml") + &table("TEMPLATES", "templates", "j2");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("embedded.rs");
    fs::write(out, tables).expect("the build folder is writable");
    // Packages that use only the library should not be recompiled after every commit.
    if env::var_os("CARGO_FEATURE_CLI").is_some() {
        commit::record(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    }
}

/// The commit that is checked out, or from which a package was created. It is read from files instead of by Git, so that Cargo
/// runs this script again exactly when the commit changes.
mod commit {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The file in which `cargo package` records the commit.
    const OF_PACKAGE: &str = ".cargo_vcs_info.json";

    pub fn record(root: &str) {
        let root = Path::new(root);
        let of_package = text(&root.join(OF_PACKAGE)).and_then(|info| after(&info, "\"sha1\": \"").map(str::to_owned));
        // Only this folder's `.git` counts: if it was copied into another repository, that one has other commits.
        let commit = of_package.or_else(|| checked_out(&git_folder(&root.join(".git"))?));
        if let Some(commit) =
            commit.filter(|commit| commit.len() >= 40 && commit.bytes().all(|b| b.is_ascii_hexdigit()))
        {
            println!("cargo:rustc-env=OPGEN_COMMIT={commit}");
        }
    }

    /// The Git folder: `.git` itself or, in a linked work tree, the folder that the file `.git` refers to.
    fn git_folder(git: &Path) -> Option<PathBuf> {
        if git.is_dir() {
            return Some(git.to_owned());
        }
        let named = text(git)?;
        Some(git.parent()?.join(named.strip_prefix("gitdir: ")?.trim_end()))
    }

    fn checked_out(git: &Path) -> Option<String> {
        let head = text(&git.join("HEAD"))?;
        let Some(branch) = head.strip_prefix("ref: ") else { return Some(head.trim_end().to_owned()) };
        let branch = branch.trim_end();
        // Linked work trees share the branches.
        let shared = fs::read_to_string(git.join("commondir")).map_or(git.to_owned(), |path| git.join(path.trim_end()));
        if let Some(commit) = text(&shared.join(branch)) {
            return Some(commit.trim_end().to_owned());
        }
        // The branch is packed. The next commit will create its file.
        let folder = shared.join(branch);
        let nearest = folder.ancestors().skip(1).find(|folder| folder.is_dir())?;
        println!("cargo:rerun-if-changed={}", nearest.display());
        let packed = text(&shared.join("packed-refs"))?;
        packed.lines().find_map(|line| line.strip_suffix(branch)?.strip_suffix(' ').map(str::to_owned))
    }

    /// The text of a file, which Cargo then watches. A missing file is not watched, because Cargo would consider it changed.
    fn text(path: &Path) -> Option<String> {
        let text = fs::read_to_string(path).ok()?;
        println!("cargo:rerun-if-changed={}", path.display());
        Some(text)
    }

    /// The text between `mark` and the next quotation mark.
    fn after<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
        text.split_once(mark)?.1.split('"').next()
    }
}

/// The definition of a constant with the relative path and the text of every file below `folder` with the extension.
fn table(constant: &str, folder: &str, extension: &str) -> String {
    println!("cargo:rerun-if-changed={folder}");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join(folder);
    let mut table = format!("pub const {constant}: &[(&str, &str)] = &[\n");
    for path in files(&root).iter().filter(|path| path.extension().is_some_and(|found| found == extension)) {
        let name = path.strip_prefix(&root).expect("it was found below").to_string_lossy().replace('\\', "/");
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("a string takes everything");
    }
    table + "];\n"
}

/// All files below a folder, sorted by path.
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
