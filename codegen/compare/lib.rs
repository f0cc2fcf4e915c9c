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
    /// Compares two texts of C++.
    pub fn between(theirs: &str, ours: &str) -> Self {
        Difference::of(&facts::of(theirs), &facts::of(ours))
    }

    fn of(theirs: &Facts, ours: &Facts) -> Self {
        let mut difference = Difference::default();
        for (name, declared) in theirs {
            match ours.get(name) {
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

    pub fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.only_theirs.is_empty() && self.only_ours.is_empty()
    }
}

/// Whether two texts of C++ are the same code: they differ in comments, in white space and in what they include.
pub fn is_same_code(one: &str, other: &str) -> bool {
    tokens::of(one) == tokens::of(other)
}
