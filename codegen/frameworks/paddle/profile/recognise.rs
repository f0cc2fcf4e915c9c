//! Tells from the files of a tree, and from operators that they define, which version of a framework it is.

use std::sync::LazyLock;

use project::framework::{Recognised, Tree, UnsupportedVersion};
use serde::Deserialize;
use source::Diagnostics;
use source::spanned_de::from_node;

use crate::load::{BUILT_IN, parse, texts, top};
use crate::merge::entry;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: Vec<UnsupportedVersion>,
}

/// The version that a tree has the marks of.
pub fn recognised(tree: &mut dyn Tree) -> Option<Recognised> {
    let mut is_by = |marks: &[String]| has_marks(tree, marks);
    let described = described().iter().find(|(_, files)| is_by(files));
    let profile = described.map(|(name, _)| Recognised::Profile(name));
    profile.or_else(|| unsupported().iter().find(|version| is_by(&version.recognised_by)).map(Recognised::Unsupported))
}

/// Whether a tree has all marks of a version: each is the path of a file, or `PATH: OPERATOR` for a file that defines an operator.
/// No tree has the marks of a version that has none.
pub fn has_marks(tree: &mut dyn Tree, marks: &[String]) -> bool {
    let mut has = |mark: &String| match mark.split_once(": ") {
        None => tree.has(mark),
        Some((file, operator)) => tree.text(file).is_some_and(|text| defines(&text, operator)),
    };
    !marks.is_empty() && marks.iter().all(&mut has)
}

/// Whether the text of a YAML file has an entry for an operator. The file is not parsed, because that is done by the rules of the
/// version that is still unknown.
fn defines(text: &str, operator: &str) -> bool {
    let name = |line: &str| {
        let entry = line.trim_start().strip_prefix('-')?.trim_start();
        let (key, name) = entry.split_once(':')?;
        matches!(key.trim_end(), "op" | "backward_op").then(|| name.trim() == operator)
    };
    text.contains(operator) && text.lines().any(|line| name(line) == Some(true))
}

/// The built-in profiles, newest first, with the marks by which their trees are recognised. These stand above a
/// profile's first table, so the rest is only read if the profile is needed.
fn described() -> &'static [(&'static str, Vec<String>)] {
    static READ: LazyLock<Vec<(&str, Vec<String>)>> = LazyLock::new(|| {
        let read = |(name, text): &(&'static str, &str)| {
            let files = texts(entry(&top(text), RECOGNISED_BY), RECOGNISED_BY, &mut Diagnostics::default());
            (*name, files.into_iter().map(|file| file.value).collect())
        };
        BUILT_IN.iter().map(read).collect()
    });
    &READ
}

const RECOGNISED_BY: &str = "recognised_by";

/// The versions that opgen knows only by name.
///
/// # Panics
/// If the list has errors, which a test rules out.
pub fn unsupported() -> &'static [UnsupportedVersion] {
    static LOADED: LazyLock<Vec<UnsupportedVersion>> = LazyLock::new(|| {
        let node = parse(include_str!("unsupported.toml"));
        from_node::<Written>(&node).unwrap_or_else(|error| panic!("unsupported.toml: {}", error.message)).version
    });
    &LOADED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::built_in_profiles;

    /// A tree that has some marks, and nothing else.
    struct Marked<'a>(&'a [String]);

    impl Tree for Marked<'_> {
        fn has(&mut self, path: &str) -> bool {
            self.0.iter().any(|mark| mark == path)
        }

        fn text(&mut self, path: &str) -> Option<String> {
            let operators = self.0.iter().filter_map(|mark| mark.split_once(": "));
            let entries = operators.filter(|(file, _)| *file == path).map(|(_, op)| format!("- op : {op}\n"));
            Some(entries.collect())
        }
    }

    #[test]
    fn an_operator_is_found_by_its_entry() {
        let text = "- op : lu\n  args : (Tensor lu_solve)\n- backward_op: lu_grad\n#- op : lu_unpack\n";
        assert!(defines(text, "lu") && defines(text, "lu_grad"));
        assert!(!defines(text, "lu_solve") && !defines(text, "lu_unpack"));
    }

    #[test]
    fn the_top_of_a_profile_says_how_it_is_recognised() {
        let loaded = built_in_profiles().map(|profile| (profile.name.as_str(), profile.recognised_by.clone()));
        assert_eq!(described(), loaded.collect::<Vec<_>>());
    }

    #[test]
    fn every_version_is_recognised_and_has_no_profile() {
        for version in unsupported() {
            let found = recognised(&mut Marked(&version.recognised_by));
            assert_eq!(found, Some(Recognised::Unsupported(version)), "remove it from the list");
        }
        for profile in built_in_profiles().filter(|profile| !profile.recognised_by.is_empty()) {
            let found = recognised(&mut Marked(&profile.recognised_by));
            assert_eq!(found, Some(Recognised::Profile(&profile.name)));
        }
        assert_eq!(recognised(&mut Marked(&[])), None);
    }
}
