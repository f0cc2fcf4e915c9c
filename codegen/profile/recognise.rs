//! Tells from the files of a tree which version of a framework it is.

use std::sync::LazyLock;

use serde::Deserialize;
use source::spanned_de::from_node;
use source::{Diagnostics, Sources, file::SourceFile, toml};

use crate::load::{BUILT_IN, texts};
use crate::merge::entry;

/// The version of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// The name of the built-in profile that describes it.
    Profile(&'static str),
    /// A version that no built-in profile describes.
    Unsupported(&'static UnsupportedVersion),
}

/// A version of a framework that no profile describes.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnsupportedVersion {
    /// The name that people know.
    pub name: String,
    /// Files that a tree of this version has.
    pub recognised_by: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: Vec<UnsupportedVersion>,
}

/// The version that a tree has the files of. `has` tells whether a file exists.
pub fn recognised(mut has: impl FnMut(&str) -> bool) -> Option<Recognised> {
    let mut is_by = |files: &[String]| !files.is_empty() && files.iter().all(|file| has(file));
    let described = described().iter().find(|(_, files)| is_by(files));
    let profile = described.map(|(name, _)| Recognised::Profile(name));
    profile.or_else(|| unsupported().iter().find(|version| is_by(&version.recognised_by)).map(Recognised::Unsupported))
}

/// The built-in profiles, newest first, with the files by which their trees are recognised. These stand above a
/// profile's first table, so the rest is only read if the profile is needed.
fn described() -> &'static [(&'static str, Vec<String>)] {
    static READ: LazyLock<Vec<(&str, Vec<String>)>> = LazyLock::new(|| {
        let read = |&(name, text): &(&'static str, &str)| {
            let top = text.split_once("\n[").map_or(text, |(top, _)| top);
            let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
            let file = sources.add(SourceFile::new(name.to_owned(), top.to_owned()));
            let node = toml::parse(file, top, &mut diagnostics).expect("the profile is TOML");
            let files = texts(entry(&node, RECOGNISED_BY), RECOGNISED_BY, &mut diagnostics);
            (name, files.into_iter().map(|file| file.value).collect())
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
        let text = include_str!("unsupported.toml");
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let file = sources.add(SourceFile::new("unsupported.toml".to_owned(), text.to_owned()));
        let node = toml::parse(file, text, &mut diagnostics).expect("the list is TOML");
        from_node::<Written>(&node).unwrap_or_else(|error| panic!("unsupported.toml: {}", error.message)).version
    });
    &LOADED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::built_in_profiles;

    #[test]
    fn the_top_of_a_profile_says_how_it_is_recognised() {
        let loaded = built_in_profiles().map(|profile| (profile.name.as_str(), profile.recognised_by.clone()));
        assert_eq!(described(), loaded.collect::<Vec<_>>());
    }

    #[test]
    fn every_version_is_recognised_and_has_no_profile() {
        for version in unsupported() {
            let found = recognised(|file| version.recognised_by.iter().any(|known| known == file));
            assert_eq!(found, Some(Recognised::Unsupported(version)), "remove it from the list");
        }
        for profile in built_in_profiles().filter(|profile| !profile.recognised_by.is_empty()) {
            let found = recognised(|file| profile.recognised_by.iter().any(|known| known == file));
            assert_eq!(found, Some(Recognised::Profile(&profile.name)));
        }
        assert_eq!(recognised(|_| false), None);
    }
}
