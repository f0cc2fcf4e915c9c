//! The helper files that converted code imports from: one for each package of the project, and one for files outside of
//! packages.

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

/// The helper module of each file in a project.
#[derive(Debug, Default)]
pub struct HelperModules {
    /// The folder of the outermost package around each file that is in a package.
    packages: BTreeMap<String, String>,
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
        let folders: BTreeSet<&str> = packages.values().map(String::as_str).chain([""]).collect();
        let mut renamed = BTreeMap::new();
        for folder in folders {
            let is_taken = |module: &str| taken.contains(below(folder, &format!("{module}.py")).as_str());
            if is_taken(MODULE) {
                let free =
                    (1..=taken.len() + 1).map(|number| format!("{MODULE}_{number}")).find(|module| !is_taken(module));
                renamed.extend(free.map(|module| (folder.to_owned(), module)));
            }
        }
        HelperModules { packages, renamed }
    }

    /// The path of the helper file for a file.
    pub fn path_for(&self, file: &str) -> String {
        let folder = self.packages.get(file).map_or("", String::as_str);
        below(folder, &format!("{}.py", self.module_in(folder)))
    }

    /// The module from which a file imports its helpers, relative if the file is in a package.
    pub fn import_for(&self, file: &str) -> String {
        let Some(folder) = self.packages.get(file) else { return self.module_in("").to_owned() };
        let depth = file.matches('/').count() - below(folder, "").matches('/').count();
        format!("{}{}", ".".repeat(depth + 1), self.module_in(folder))
    }

    fn module_in(&self, folder: &str) -> &str {
        self.renamed.get(folder).map_or(MODULE, String::as_str)
    }
}

fn below(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The statements that import helpers: from one module, or from the modules of their package.
pub fn imports(names: &BTreeSet<String>, module: Option<&str>, helpers: &Helpers) -> Vec<String> {
    let mut by_module: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in names {
        let module = module.or_else(|| helpers.module_of(name));
        by_module.entry(module.unwrap_or(MODULE)).or_default().push(name);
    }
    by_module.into_iter().map(|(module, names)| format!("from {module} import {}", names.join(", "))).collect()
}

/// The text of a helper file: the helpers, what they use, and their imports.
pub fn file(needed: &BTreeSet<&str>, mapping: &Mapping) -> String {
    mapping.helpers.file(HEADER, needed)
}
