//! The rooms below `codegen/` depend on each other as `docs/architecture.md` says, and on nothing above them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The rows of a table of `docs/architecture.md` whose first column has that title: the code in each cell.
fn table(title: &str) -> Vec<Vec<Vec<String>>> {
    let page = fs::read_to_string("docs/architecture.md").expect("the page exists");
    let title = format!("| {title} |");
    let rows = page.lines().skip_while(|line| !line.starts_with(&title)).skip(2);
    let code = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    rows.take_while(|line| line.starts_with('|')).map(|line| line.split('|').skip(1).map(code).collect()).collect()
}

/// The last column of the table of rooms.
pub fn documented() -> Graph {
    table("room").into_iter().map(|mut row| (row[0].remove(0), row.swap_remove(3).into_iter().collect())).collect()
}

/// The storey of each room: its folder below `codegen/`.
fn storeys() -> BTreeMap<String, String> {
    table("room").into_iter().map(|mut row| (row[0].remove(0), row[1].remove(0))).collect()
}

/// The folder of each room, and of the two modules at the top. The name of a room may begin with the name of its framework, which its
/// folder is in.
pub fn folders() -> BTreeMap<String, PathBuf> {
    let folder = |room: &str, storey: &str| {
        let framework = storey.rsplit('/').next().unwrap_or(storey).to_owned() + "_";
        Path::new("codegen").join(storey).join(room.strip_prefix(&framework).unwrap_or(room))
    };
    let rooms = storeys().into_iter().map(|(room, storey)| (room.clone(), folder(&room, &storey)));
    let top = ["cli", "driver"].map(|module| (module.to_owned(), Path::new("codegen/top").join(module)));
    rooms.chain(top).collect()
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

/// The storeys that a storey may know, according to the table of storeys. Each may know itself.
fn known_storeys() -> Graph {
    let row = |mut row: Vec<Vec<String>>| (row[0].remove(0), row.swap_remove(2).into_iter().collect());
    table("storey").into_iter().map(row).collect()
}

/// The rooms that know more than their storeys may, each with what it knows. A room leaves this list when that has moved.
const STILL_KNOW: &[(&str, &[&str])] = &[
    ("diff", &["forms", "profile", "registry", "spec", "spelling"]),
    ("lsp", &["check", "forms", "kernels", "profile", "registry", "show", "spec"]),
    ("manual", &["profile", "spec"]),
    ("subset", &["forms", "registry", "spec"]),
];

#[test]
fn storeys_know_only_those_below_them() {
    let (storeys, known) = (storeys(), known_storeys());
    let is_allowed = |room: &str, used: &str| {
        let (from, to) = (&storeys[room], &storeys[used]);
        from == to || known[from].contains(to)
    };
    let beyond = documented().into_iter().filter_map(|(room, used)| {
        let used: BTreeSet<String> = used.into_iter().filter(|used| !is_allowed(&room, used)).collect();
        Some((room, used)).filter(|(_, used)| !used.is_empty())
    });
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let expected = STILL_KNOW.iter().map(|(room, used)| ((*room).to_owned(), names(used)));
    assert_eq!(beyond.collect::<Graph>(), expected.collect::<Graph>());
}

/// Without their folder and their rows at the top, everything else compiles: no other room depends on one of theirs, and none asks
/// whether something is a package.
#[test]
fn only_the_top_knows_packages() {
    let storeys = storeys();
    let is_theirs = |room: &str| storeys[room] == "frameworks/package";
    assert!(storeys.keys().any(|room| is_theirs(room)));
    let knows = |(room, used): &(String, BTreeSet<String>)| !is_theirs(room) && used.iter().any(|used| is_theirs(used));
    let knowing: Vec<_> = documented().into_iter().filter(knows).collect();
    assert!(knowing.is_empty(), "{knowing:?}");
    // In `port`, a package is one of Python's.
    let asks = |room: &str| storeys.get(room).is_some_and(|storey| storey != "port") && !is_theirs(room);
    for (path, text) in
        folders().into_iter().filter(|(room, _)| asks(room)).flat_map(|(_, folder)| texts(&folder, "rs"))
    {
        let is_word = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
        let mut fields = text.match_indices(".package").map(|(at, field)| text[at + field.len()..].chars().next());
        assert!(!fields.any(|next| !next.as_ref().is_some_and(is_word)), "{path} asks for `.package`");
        for word in ["is_package", "package_operators", "package_tools"] {
            assert!(!text.contains(word), "{path} contains `{word}`");
        }
    }
}

#[test]
fn nothing_lies_beside_the_rooms() {
    let entries = |folder: &Path| {
        let found = fs::read_dir(folder).expect("the folder exists").map(|entry| entry.expect("it is readable").path());
        found.collect::<BTreeSet<PathBuf>>()
    };
    let codegen = Path::new("codegen");
    let rooms: BTreeSet<PathBuf> = folders().into_values().collect();
    let storeys: BTreeSet<PathBuf> = rooms.iter().filter_map(|room| Some(room.parent()?.to_owned())).collect();
    assert_eq!(storeys.iter().flat_map(|storey| entries(storey)).collect::<BTreeSet<_>>(), rooms);
    let below = |storey: &PathBuf| storey.ancestors().find(|path| path.parent() == Some(codegen)).map(Path::to_owned);
    let mut hall: BTreeSet<PathBuf> = storeys.iter().filter_map(below).collect();
    hall.extend(["lib.rs", "main.rs"].map(|file| codegen.join(file)));
    assert_eq!(entries(codegen), hall);
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
    let own = ["profile", "manual", "torch_profile"];
    for (_, folder) in folders().into_iter().filter(|(room, _)| !own.contains(&room.as_str())) {
        for (path, text) in texts(&folder, "rs") {
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_test = path.ends_with("tests.rs") || path.contains("/tests/");
            let is_code = |line: &&str| !line.trim_start().starts_with("//") && !is_test;
            for line in code.lines().filter(is_code) {
                for name in ["paddle-", "paddle/", "paddle::", "PADDLE", "phi::", "egr::", "FLAGS_", "torch-2"] {
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

/// The page names files, and functions in them.
#[test]
fn the_named_files_and_functions_exist() {
    let page = fs::read_to_string("docs/architecture.md").expect("the page exists");
    let named = page.split('`').skip(1).step_by(2);
    let paths = named.filter(|text| ["codegen/", "templates/"].iter().any(|folder| text.starts_with(folder)));
    let missing: Vec<&str> = paths.filter(|path| !path.contains('*') && !Path::new(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let steps = table("step");
    assert!(!steps.is_empty());
    for [_, file, function] in steps.iter().map(|row| [&row[0], &row[1], &row[2]]) {
        let text = fs::read_to_string(&file[0]).expect("it exists");
        assert!(text.contains(&format!("fn {}", function[0])), "{} has no function {}", file[0], function[0]);
    }
}
