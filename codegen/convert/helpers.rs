//! The file with the helpers that converted code imports.

use std::collections::BTreeSet;

use crate::rules::Mapping;

/// The name of the module.
pub const MODULE: &str = "paddle_utils";

/// The text of the file: the imports of all helpers, and then the helpers by name.
pub fn file(needed: &BTreeSet<&str>, mapping: &Mapping) -> String {
    let texts: Vec<&str> =
        with_dependencies(needed, mapping).into_iter().map(|name| mapping.helpers[name].as_str()).collect();
    let is_import = |line: &&str| line.starts_with("import ") || line.starts_with("from ");
    let mut imports: BTreeSet<&str> = texts.iter().flat_map(|text| text.lines().filter(is_import)).collect();
    imports.extend(mapping.helper_imports.iter().map(String::as_str));
    let mut file = String::from("\"\"\"What converted code needs beside the framework.\"\"\"\n\n");
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

/// The helpers that rules of a mapping may need.
pub fn reachable(mapping: &Mapping) -> Vec<&str> {
    let rules = || mapping.functions.values().chain(mapping.attributes.values());
    let targets = rules().filter_map(|rule| mapping.helper_of(rule.target.as_ref()?.as_str()));
    let named = rules().flat_map(|rule| &rule.cases).flat_map(|case| &case.helpers).map(|helper| helper.as_str());
    with_dependencies(&targets.chain(named).collect(), mapping)
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
