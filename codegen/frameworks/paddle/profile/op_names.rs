//! Lists of operators that the framework treats in a special way.

use std::ops::Deref;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use source::yaml::{Node, Value};
use source::{FileId, Span, Spanned};
use std::collections::BTreeSet;

/// Names of operators, or of functions and classes that are named after them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct OpNames(Vec<String>);

impl Deref for OpNames {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

/// Facts about operators, by name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct OpMap<T>(IndexMap<String, T>);

impl<T> Default for OpMap<T> {
    fn default() -> Self {
        OpMap(IndexMap::new())
    }
}

impl<T> Deref for OpMap<T> {
    type Target = IndexMap<String, T>;

    fn deref(&self) -> &IndexMap<String, T> {
        &self.0
    }
}

/// The names in an [`OpNames`] or [`OpMap`] of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpList {
    /// The keys that lead to the list, such as `pir.rules.decomposed`.
    pub path: String,
    /// The names.
    pub names: Vec<ListedOp>,
}

/// A name in an [`OpList`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedOp {
    /// The name.
    pub name: String,
    /// Where the name is written. `None` if a built-in profile lists it.
    pub span: Option<Span>,
    /// The fact about the operator in an [`OpMap`], as a value of TOML.
    pub value: Option<String>,
}

impl OpList {
    /// Whether the list has an operator.
    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|listed| listed.name == name)
    }
}

/// Finds the lists below a node of a profile.
pub(crate) struct Finder<'a> {
    /// The spans of the nodes that were read as [`OpNames`] or [`OpMap`].
    pub lists: &'a BTreeSet<Span>,
    /// The built-in profiles.
    pub built_in: &'a [FileId],
}

impl Finder<'_> {
    /// The lists below a node under a path of keys.
    pub fn find(&self, path: &str, node: &Node) -> Vec<OpList> {
        if self.lists.contains(&node.span) {
            return vec![OpList { path: path.to_owned(), names: self.names(node) }];
        }
        let Value::Mapping(entries) = &node.value else { return Vec::new() };
        entries.iter().flat_map(|(key, value)| self.find(&format!("{path}.{}", toml_key(&key.value)), value)).collect()
    }

    fn names(&self, list: &Node) -> Vec<ListedOp> {
        let listed = |name: &str, span: Span, value: Option<&Node>| ListedOp {
            name: name.to_owned(),
            span: (!self.built_in.contains(&span.file)).then_some(span),
            value: value.map(toml_value),
        };
        match &list.value {
            Value::Sequence(items) => items
                .iter()
                .filter_map(|item| match &item.value {
                    Value::Scalar(scalar) => Some(listed(&scalar.text, item.span, None)),
                    _ => None,
                })
                .collect(),
            Value::Mapping(entries) => {
                let entry = |(key, value): &(Spanned<String>, Node)| listed(&key.value, key.span, Some(value));
                entries.iter().map(entry).collect()
            }
            Value::Scalar(_) | Value::Rejected => Vec::new(),
        }
    }
}

/// A key as TOML spells it.
fn toml_key(key: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !key.is_empty() && key.chars().all(is_bare) { key.to_owned() } else { format!("{key:?}") }
}

/// A value as TOML spells it, on one line.
fn toml_value(node: &Node) -> String {
    match &node.value {
        Value::Scalar(scalar) if scalar.plain => scalar.text.clone(),
        Value::Scalar(scalar) => format!("{:?}", scalar.text),
        Value::Sequence(items) => format!("[{}]", items.iter().map(toml_value).collect::<Vec<_>>().join(", ")),
        Value::Mapping(entries) => {
            let entry =
                |(key, value): &(Spanned<String>, Node)| format!("{} = {}", toml_key(&key.value), toml_value(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Rejected => "\"\"".to_owned(),
    }
}
