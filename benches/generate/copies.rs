//! A set of operators many times over, each copy under names of its own, to see how the cost of a run grows.

use std::fs;
use std::path::Path;

use opgen::project::{self, Root};
use opgen::registry::Registry;

/// Writes the YAML of `root` so many times into one tree.
pub fn write(root: &Root, copies: usize, out: &Path) {
    let project = project::load(root);
    for file in project.sources.files().filter(|file| file.name().ends_with(".yaml")) {
        let copy = |number| Copy { registry: &project.registry, number }.text(file.text());
        let path = out.join(file.name().strip_prefix("yaml/").unwrap_or(file.name()));
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("it is writable");
        fs::write(path, (0..copies).map(copy).collect::<String>()).expect("it is writable");
    }
}

struct Copy<'a> {
    registry: &'a Registry,
    number: usize,
}

impl Copy<'_> {
    fn text(&self, text: &str) -> String {
        let mut block = "";
        let mut copy = String::new();
        for line in text.lines() {
            copy += &if self.number == 0 { line.to_owned() } else { self.line(line, &mut block) };
            copy.push('\n');
        }
        copy
    }

    /// A line with other names of operators. `block` is the key that it stands under.
    fn line<'a>(&self, line: &'a str, block: &mut &'a str) -> String {
        let Some((before, behind)) = line.split_once(':') else {
            // A list of operators.
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

    /// Gives the first words other names, but for those that no file defines.
    fn rename(&self, text: &str, mut words: usize) -> String {
        let (mut renamed, mut rest) = (String::new(), text);
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_').filter(|_| words > 0) {
            let (before, behind) = rest.split_at(start);
            let end = behind.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(behind.len());
            let (word, behind) = behind.split_at(end);
            renamed += before;
            renamed += &if self.registry.is_hand_written(word) { word.to_owned() } else { self.name(word) };
            (rest, words) = (behind, words - 1);
        }
        renamed + rest
    }

    /// A name that ends in `_` still does.
    fn name(&self, name: &str) -> String {
        let number = self.number;
        name.strip_suffix('_').map_or_else(|| format!("{name}_x{number}"), |stem| format!("{stem}_x{number}_"))
    }
}
