//! Compares generated files by what they declare: whoever wrote them, and however the text is laid out.
//!
//! Knows no operator and no path.

pub mod facts;
mod tokens;

use std::collections::BTreeSet;

use facts::Facts;
use serde::Serialize;

/// How what two files declare differs. Each item is a name.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The number of names under which both declare the same.
    pub same: usize,
    /// Names that both declare, but otherwise.
    pub changed: Vec<Changed>,
    pub only_theirs: Vec<String>,
    /// Names that another of our files declares.
    pub elsewhere: Vec<String>,
    pub only_ours: Vec<String>,
}

/// What is declared under a name, in one file and not in the other.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    pub name: String,
    pub theirs: Vec<String>,
    pub ours: Vec<String>,
}

impl Difference {
    /// Compares two files. `all_ours` has the names in all of our files.
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
