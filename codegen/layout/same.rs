//! Compares YAML values.

use source::yaml::{Node, Value};

/// Whether two values are the same. The order of keys does not matter.
pub fn is_same(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (Value::Scalar(one), Value::Scalar(other)) => one.text == other.text && one.plain == other.plain,
        (Value::Sequence(one), Value::Sequence(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Mapping(one), Value::Mapping(other)) => {
            let has = |(key, value): &(_, Node)| other.iter().any(|(name, of)| name == key && is_same(of, value));
            one.len() == other.len() && one.iter().all(has)
        }
        _ => false,
    }
}
