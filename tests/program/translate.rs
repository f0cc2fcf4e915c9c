//! Where `opgen translate` writes, and which paths it refuses. `tests/translate` tests the translations.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::support::{folder_with, opgen};

/// A program of one empty block.
const PROGRAM: &[u8] = b"\x0a\x0d\x08\x00\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";

#[test]
fn a_program_is_not_overwritten_through_a_link() {
    let folder = folder_with(&[]);
    let path = |name: &str| folder.path().join(name);
    fs::write(path("net.pdmodel"), PROGRAM).expect("it is new");
    fs::create_dir(path("out")).expect("it is new");
    symlink("net.pdmodel", path("link")).expect("it is new");
    symlink("../net.pdmodel", path("out/net.json")).expect("it is new");
    for (out, format) in [("link", "text"), ("out", "json"), ("out/../net.pdmodel", "json")] {
        let said = opgen(folder.path(), &["translate", "net.pdmodel", "--out", out, "--format", format]);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains("cannot overwrite net.pdmodel with its translation"), "{said:?}");
        assert_eq!(fs::read(path("net.pdmodel")).expect("it is there"), PROGRAM);
    }
}

#[test]
fn a_file_is_replaced_and_keeps_its_mode() {
    let folder = folder_with(&[("old.json", "old")]);
    let old = folder.path().join("old.json");
    fs::write(folder.path().join("net.pdmodel"), PROGRAM).expect("it is new");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let said = opgen(folder.path(), &["translate", "net.pdmodel", "--out", "old.json", "--format", "json"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(fs::read_to_string(&old).expect("it is there").starts_with("{\"base_code\""));
    assert_eq!(fs::metadata(&old).expect("it is there").permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 2);
}

#[test]
fn a_folder_in_the_place_of_a_file_is_refused() {
    let folder = folder_with(&[("out/net.txt/file", "")]);
    fs::write(folder.path().join("net.pdmodel"), PROGRAM).expect("it is new");
    let said = opgen(folder.path(), &["translate", "net.pdmodel", "--out", "out"]);
    assert_eq!((said.err.as_str(), said.code), ("error: cannot write out/net.txt: it is a folder\n", Some(2)));
}

#[test]
fn a_name_with_a_slash_becomes_a_folder() {
    let folder = folder_with(&[]);
    fs::write(folder.path().join("net.pdmodel"), PROGRAM).expect("it is new");
    let said = opgen(folder.path(), &["translate", "net.pdmodel", "--out", "new/"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(folder.path().join("new/net.txt").is_file());
}
