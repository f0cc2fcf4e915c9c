//! The objects that checkpoints consist of.

use std::borrow::Cow;

use archive::pickle::{Id, Machine, Vocabulary};

use super::calls;
use super::globals::{self, Global};
use super::{Unpickled, Value};
use crate::dtype::Dtype;
use crate::error::Result;

/// The names in checkpoints.
#[derive(Debug, Clone)]
pub enum CheckpointNames {}

/// An object of PyTorch.
#[derive(Debug, Clone)]
pub enum Object {
    Dtype(Dtype),
    Storage(Box<StorageReference>),
    Tensor(Box<TensorReference>),
}

/// A storage, by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageReference {
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
pub struct TensorReference {
    pub(crate) storage: Id,
    pub(crate) dtype: Dtype,
    pub(crate) offset: u64,
    pub(crate) shape: Vec<u64>,
    pub(crate) strides: Vec<u64>,
    pub(crate) is_conjugate: bool,
    pub(crate) is_negative: bool,
}

impl Vocabulary for CheckpointNames {
    type Global = Global;
    type Object = Object;

    const SUBJECT: &'static str = "a checkpoint";

    fn find(module: &str, name: &str) -> Result<Value> {
        match Dtype::of_torch(name).filter(|_| module == "torch") {
            Some(dtype) => Ok(Value::Object(Object::Dtype(dtype))),
            None => Ok(Value::Global(globals::find(module, name)?)),
        }
    }

    fn call(machine: &mut Machine<Self>, callee: Global, arguments: &[Id]) -> Result<Id> {
        calls::call(machine, callee, arguments)
    }

    fn persistent(machine: &Machine<Self>, id: Id) -> Result<Value> {
        calls::storage(machine, id)
    }

    /// The attributes of an ordered dict or of a tensor have no weights.
    fn has_state(value: &Value) -> bool {
        matches!(value, Value::Dict(_) | Value::Object(Object::Tensor(_)) | Value::Other(_))
    }

    fn kind(object: &Object) -> &'static str {
        match object {
            Object::Dtype(_) => "a dtype",
            Object::Storage(_) => "a storage",
            Object::Tensor(_) => "a tensor",
        }
    }
}

/// All storages that a pickle names.
pub(crate) fn storages(unpickled: &Unpickled) -> impl Iterator<Item = &StorageReference> {
    unpickled.values.iter().filter_map(|value| match value {
        Value::Object(Object::Storage(storage)) => Some(&**storage),
        _ => None,
    })
}

/// The key of a storage as a text.
pub(crate) fn key(unpickled: &Unpickled, id: Id) -> Cow<'_, str> {
    match unpickled.get(id) {
        Value::Text(key) => Cow::Borrowed(key),
        Value::Integer(key) => Cow::Owned(key.to_string()),
        other => Cow::Borrowed(other.kind()),
    }
}
