//! A project's changes to a profile. Tables are merged; any other value replaces the old one.

use serde::Deserialize;
use toml::{Table, Value as Toml};

use super::{PADDLE_2_6, Profile};
use source::yaml::{Node, Scalar, Value};
use source::{Diagnostic, Diagnostics, Spanned};

impl Profile {
    /// This profile with some of its keys changed. A change that does not fit is reported and ignored.
    pub fn laid_over(entries: &[(Spanned<String>, Node)], diagnostics: &mut Diagnostics) -> Profile {
        let table = PADDLE_2_6.parse().expect("the built-in profile is valid");
        let mut overlay = Overlay { table, profile: Profile::paddle_2_6(), diagnostics };
        overlay.entries(&mut Vec::new(), entries);
        overlay.profile
    }
}

struct Overlay<'a> {
    /// The profile with the changes so far.
    table: Table,
    /// The profile that the table describes.
    profile: Profile,
    diagnostics: &'a mut Diagnostics,
}

impl Overlay<'_> {
    fn entries(&mut self, path: &mut Vec<String>, entries: &[(Spanned<String>, Node)]) {
        for (key, node) in entries {
            path.push(key.value.clone());
            match (&node.value, at(&mut self.table, path)) {
                (Value::Mapping(below), Some(Toml::Table(_))) => self.entries(path, below),
                _ => self.set(path, key, node),
            }
            path.pop();
        }
    }

    /// Sets one value, if the profile is still valid with it. So each mistake is reported where it was made.
    fn set(&mut self, path: &[String], key: &Spanned<String>, node: &Node) {
        let mut table = self.table.clone();
        let Some((last, tables)) = path.split_last() else { return };
        let place =
            if tables.is_empty() { Some(&mut table) } else { at(&mut table, tables).and_then(Toml::as_table_mut) };
        let Some(place) = place else { return };
        place.insert(last.clone(), toml(node));
        match Profile::deserialize(table.clone()) {
            Ok(profile) => (self.table, self.profile) = (table, profile),
            Err(error) => {
                let message = format!("cannot set `{}` in the profile: {}", path.join("."), error.message());
                self.diagnostics.push(Diagnostic::new(source::rules::WRONG_NODE, key.span, message));
            }
        }
    }
}

/// The value at a path of keys.
fn at<'a>(table: &'a mut Table, path: &[String]) -> Option<&'a mut Toml> {
    let (first, rest) = path.split_first()?;
    let value = table.get_mut(first)?;
    if rest.is_empty() { Some(value) } else { at(value.as_table_mut()?, rest) }
}

fn toml(node: &Node) -> Toml {
    match &node.value {
        Value::Scalar(scalar) => plain(scalar).unwrap_or_else(|| Toml::String(scalar.text.clone())),
        Value::Sequence(items) => Toml::Array(items.iter().map(toml).collect()),
        Value::Mapping(entries) => {
            Toml::Table(entries.iter().map(|(key, node)| (key.value.clone(), toml(node))).collect())
        }
        Value::Rejected => Toml::String(String::new()),
    }
}

/// The value of a scalar that is not a string.
fn plain(scalar: &Scalar) -> Option<Toml> {
    let number = || scalar.text.parse().map(Toml::Integer).or_else(|_| scalar.text.parse().map(Toml::Float)).ok();
    scalar.plain.then(|| scalar.as_bool().map(Toml::Boolean).or_else(number)).flatten()
}
