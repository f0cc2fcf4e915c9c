//! The files with the helpers that converted code imports: one for each package of the project, and one for files outside of
//! packages.

use std::collections::{BTreeMap, BTreeSet};

use crate::modules::Modules;
use crate::rules::{Case, Mapping, Outcome};

/// The name of the module, unless the project has one of that name.
const MODULE: &str = "paddle_utils";

/// The first line of a file with helpers.
const HEADER: &str = "\"\"\"What converted code needs beside the framework.\"\"\"";

/// Whether a file with helpers has this text.
pub fn is_helper_file(text: &str) -> bool {
    text.starts_with(HEADER)
}

/// Whether a module of this name may hold helpers.
pub fn may_be_called(module: &str) -> bool {
    module.starts_with(MODULE)
}

/// The helpers that a file defines.
pub fn names_in<'m>(text: &str, mapping: &'m Mapping) -> BTreeSet<&'m str> {
    let definitions = text.lines().filter_map(|line| line.strip_prefix("def ").or_else(|| line.strip_prefix("class ")));
    let names = definitions.map(|rest| rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or(rest));
    names.filter_map(|name| mapping.helpers.get_key_value(name)).map(|(name, _)| name.as_str()).collect()
}

/// Where the helpers of each file lie.
#[derive(Debug, Default)]
pub struct Places {
    /// For each file in a package, the folder of the outermost package.
    packages: BTreeMap<String, String>,
    /// The name of the module in each folder that has another one.
    renamed: BTreeMap<String, String>,
}

impl Places {
    /// `is_helper_file` tells whether an earlier run made a file of the project.
    pub fn of(names: &[String], modules: &Modules, is_helper_file: impl Fn(usize) -> bool) -> Places {
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
                let free = (1..).map(|number| format!("{MODULE}_{number}")).find(|module| !is_taken(module));
                renamed.extend(free.map(|module| (folder.to_owned(), module)));
            }
        }
        Places { packages, renamed }
    }

    /// The file with the helpers of a file.
    pub fn path_for(&self, file: &str) -> String {
        let folder = self.packages.get(file).map_or("", String::as_str);
        below(folder, &format!("{}.py", self.module_in(folder)))
    }

    /// The module that a file imports its helpers from: relative in a package.
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

/// The text of the file: the imports of all helpers, and then the helpers by name.
pub fn file(needed: &BTreeSet<&str>, mapping: &Mapping) -> String {
    let texts: Vec<&str> =
        with_dependencies(needed, mapping).into_iter().map(|name| mapping.helpers[name].as_str()).collect();
    let is_import = |line: &&str| line.starts_with("import ") || line.starts_with("from ");
    let mut imports: BTreeSet<&str> = texts.iter().flat_map(|text| text.lines().filter(is_import)).collect();
    imports.extend(mapping.helper_imports.iter().map(String::as_str));
    let mut file = format!("{HEADER}\n\n");
    for import in imports {
        file.push_str(import);
        file.push('\n');
    }
    for text in texts {
        let body: Vec<_> = text.lines().filter(|line| !is_import(line)).collect();
        file.push_str("\n\n");
        file.push_str(body.join("\n").trim());
        file.push('\n');
    }
    file
}

/// The helpers that conversions for the chosen release may need.
pub fn reachable(mapping: &Mapping) -> Vec<&str> {
    let rules = || mapping.functions.values().chain(mapping.attributes.values());
    let usable = rules().filter(|rule| rule.missing.is_none());
    let targets = usable.filter_map(|rule| mapping.helper_of(rule.target.as_ref()?.as_str()));
    let is_usable = |case: &&Case| !matches!(case.result, Outcome::Unsupported(_) | Outcome::NotTorch);
    let cases = rules().flat_map(|rule| &rule.cases).filter(is_usable);
    let named = cases.flat_map(|case| &case.helpers).map(|helper| helper.as_str());
    let operators = mapping.in_place.operators.values().filter_map(|target| mapping.helper_of(target.as_str()));
    with_dependencies(&targets.chain(named).chain(operators).collect(), mapping)
}

/// Helpers and what they need of other helpers, which comes first.
pub fn with_dependencies<'m>(needed: &BTreeSet<&str>, mapping: &'m Mapping) -> Vec<&'m str> {
    let mut visited = BTreeSet::new();
    let mut ordered = Vec::new();
    needed.iter().for_each(|name| visit(name, mapping, &mut visited, &mut ordered));
    ordered
}

fn visit<'m>(name: &str, mapping: &'m Mapping, visited: &mut BTreeSet<&'m str>, ordered: &mut Vec<&'m str>) {
    let Some((name, text)) = mapping.helpers.get_key_value(name) else { return };
    if !visited.insert(name) {
        return;
    }
    let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    words.iter().for_each(|word| visit(word, mapping, visited, ordered));
    ordered.push(name);
}
