//! The values that a pickle builds. They are in one list and refer to each other by index, so a value that contains itself, or is
//! in a million containers, costs nothing.

use std::borrow::Cow;

use super::globals::Global;
use crate::dtype::Dtype;

/// The index of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Id(pub(super) u32);

#[derive(Debug, Clone)]
pub(crate) enum Value {
    None,
    Bool(bool),
    Integer(i128),
    Text(String),
    List(Vec<Id>),
    Tuple(Vec<Id>),
    /// Pairs in the order of insertion. A later pair replaces an earlier one with an equal key.
    Dict(Vec<(Id, Id)>),
    Global(Global),
    Dtype(Dtype),
    Storage(Box<StorageReference>),
    Tensor(Box<TensorReference>),
    /// A value that has no part in a checkpoint: a float, bytes, a set, a device.
    Other(&'static str),
}

impl Value {
    /// The name of the type in messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::None => "None",
            Value::Bool(_) => "a bool",
            Value::Integer(_) => "an integer",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Dict(_) => "a dict",
            Value::Global(_) => "a class or function",
            Value::Dtype(_) => "a dtype",
            Value::Storage(_) => "a storage",
            Value::Tensor(_) => "a tensor",
            Value::Other(kind) => kind,
        }
    }
}

/// A storage, by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StorageReference {
    /// A text or an integer.
    pub(crate) key: Id,
    /// `None` if the storage only has bytes.
    pub(crate) dtype: Option<Dtype>,
    /// The number of bytes.
    pub(crate) length: u64,
    /// The part that is meant: the first byte, and the number of bytes.
    pub(crate) part: Option<(u64, u64)>,
}

/// A tensor, before its storage is found.
#[derive(Debug, Clone)]
pub(crate) struct TensorReference {
    pub(crate) storage: Id,
    pub(crate) dtype: Dtype,
    pub(crate) offset: u64,
    pub(crate) shape: Vec<u64>,
    pub(crate) strides: Vec<u64>,
    pub(crate) is_conjugate: bool,
    pub(crate) is_negative: bool,
}

/// The result of a pickle.
#[derive(Debug)]
pub(crate) struct Unpickled {
    pub(super) values: Vec<Value>,
    pub(crate) root: Id,
    /// The number of bytes of the pickle.
    pub(crate) length: usize,
}

impl Unpickled {
    pub(crate) fn get(&self, id: Id) -> &Value {
        &self.values[id.0 as usize]
    }

    pub(crate) fn root(&self) -> &Value {
        self.get(self.root)
    }

    /// All storages that the pickle names.
    pub(crate) fn storages(&self) -> impl Iterator<Item = &StorageReference> {
        self.values.iter().filter_map(|value| match value {
            Value::Storage(storage) => Some(&**storage),
            _ => None,
        })
    }

    /// The key of a storage as a text.
    pub(crate) fn key(&self, id: Id) -> Cow<'_, str> {
        match self.get(id) {
            Value::Text(key) => Cow::Borrowed(key),
            Value::Integer(key) => Cow::Owned(key.to_string()),
            other => Cow::Borrowed(other.kind()),
        }
    }

    /// The value of a text as a key of a dict.
    pub(crate) fn item(&self, dict: &Value, key: &str) -> Option<Id> {
        let Value::Dict(pairs) = dict else { return None };
        let is_key = |id: Id| matches!(self.get(id), Value::Text(text) if text == key);
        pairs.iter().rev().find(|(id, _)| is_key(*id)).map(|(_, value)| *value)
    }
}
