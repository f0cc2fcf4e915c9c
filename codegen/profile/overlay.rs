//! What a project lays over a profile: tables are joined, anything else takes the place of what stood there.

use serde::Deserialize;
use toml::{Table, Value as Toml};

use super::{PADDLE_2_6, Profile};
use source::yaml::{Node, Scalar, Value};
use source::{Diagnostic, Diagnostics, Spanned};

impl Profile {
    /// This profile's text with some of its keys laid over. What does not fit is reported and left as it is.
    pub fn laid_over(entries: &[(Spanned<String>, Node)], diagnostics: &mut Diagnostics) -> Profile {
        let table = PADDLE_2_6.parse().expect("the built-in profile is valid");
        let mut overlay = Overlay { table, profile: Profile::paddle_2_6(), diagnostics };
        overlay.entries(&mut Vec::new(), entries);
        overlay.profile
    }
}

struct Overlay<'a> {
    /// As far as it has been laid over.
    table: Table,
    /// What the table says.
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

    /// Sets one value, if the profile is still one with it: so each mistake is found where it was made.
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
                let message = format!("the profile cannot take `{}`: {}", path.join("."), error.message());
                self.diagnostics.push(Diagnostic::new(source::rules::WRONG_NODE, key.span, message));
            }
        }
    }
}

/// What stands at a path of keys.
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

/// What is no string.
fn plain(scalar: &Scalar) -> Option<Toml> {
    let number = || scalar.text.parse().map(Toml::Integer).or_else(|_| scalar.text.parse().map(Toml::Float)).ok();
    scalar.plain.then(|| scalar.as_bool().map(Toml::Boolean).or_else(number)).flatten()
}
