//! Compares generated files by their declarations, regardless of the generator and of how the text is laid out.
//!
//! It knows no operator and no path.

#![deny(missing_docs)]

pub mod facts;

use std::collections::BTreeSet;

use facts::Facts;
use serde::Serialize;

/// How the declarations of two files differ. Each list holds names.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The number of names with the same declarations in both files.
    pub same: usize,
    /// Names that both files declare differently.
    pub changed: Vec<Changed>,
    /// Names that only their file declares, and none of our files.
    pub only_theirs: Vec<String>,
    /// Names of their file that a different one of our files declares.
    pub elsewhere: Vec<String>,
    /// Names that only our file declares.
    pub only_ours: Vec<String>,
}

/// A name that both files declare differently. Declarations on which they agree are left out.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The full name.
    pub name: String,
    /// Declarations that only their file has.
    pub theirs: Vec<String>,
    /// Declarations that only our file has.
    pub ours: Vec<String>,
}

impl Difference {
    /// Compares two files. `all_ours` holds the names in all of our files.
    pub fn between(theirs: &Facts, ours: &Facts, all_ours: &BTreeSet<&str>) -> Self {
        let mut difference = Difference::default();
        for (name, declared) in theirs {
            match ours.get(name) {
                None if all_ours.contains(name.as_str()) => difference.elsewhere.push(name.clone()),
                None => difference.only_theirs.push(name.clone()),
                Some(same) if same == declared => difference.same += 1,
                Some(other) => {
                    let without =
                        |all: &BTreeSet<String>, others: &BTreeSet<String>| all.difference(others).cloned().collect();
                    let (theirs, ours) = (without(declared, other), without(other, declared));
                    difference.changed.push(Changed { name: name.clone(), theirs, ours });
                }
            }
        }
        difference.only_ours = ours.keys().filter(|name| !theirs.contains_key(*name)).cloned().collect();
        difference
    }

    /// Whether both files declare the same.
    pub fn is_empty(&self) -> bool {
        let Difference { same: _, changed, only_theirs, elsewhere, only_ours } = self;
        changed.is_empty() && [only_theirs, elsewhere, only_ours].iter().all(|names| names.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_changed_moved_or_only_on_one_side() {
        let (theirs, ours) = (
            facts::of("void a(int x); void b(); void c(); void d();"),
            facts::of("void a(int); void b(bool); void e();"),
        );
        let difference = Difference::between(&theirs, &ours, &BTreeSet::from(["a", "b", "c", "e"]));
        let changed =
            Changed { name: "b".into(), theirs: vec!["() -> void".into()], ours: vec!["(bool) -> void".into()] };
        let one = |name: &str| vec![name.to_owned()];
        let expected = Difference {
            same: 1,
            changed: vec![changed],
            only_theirs: one("d"),
            elsewhere: one("c"),
            only_ours: one("e"),
        };
        assert_eq!(difference, expected);
    }
}
