//! The values that a pickle builds. They are in one list and refer to each other by index, so a value that contains itself, or is
//! in a million containers, costs nothing.

use super::Vocabulary;

/// The index of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(pub(super) u32);

/// A value.
#[derive(Debug, Clone)]
pub enum Value<V: Vocabulary> {
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Integer(i128),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Id>),
    /// A tuple.
    Tuple(Vec<Id>),
    /// Pairs in the order of insertion. A later pair replaces an earlier one with an equal key.
    Dict(Vec<(Id, Id)>),
    /// A class or function.
    Global(V::Global),
    /// An instance.
    Object(V::Object),
    /// A value of which only the type is kept: a float, bytes, a set.
    Other(&'static str),
}

impl<V: Vocabulary> Value<V> {
    /// The name of the type in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::None => "None",
            Value::Bool(_) => "a bool",
            Value::Integer(_) => "an integer",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Dict(_) => "a dict",
            Value::Global(_) => "a class or function",
            Value::Object(object) => V::kind(object),
            Value::Other(kind) => kind,
        }
    }
}

/// The result of a pickle.
#[derive(Debug)]
pub struct Unpickled<V: Vocabulary> {
    /// All values.
    pub values: Vec<Value<V>>,
    /// The value that the pickle describes.
    pub root: Id,
    /// The number of bytes of the pickle.
    pub length: usize,
}

impl<V: Vocabulary> Unpickled<V> {
    /// The value of an index.
    pub fn get(&self, id: Id) -> &Value<V> {
        &self.values[id.0 as usize]
    }

    /// The value that the pickle describes.
    pub fn root(&self) -> &Value<V> {
        self.get(self.root)
    }

    /// The value of a text as a key of a dict.
    pub fn item(&self, dict: &Value<V>, key: &str) -> Option<Id> {
        let Value::Dict(pairs) = dict else { return None };
        let is_key = |id: Id| matches!(self.get(id), Value::Text(text) if text == key);
        pairs.iter().rev().find(|(id, _)| is_key(*id)).map(|(_, value)| *value)
    }
}
