//! Requirements files: replaces the packages of PyTorch by those of the target.

use std::collections::BTreeSet;

use crate::file::{Conversion, MARK};
use crate::rules::Mapping;

/// Converts a requirements file. Version constraints of replaced packages are dropped. If the code imports helpers from their
/// package, it is required after the first package that is replaced.
pub fn convert(text: &str, mapping: &Mapping, imports_helpers: bool) -> Conversion {
    let mut helpers = mapping.helpers.distribution().filter(|_| imports_helpers);
    let mut after = String::with_capacity(text.len());
    let mut present = BTreeSet::new();
    for line in text.split_inclusive('\n') {
        let name = package(line);
        let Some(target) = mapping.requirements.get(&name.to_ascii_lowercase().replace('_', "-")) else {
            present.insert(name.to_owned());
            after.push_str(line);
            continue;
        };
        let comment = line.find(" #").map_or("", |at| &line[line[..at].trim_end().len()..]).trim_end();
        let line_break = &line[line.trim_end_matches(['\n', '\r']).len()..];
        let is_new = !target.value.is_empty() && present.insert(target.value.clone());
        if is_new {
            after.push_str(&format!("{}{comment}{line_break}", target.as_str()));
            if let Some(helpers) = helpers.take().filter(|helpers| !text.lines().any(|line| package(line) == helpers)) {
                let line =
                    if line_break.is_empty() { format!("\n{helpers}") } else { format!("{helpers}{line_break}") };
                after.push_str(&line);
            }
        } else {
            let replaced = line.trim_end();
            after.push_str(&format!("# {MARK} {replaced}: another package contains it{line_break}"));
        }
    }
    Conversion::only_text(after)
}

/// The name of the package that a line requires. Empty for options, comments and addresses.
fn package(line: &str) -> &str {
    let line = line.trim();
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c))).unwrap_or(line.len());
    if line.starts_with('-') { "" } else { &line[..end] }
}
