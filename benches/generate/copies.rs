//! Copies a set of operators many times under new names, to measure how the cost of a run grows. The copies have the same
//! findings as the original.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use opgen::driver;
use opgen::project::Root;
use opgen::registry::Registry;

/// Writes `copies` copies of the YAML in `root` to one tree.
pub fn write(root: &Root, copies: usize, out: &Path) {
    let project = driver::load(root);
    let (registry, sources) = (&project.registry, &project.sources);
    let defined: BTreeSet<&str> = registry.ops().map(|(_, op)| op.name.as_str()).collect();
    let with_definitions: BTreeSet<&str> =
        registry.ops().map(|(_, op)| sources.file(op.name.span.file).name()).collect();
    for file in sources.files().filter(|file| file.name().ends_with(".yaml")) {
        let defines = with_definitions.contains(file.name());
        let copy = |number| Copy { registry, defined: &defined, defines, number }.text(file.text());
        let text = format!("{}\n", file.text()) + &(1..copies).map(copy).collect::<String>();
        let path = out.join(file.name().strip_prefix("yaml/").unwrap_or(file.name()));
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("it is writable");
        fs::write(path, text).expect("it is writable");
    }
}

/// A further copy of a file.
struct Copy<'a> {
    registry: &'a Registry,
    /// The operators of all files.
    defined: &'a BTreeSet<&'a str>,
    /// Whether this file defines operators.
    defines: bool,
    number: usize,
}

impl Copy<'_> {
    fn text(&self, text: &str) -> String {
        let mut copy = String::new();
        // Text before the first entry belongs to the file, not to an entry.
        let (mut block, mut is_skipped) = ("", true);
        for line in text.lines() {
            if let Some(entry) = line.strip_prefix("- ") {
                is_skipped = !self.defines && self.is_for_hand_written(entry);
            }
            if !is_skipped {
                copy += &self.line(line, &mut block);
                copy.push('\n');
            }
        }
        copy
    }

    /// Whether an entry that begins with this line belongs to a hand-written operator or its gradient. There are no copies of
    /// those.
    fn is_for_hand_written(&self, entry: &str) -> bool {
        let name = entry.split_once(':').map_or(entry, |(_, name)| name).trim_start();
        let name = name.split(|c: char| !is_in_word(c)).next().unwrap_or_default();
        [name, name.trim_end_matches("_grad")].iter().any(|name| self.registry.is_hand_written(name))
    }

    /// Renames the operators in a line. `block` is the key that contains the line.
    fn line<'a>(&self, line: &'a str, block: &mut &'a str) -> String {
        let Some((before, behind)) = line.split_once(':') else {
            // The item of a list of operators.
            return if line.starts_with("- ") { self.rename(line, usize::MAX) } else { line.to_owned() };
        };
        let indent = before.len() - before.trim_start().len();
        let key = before.trim_start_matches(['-', ' ']).trim_end();
        if indent <= 2 {
            *block = key;
        }
        match key {
            "op" | "backward_op" | "backward" | "manual_signature" => {
                format!("{before}:{}", self.rename(behind, usize::MAX))
            }
            "forward" | "invoke" | "composite" => format!("{before}:{}", self.rename(behind, 1)),
            _ if indent > 2 && *block == "get_expected_kernel_type" => {
                format!("{}:{behind}", self.rename(before, usize::MAX))
            }
            _ => line.to_owned(),
        }
    }

    /// Renames the first `words` words, except operators that no file defines.
    fn rename(&self, text: &str, mut words: usize) -> String {
        let (mut renamed, mut rest) = (String::new(), text);
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_').filter(|_| words > 0) {
            let (before, behind) = rest.split_at(start);
            let end = behind.find(|c| !is_in_word(c)).unwrap_or(behind.len());
            let (word, behind) = behind.split_at(end);
            renamed += before;
            renamed += &self.name(word);
            (rest, words) = (behind, words - 1);
        }
        renamed + rest
    }

    /// The new name has a prefix, because opgen only interprets the ends of names. The prefix sorts copies after all other
    /// names.
    fn name(&self, name: &str) -> String {
        match self.registry.is_hand_written(name) && !self.defined.contains(name) {
            true => name.to_owned(),
            false => format!("zz{:04}_{name}", self.number),
        }
    }
}

fn is_in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
