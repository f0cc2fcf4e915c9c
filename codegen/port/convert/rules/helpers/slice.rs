//! Writes the part of the helpers that a program needs as one Python file.

use std::collections::{BTreeMap, BTreeSet};

use super::{Helpers, Import};

impl Helpers {
    /// The text of a file with these helpers and everything that they need, below a header: imports, then the statements in
    /// the order of their modules.
    pub fn file(&self, header: &str, needed: &BTreeSet<&str>) -> String {
        let needed = self.needed_for(needed);
        let mut file = format!("{header}\n");
        let imports: BTreeSet<&Import> = needed.iter().flat_map(|id| &self.statements[*id].imports).collect();
        add_imports(&mut file, &imports);
        let mut last = None;
        for id in needed {
            let statement = &self.statements[id];
            let follows = last.is_some_and(|last: usize| last + 1 == id && !self.statements[last].is_block);
            file.push_str(if follows && statement.is_adjacent && !statement.is_block { "" } else { "\n\n" });
            file.push_str(&statement.text);
            file.push('\n');
            last = Some(id);
        }
        file
    }
}

fn add_imports(file: &mut String, imports: &BTreeSet<&Import>) {
    let mut from: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut plain = Vec::new();
    for Import { from: module, name } in imports {
        match module {
            Some(module) => from.entry(module).or_default().push(name),
            None => plain.push(name),
        }
    }
    let from_future = from.remove("__future__");
    let line = |module: &str, names: &[&str]| format!("from {module} import {}\n", names.join(", "));
    if let Some(names) = from_future {
        *file += &format!("\n{}", line("__future__", &names));
    }
    if !plain.is_empty() || !from.is_empty() {
        file.push('\n');
    }
    *file += &plain.iter().map(|name| format!("import {name}\n")).collect::<String>();
    *file += &from.iter().map(|(module, names)| line(module, names)).collect::<String>();
}
