//! `cargo package` packs the files that the library and the program are built from, and nothing else.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that Cargo adds.
const ADDED: [&str; 3] = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];

fn lines(command: &mut Command) -> BTreeSet<String> {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// The files of a package as Cargo lists them, without those that it adds.
fn packed(package: &str) -> BTreeSet<String> {
    let cargo = env::var("CARGO").expect("cargo runs tests");
    let arguments = ["package", "--list", "--allow-dirty", "--offline", "--package", package];
    let mut files = lines(Command::new(cargo).args(arguments));
    files.retain(|file| !ADDED.contains(&file.as_str()));
    files
}

/// The files of the repository below a folder, relative to it.
fn files(folder: impl AsRef<Path>) -> BTreeSet<String> {
    let arguments = ["ls-files", "--cached", "--others", "--exclude-standard"];
    lines(Command::new("git").args(arguments).current_dir(folder))
}

#[test]
fn a_room_is_packed_whole() {
    let is_crate = |(_, folder): &(String, PathBuf)| folder.join("Cargo.toml").exists();
    for (room, folder) in super::rooms::folders().into_iter().filter(is_crate) {
        let package = format!("opgen-{}", room.replace('_', "-"));
        assert_eq!(packed(&package), files(&folder), "{room}");
    }
}

#[test]
fn the_program_is_packed_without_what_tests_it() {
    let folders = ["cmake/", "codegen/top/cli/", "codegen/top/driver/", "templates/", "yaml/"];
    let single = ["Cargo.toml", "LICENSE", "README.md", "build.rs", "codegen/lib.rs", "codegen/main.rs"];
    let mut expected = files(".");
    expected.retain(|file| single.contains(&file.as_str()) || folders.iter().any(|folder| file.starts_with(folder)));
    assert_eq!(packed("opgen"), expected);
}

/// A package depends on the others by version, and must be publishable.
#[test]
fn all_packages_can_be_packed_together() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/package");
    let arguments = ["package", "--workspace", "--no-verify", "--allow-dirty", "--offline", "--target-dir", folder];
    lines(Command::new(env::var("CARGO").expect("cargo runs tests")).args(arguments));
}

/// Each package that Cargo compiles, with its version and features.
fn compiled(arguments: &[&str]) -> BTreeSet<String> {
    let fixed = ["tree", "--offline", "--prefix", "none", "--format", "{p} [{f}]"];
    let tree = lines(Command::new(env::var("CARGO").expect("cargo runs tests")).args(fixed).args(arguments));
    // A line ends with a star if the package has been listed before.
    tree.into_iter().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// A crate that has other features in tests is compiled again, and so is every crate that uses it.
#[test]
fn tests_use_what_the_first_command_compiled() {
    let mut first = compiled(&["--edges", "normal,build"]);
    first.retain(|package| !package.starts_with("opgen v"));
    let tests = compiled(&["--edges", "normal,build,dev", "--workspace"]);
    let again: Vec<&String> = first.difference(&tests).collect();
    assert!(again.is_empty(), "give the root package these crates with the features of tests: {again:#?}");
}
