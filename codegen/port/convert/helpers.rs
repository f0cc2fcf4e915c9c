//! The helper files that converted code imports from: one for each package of the project, and one for each folder with
//! files outside of packages. One of them, the home, has the helpers. The others load it, so that there is one class of each
//! name.

use std::collections::{BTreeMap, BTreeSet};

use crate::modules::Modules;
use crate::python::{self, Kind, Tree};
use crate::rules::{Helpers, Mapping};

/// The name of a helper module, unless the project has another module of that name.
const MODULE: &str = "paddle_utils";

/// The first line of a helper file.
const HEADER: &str = "\"\"\"What converted code needs beside the framework.\"\"\"";

/// Whether a text is that of a helper file.
pub fn is_helper_file(text: &str) -> bool {
    text.starts_with(HEADER)
}

/// Whether a module can be a helper module, by its name.
pub fn is_helper_module(module: &str) -> bool {
    module.starts_with(MODULE)
}

/// The helpers that a file defines.
pub fn names_in<'m>(text: &str, mapping: &'m Mapping) -> BTreeSet<&'m str> {
    let Ok(tree) = python::parse(text) else { return BTreeSet::new() };
    let names = tree.children(Tree::ROOT).flat_map(|id| match tree.kind(id) {
        Kind::Function | Kind::Class => vec![tree.name_of(id)],
        Kind::Assign | Kind::AnnotatedAssign => {
            tree.below(id).filter(|id| tree.is_target(*id)).map(|id| tree.text_of(id)).collect()
        }
        _ => Vec::new(),
    });
    names.filter_map(|name| mapping.helpers.get(name)).collect()
}

/// The text of a helper file that loads the home.
const LOADER: &str = include_str!("loader.py");

/// The helper module of each file in a project.
#[derive(Debug, Default)]
pub struct HelperModules {
    /// The folder of the outermost package around each file that is in a package.
    packages: BTreeMap<String, String>,
    /// The name of the project's folder, if it is a package itself.
    project: Option<String>,
    /// The name of the helper module in each folder where it is not the usual one.
    renamed: BTreeMap<String, String>,
}

impl HelperModules {
    /// Chooses the modules. `is_helper_file` tells whether a file of the project is a helper file of an earlier run.
    pub fn of(names: &[String], modules: &Modules, is_helper_file: impl Fn(usize) -> bool) -> HelperModules {
        let packages = names.iter().filter_map(|name| {
            let package = modules.outermost_package(name)?;
            Some((name.clone(), package.to_owned()))
        });
        let packages: BTreeMap<String, String> = packages.collect();
        let others = names.iter().enumerate().filter(|(number, _)| !is_helper_file(*number));
        let taken: BTreeSet<&str> = others.map(|(_, name)| name.as_str()).collect();
        let scripts = names.iter().filter(|name| !packages.contains_key(*name)).map(|name| folder_of(name));
        let folders: BTreeSet<&str> = packages.values().map(String::as_str).chain(scripts).chain([""]).collect();
        let mut renamed = BTreeMap::new();
        for folder in folders {
            let is_taken = |module: &str| taken.contains(below(folder, &format!("{module}.py")).as_str());
            if is_taken(MODULE) {
                let free =
                    (1..=taken.len() + 1).map(|number| format!("{MODULE}_{number}")).find(|module| !is_taken(module));
                renamed.extend(free.map(|module| (folder.to_owned(), module)));
            }
        }
        HelperModules { packages, renamed, project: modules.project_package().map(str::to_owned) }
    }

    /// The folder of the helper file for a file.
    pub fn folder_for<'f>(&'f self, file: &'f str) -> &'f str {
        self.packages.get(file).map_or_else(|| folder_of(file), String::as_str)
    }

    /// Whether a folder is that of a package with helpers of its own.
    pub fn is_package(&self, folder: &str) -> bool {
        self.packages.values().any(|package| package == folder)
    }

    /// The path of the helper file in a folder.
    pub fn path_in(&self, folder: &str) -> String {
        below(folder, &format!("{}.py", self.module_in(folder)))
    }

    /// The text of the helper file in a folder that loads the home in another one.
    pub fn loader(&self, folder: &str, home: &str) -> String {
        let shared = folder.split('/').zip(home.split('/')).take_while(|(one, other)| one == other && !one.is_empty());
        let shared = shared.count();
        let depth = |folder: &str| if folder.is_empty() { 0 } else { folder.split('/').count() };
        let down = home.split('/').filter(|part| !part.is_empty()).skip(shared).chain([self.module_in(home)]);
        let up = std::iter::repeat_n("..", depth(folder) - shared);
        let path = up.chain(down).collect::<Vec<_>>().join("/");
        let package = match home {
            "" => self.project.as_deref(),
            _ if self.is_package(home) => home.rsplit('/').next(),
            _ => None,
        };
        let name = package.map(|package| format!("{package}.")).unwrap_or_default() + self.module_in(home);
        LOADER.replace("{path}", &format!("{path}.py")).replace("{name}", &name)
    }

    /// The module from which a file imports its helpers, relative if the file is in a package.
    pub fn import_for(&self, file: &str) -> String {
        let Some(folder) = self.packages.get(file) else { return self.module_in(folder_of(file)).to_owned() };
        let depth = file.matches('/').count() - below(folder, "").matches('/').count();
        format!("{}{}", ".".repeat(depth + 1), self.module_in(folder))
    }

    fn module_in(&self, folder: &str) -> &str {
        self.renamed.get(folder).map_or(MODULE, String::as_str)
    }
}

fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn below(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Helpers with their aliases in an import: `name` or `name as alias`.
pub fn named(names: &BTreeSet<String>, aliases: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let written = |name: &String| match aliases.get(name) {
        Some(alias) => format!("{name} as {alias}"),
        None => name.clone(),
    };
    names.iter().map(|name| (name.clone(), written(name))).collect()
}

/// The statements that import helpers: from one module, or from the modules of their package. Each helper comes with what is
/// written in the import.
pub fn imports(names: &[(String, String)], module: Option<&str>, helpers: &Helpers) -> Vec<String> {
    let mut by_module: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, written) in names {
        let module = module.or_else(|| helpers.module_of(name));
        by_module.entry(module.unwrap_or(MODULE)).or_default().push(written);
    }
    by_module.into_iter().map(|(module, names)| format!("from {module} import {}", names.join(", "))).collect()
}

/// The text of a helper file: the helpers, what they use, and their imports.
pub fn file(needed: &BTreeSet<&str>, mapping: &Mapping) -> String {
    mapping.helpers.file(HEADER, needed)
}
