//! The rooms below `codegen/` depend on each other as `docs/architecture.md` says, and on nothing above them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The last column of the table of rooms.
pub fn documented() -> Graph {
    let page = fs::read_to_string("docs/architecture.md").expect("the page exists");
    let table = page.lines().skip_while(|line| !line.starts_with("| room |")).skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        (names(cells[1]).remove(0), names(cells[3]).into_iter().collect())
    };
    rows.map(row).collect()
}

/// The dependencies between the packages of the workspace according to Cargo, without those of tests.
fn of_cargo() -> Graph {
    let metadata = ["metadata", "--format-version=1", "--no-deps", "--offline"];
    let output =
        Command::new(env::var("CARGO").expect("cargo runs tests")).args(metadata).output().expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let room = |package: &Value| {
        package["name"].as_str().and_then(|name| name.strip_prefix("opgen-")).map(|name| name.replace('-', "_"))
    };
    let packages = metadata["packages"].as_array().expect("there are packages");
    let graph = packages.iter().filter_map(|package| {
        let dependencies = package["dependencies"].as_array().expect("there is a list");
        let used = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        Some((room(package)?, used.filter_map(room).collect()))
    });
    graph.collect()
}

#[test]
fn rooms_depend_on_each_other_as_documented() {
    let documented = documented();
    assert!(documented.contains_key("source"), "the table is found");
    assert_eq!(documented, of_cargo());
}

#[test]
fn nothing_lies_beside_the_rooms() {
    let entries = fs::read_dir("codegen").expect("the folder exists");
    let found: BTreeSet<_> = entries.map(|entry| entry.expect("it is readable").file_name()).collect();
    let hall = ["cli", "driver", "lib.rs", "main.rs"].map(str::to_owned);
    assert_eq!(found, documented().into_keys().chain(hall).map(Into::into).collect());
}

/// The texts of the files below a folder that have an extension, by their paths.
pub fn texts(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("it is readable").path();
        if path.is_dir() {
            found.extend(texts(&path, extension));
        } else if path.extension().is_some_and(|of| of == extension) {
            let text = fs::read_to_string(&path).expect("it is text");
            found.push((path.display().to_string(), text));
        }
    }
    found
}

/// Only profiles contain the names of versions and the names that versions use.
#[test]
fn no_code_names_a_part_of_one_version() {
    let own = ["profile", "manual"];
    for room in documented().into_keys().filter(|room| !own.contains(&room.as_str())) {
        for (path, text) in texts(&Path::new("codegen").join(room), "rs") {
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_code = |line: &&str| !line.trim_start().starts_with("//") && !path.ends_with("tests.rs");
            for line in code.lines().filter(is_code) {
                for name in ["paddle-", "paddle/", "paddle::", "PADDLE", "phi::", "egr::", "FLAGS_"] {
                    assert!(!line.contains(name), "{path}: {line}");
                }
            }
        }
    }
}

#[test]
fn no_template_names_a_header_or_a_namespace_of_one_version() {
    for (path, text) in texts(Path::new("templates"), "j2") {
        for line in text.lines() {
            for name in ["\"paddle/", "paddle::", "phi::", "egr::"] {
                assert!(!line.contains(name), "{path}: {line}");
            }
        }
    }
}
