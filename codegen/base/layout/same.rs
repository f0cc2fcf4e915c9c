//! Compares YAML values.

use std::collections::BTreeMap;

use source::Spanned;
use source::yaml::{Node, Value};

/// Whether two values are the same. The order of keys does not matter.
pub fn is_same(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (Value::Scalar(one), Value::Scalar(other)) => one.text == other.text && one.plain == other.plain,
        (Value::Sequence(one), Value::Sequence(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Mapping(one), Value::Mapping(other)) => {
            let others: BTreeMap<&str, &Node> = other.iter().map(|(key, value)| (key.as_str(), value)).collect();
            let has = |(key, value): &(Spanned<String>, Node)| {
                others.get(key.as_str()).is_some_and(|other| is_same(value, other))
            };
            one.len() == other.len() && one.iter().all(has)
        }
        _ => false,
    }
}
