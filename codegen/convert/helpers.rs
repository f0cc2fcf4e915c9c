//! The file with the helpers that converted code imports.

use std::collections::BTreeSet;

use crate::rules::Mapping;

/// The name of the module.
pub const MODULE: &str = "paddle_utils";

/// The text of the file: the imports of all helpers, and then the helpers by name.
pub fn file(needed: &BTreeSet<&str>, mapping: &Mapping) -> String {
    let texts: Vec<&str> = needed.iter().filter_map(|name| mapping.helpers.get(*name)).map(String::as_str).collect();
    let is_import = |line: &&str| line.starts_with("import ");
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
