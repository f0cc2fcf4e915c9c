//! Operators as data that every reader can use, whichever framework they are of.
//!
//! A framework says what there is to know about an operator, in order and in words. Readers lay it out: as text in a terminal, in an
//! editor, on a page, or beside an earlier version.

#![deny(missing_docs)]

mod breaks;
mod differences;
mod location;
mod text;

pub use breaks::{Break, BreakClass};
pub use differences::{Changed, ChangedPart, Differences};
pub use location::Location;
pub use text::text;

/// An operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// The name that it shares with its overloads. Empty if operators have no overloads.
    pub base: String,
    /// The kind of entry that defines it.
    pub kind: String,
    /// The position of its name there.
    pub place: Location,
    /// Other names by which a reader may ask for it, such as those of its functions.
    pub names: Vec<String>,
    /// What there is to know about it, in order.
    pub parts: Vec<Part>,
    /// The operators that belong to it, such as its gradients.
    pub relations: Vec<Relation>,
}

/// Something to know about an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is about. Empty if it goes on with the part before.
    pub label: String,
    /// The text. A line with more indentation than the one above belongs to it.
    pub lines: Vec<String>,
    /// Where something is written, if the part says that. It is no property of the operator.
    pub place: Option<Location>,
}

/// Another operator that belongs to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// What it is to the operator.
    pub label: &'static str,
    /// Its name.
    pub name: String,
}

/// An operator that a reader has asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The operator.
    pub operator: Described,
    /// Everything about it as JSON, indented by two spaces.
    pub json: String,
}

impl Described {
    /// True if the operator has a name, or is asked for by it.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.names.iter().any(|other| other == name)
    }

    /// Adds where something is written.
    pub fn add_place(&mut self, label: &str, place: Location) {
        self.parts.push(Part { label: label.to_owned(), lines: vec![place.to_string()], place: Some(place) });
    }

    /// Adds something to know. Without lines, nothing is added.
    pub fn add(&mut self, label: &str, lines: Vec<String>) {
        if !lines.is_empty() {
            self.parts.push(Part { label: label.to_owned(), lines, place: None });
        }
    }
}

/// A list of operators as JSON.
pub fn json(found: &[Found]) -> String {
    let item = |found: &Found| {
        let lines: Vec<String> = found.json.lines().map(|line| format!("  {line}")).collect();
        lines.join("\n")
    };
    match found {
        [] => "[]\n".to_owned(),
        _ => format!("[\n{}\n]\n", found.iter().map(item).collect::<Vec<_>>().join(",\n")),
    }
}
