//! No modules of a room depend on each other in a circle: what two of them share stands below both.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::rooms::{Graph, documented};

/// The text of a module, without comments and tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("it is text");
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths behind a prefix, such as `crate::`: the first name of each, or those between braces.
fn named_after<'t>(text: &'t str, prefix: &str) -> Vec<&'t str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for (at, _) in text.match_indices(prefix) {
        if text[..at].ends_with(is_name) || text[..at].ends_with(':') {
            continue;
        }
        let rest = &text[at + prefix.len()..];
        match rest.strip_prefix('{') {
            None => names.extend(rest.split(|c| !is_name(c)).next()),
            Some(list) => names.extend(firsts(list).into_iter().filter(|name| !name.is_empty())),
        }
    }
    names
}

/// The first name of each path of a list that begins behind a brace.
fn firsts(list: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                found.extend(list[begin..at].trim().split(|c: char| !c.is_alphanumeric() && c != '_').next());
                begin = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

/// The modules of a room at its top, each with the texts of its files.
fn modules(room: &Path) -> BTreeMap<String, Vec<(bool, String)>> {
    let mut found: BTreeMap<String, Vec<(bool, String)>> = BTreeMap::new();
    for entry in fs::read_dir(room).expect("the folder exists") {
        let path = entry.expect("it is readable").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            let below = files(&path).into_iter().map(|file| (file.ends_with("mod.rs"), code(&file)));
            found.entry(name).or_default().extend(below);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !["lib", "mod"].contains(&name.as_str())
        {
            found.entry(name).or_default().push((true, code(&path)));
        }
    }
    found.retain(|_, files| !files.is_empty());
    found
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder exists").map(|entry| entry.expect("it is readable").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_code = |path: &std::path::PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let here = files.into_iter().filter(is_code).filter(|path| !path.ends_with("tests.rs"));
    here.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

/// Which modules each module of a room uses.
fn graph(room: &Path) -> Graph {
    let modules = modules(room);
    let uses = |name: &str, files: &[(bool, String)]| -> BTreeSet<String> {
        let from_top = files.iter().flat_map(|(is_top, text)| {
            let beside = if *is_top { named_after(text, "super::") } else { Vec::new() };
            named_after(text, "crate::").into_iter().chain(beside)
        });
        from_top.filter(|other| *other != name && modules.contains_key(*other)).map(str::to_owned).collect()
    };
    modules.iter().map(|(name, files)| (name.clone(), uses(name, files))).collect()
}

/// What is left when modules that use no others are taken away, again and again.
fn in_circles(mut graph: Graph) -> BTreeSet<String> {
    loop {
        let free: BTreeSet<String> =
            graph.iter().filter(|(_, uses)| uses.is_empty()).map(|(name, _)| name.clone()).collect();
        if free.is_empty() {
            return graph.into_keys().collect();
        }
        graph.retain(|name, _| !free.contains(name));
        graph.values_mut().for_each(|uses| uses.retain(|used| !free.contains(used)));
    }
}

/// Rooms whose modules are still to be untied.
const STILL_TIED: &[&str] = &["convert"];

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let rooms = documented().into_keys().chain(["cli".to_owned()]);
    for room in rooms.filter(|room| !STILL_TIED.contains(&room.as_str())) {
        assert_eq!(in_circles(graph(&Path::new("codegen").join(&room))), BTreeSet::new(), "modules of `{room}`");
    }
}

#[test]
fn circles_are_found() {
    let uses = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let graph = [("a", uses(&["b"])), ("b", uses(&["c"])), ("c", uses(&["b"])), ("d", uses(&[]))];
    let graph: Graph = graph.into_iter().map(|(name, uses)| (name.to_owned(), uses)).collect();
    assert_eq!(in_circles(graph), uses(&["a", "b", "c"]));
    assert_eq!(named_after("use crate::a::B;\nuse crate::{c, d::{e, f}, g::h};", "crate::"), ["a", "c", "d", "g"]);
}
