//! No modules of a room depend on each other in a circle: what two of them share stands below both.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::rooms::{Graph, folders};

/// The names of the modules around an item, and that of the item.
type ModulePath = Vec<String>;

/// The text of a module, without comments and tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("it is text");
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths in code that have at least two names. Lists are expanded: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(code: &str) -> Vec<ModulePath> {
    let (mut found, mut end) = (Vec::new(), 0);
    for (at, _) in code.match_indices("::") {
        let start = code[..at].trim_end_matches(is_name).len();
        if end <= start && start < at {
            end = start + read_paths(&code[start..], &[], &mut found);
        }
    }
    found
}

/// Reads the paths that a text begins with: several if it has a list. Returns the length of the text that was read.
fn read_paths(text: &str, before: &[String], found: &mut Vec<ModulePath>) -> usize {
    let name = text.split(|c| !is_name(c)).next().unwrap_or_default();
    let path = [before, &[name.to_owned()]].concat();
    let Some(rest) = text[name.len()..].strip_prefix("::") else {
        found.push(path);
        return name.len();
    };
    let read = match rest.strip_prefix('{').map(items) {
        None => read_paths(rest, &path, found),
        Some((items, length)) => {
            for item in items {
                read_paths(item, &path, found);
            }
            1 + length
        }
    };
    name.len() + 2 + read
}

/// The items of a list whose opening brace is before the text, and the length of the list to its closing brace.
fn items(list: &str) -> (Vec<&str>, usize) {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                found.extend(Some(list[start..at].trim()).filter(|item| !item.is_empty()));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    (found, start)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder exists").map(|entry| entry.expect("it is readable").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_code = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let here = files.into_iter().filter(is_code).filter(|path| !path.ends_with("tests.rs"));
    here.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

/// The module in a file: its path in the room. It is empty for the room itself.
fn module_of(room: &Path, file: &Path) -> ModulePath {
    let below = file.strip_prefix(room).expect("it is in the room").with_extension("");
    let mut names: ModulePath = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    names.pop_if(|last| ["lib", "mod"].contains(&last.as_str()));
    names
}

/// The module of a room that a path in one of its modules leads to.
fn target(module: &[String], path: &[String], modules: &BTreeMap<ModulePath, String>) -> Option<ModulePath> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let (mut found, rest) = match path[0].as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (module.to_vec(), &path[1..]),
        "super" => (module.get(..module.len().checked_sub(ups)?)?.to_vec(), &path[ups..]),
        child if modules.contains_key(&[module, &[child.to_owned()]].concat()) => (module.to_vec(), path),
        _ => return None,
    };
    for name in rest {
        found.push(name.clone());
        if !modules.contains_key(&found) {
            found.pop();
            break;
        }
    }
    (found != module).then_some(found)
}

/// Which modules the module in each file of a room uses.
fn graph_of_files(room: &Path) -> Graph {
    let modules: BTreeMap<ModulePath, String> =
        files(room).into_iter().map(|file| (module_of(room, &file), code(&file))).collect();
    let uses = |module: &ModulePath, code: &str| {
        let targets = paths(code).into_iter().filter_map(|path| target(module, &path, &modules));
        targets.filter(|target| modules.contains_key(target)).map(|target| target.join("::")).collect()
    };
    modules.iter().map(|(module, code)| (module.join("::"), uses(module, code))).collect()
}

/// Which modules at the top of a room use each other.
fn graph_of_modules(room: &Path) -> Graph {
    let top = |module: &str| module.split("::").next().unwrap_or_default().to_owned();
    let mut graph = Graph::new();
    for (module, uses) in graph_of_files(room) {
        let module = top(&module);
        let others = uses.iter().map(|used| top(used)).filter(|used| !used.is_empty() && *used != module);
        graph.entry(module.clone()).or_default().extend(others);
    }
    graph
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
        for uses in graph.values_mut() {
            uses.retain(|used| !free.contains(used));
        }
    }
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    for (room, folder) in folders() {
        let graph = graph_of_modules(&folder);
        assert_eq!(in_circles(graph), BTreeSet::new(), "modules of `{room}`");
    }
}

/// Rooms in which not even the files use each other in a circle.
const WITHOUT_CIRCLES_OF_FILES: &[&str] = &[
    "cli",
    "compare",
    "convert",
    "cpp",
    "diff",
    "driver",
    "layout",
    "lsp",
    "manual",
    "operator_docs",
    "parallel",
    "render",
    "show",
    "source",
    "spelling",
    "subset",
    "targets",
];

#[test]
fn no_files_use_each_other_in_a_circle() {
    for room in WITHOUT_CIRCLES_OF_FILES {
        let graph = graph_of_files(&folders()[*room]);
        assert_eq!(in_circles(graph), BTreeSet::new(), "files of `{room}`");
    }
}

#[test]
fn circles_are_found() {
    let uses = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let graph = [("a", uses(&["b"])), ("b", uses(&["c"])), ("c", uses(&["b"])), ("d", uses(&[]))];
    let graph: Graph = graph.into_iter().map(|(name, uses)| (name.to_owned(), uses)).collect();
    assert_eq!(in_circles(graph), uses(&["a", "b", "c"]));
    let path = |path: &str| path.split("::").map(str::to_owned).collect::<ModulePath>();
    let code = "use crate::a::B;\nuse crate::{c, d::{e, f}, g::h};\nfn i() { super::j(std::mem::take(k)) }";
    let expected =
        ["crate::a::B", "crate::c", "crate::d::e", "crate::d::f", "crate::g::h", "super::j", "std::mem::take"];
    assert_eq!(paths(code), expected.map(path));
    let modules: BTreeMap<ModulePath, String> = ["", "a", "a::b", "c"]
        .map(|module| (if module.is_empty() { Vec::new() } else { path(module) }, String::new()))
        .into();
    let lead_to = |module: &str, text: &str| target(&path(module), &path(text), &modules).map(|path| path.join("::"));
    assert_eq!(lead_to("c", "crate::a::b::D"), Some("a::b".to_owned()));
    assert_eq!(lead_to("a::b", "super::D"), Some("a".to_owned()));
    assert_eq!(lead_to("a", "b::D"), Some("a::b".to_owned()));
    assert_eq!(lead_to("a", "std::mem"), None);
}
