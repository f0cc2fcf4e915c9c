//! The calls that a checkpoint needs, as values: tensors, storages and containers.

use super::globals::Global;
use super::machine::Machine;
use super::value::{Id, StorageReference, TensorReference, Value};
use crate::dtype::Dtype;
use crate::error::{Result, WeightsError, fail};
use crate::view::MOST_DIMENSIONS;

/// No function has more arguments, nor has metadata more keys.
const MOST_ARGUMENTS: usize = 16;

impl Machine<'_> {
    /// The result of calling a global with a tuple of arguments.
    pub(super) fn call(&mut self, callee: Id, arguments: Id) -> Result<Id> {
        let Value::Global(global) = *self.get(callee) else {
            return fail(format!("{} is called", self.get(callee).kind()));
        };
        let Value::Tuple(arguments) = self.get(arguments) else {
            return fail(format!("{} is passed as arguments", self.get(arguments).kind()));
        };
        if arguments.len() > MOST_ARGUMENTS {
            return fail(format!("a function is called with {} arguments", arguments.len()));
        }
        let arguments = arguments.clone();
        let value = match global {
            Global::Dict => Value::Dict(self.pairs(arguments.first().copied())?),
            Global::Size => {
                let items = self.items(argument(&arguments, 0)?)?.to_vec();
                self.will_copy(items.len())?;
                Value::Tuple(items)
            }
            Global::RebuildTensor | Global::RebuildTensorV2 | Global::RebuildTensorV3 => {
                Value::Tensor(Box::new(self.tensor(global, &arguments)?))
            }
            Global::RebuildParameter | Global::Parameter => return self.same_tensor(argument(&arguments, 0)?),
            Global::RebuildFromType => return self.rebuild_from_type(&arguments),
            Global::Makes(kind) => Value::Other(kind),
            Global::Tensor | Global::Storage(_) => return fail("a class of PyTorch is called"),
        };
        self.add(value)
    }

    /// Sets the state of the object on top of the stack. Only its type matters here: the attributes of an ordered dict or of a
    /// tensor have no weights.
    pub(super) fn build(&mut self) -> Result<()> {
        self.pop()?;
        match self.get(self.top()?) {
            Value::Dict(_) | Value::Tensor(_) | Value::Other(_) => Ok(()),
            other => fail(format!("the state of {} is set", other.kind())),
        }
    }

    /// Calls another function with other arguments: the type and the attributes of a tensor do not matter.
    fn rebuild_from_type(&mut self, arguments: &[Id]) -> Result<Id> {
        let callee = argument(arguments, 0)?;
        if matches!(self.get(callee), Value::Global(Global::RebuildFromType)) {
            return fail("a tensor is rebuilt from a type twice");
        }
        self.call(callee, argument(arguments, 2)?)
    }

    fn same_tensor(&self, id: Id) -> Result<Id> {
        match self.get(id) {
            Value::Tensor(_) => Ok(id),
            other => fail(format!("a parameter is made of {}", other.kind())),
        }
    }

    fn pairs(&mut self, of: Option<Id>) -> Result<Vec<(Id, Id)>> {
        let Some(of) = of else { return Ok(Vec::new()) };
        if let Value::Dict(pairs) = self.get(of) {
            let pairs = pairs.clone();
            self.will_copy(pairs.len())?;
            return Ok(pairs);
        }
        self.will_copy(self.items(of)?.len())?;
        let pair = |id: &Id| match self.items(*id)? {
            [key, value] => Ok((*key, *value)),
            items => fail(format!("a pair has {} items", items.len())),
        };
        self.items(of)?.iter().map(pair).collect()
    }

    fn items(&self, id: Id) -> Result<&[Id]> {
        match self.get(id) {
            Value::Tuple(items) | Value::List(items) => Ok(items),
            other => fail(format!("{} is not a tuple", other.kind())),
        }
    }

    /// The storage of a persistent id: `("storage", class, key, location, elements)`, and in old files also a part of it.
    pub(super) fn storage(&self, id: Id) -> Result<Value> {
        let fields: Vec<&Value> = self.items(id)?.iter().take(MOST_ARGUMENTS).map(|id| self.get(*id)).collect();
        let [Value::Text(kind), Value::Global(Global::Storage(dtype)), key, _, elements, rest @ ..] = &fields[..]
        else {
            return fail("a persistent id is not that of a storage");
        };
        if kind != "storage" {
            return fail("a persistent id is not that of a storage");
        }
        if !matches!(key, Value::Text(_) | Value::Integer(_)) {
            return fail(format!("the key of a storage is {}", key.kind()));
        }
        let key = self.items(id)?[2];
        let size = dtype.map_or(1, Dtype::bytes);
        let length = bytes(natural(elements, "the length of a storage")?, size)?;
        let part = match rest {
            [] | [Value::None] => None,
            [Value::Tuple(part)] if part.len() == 3 => {
                let number = |id: Id| bytes(natural(self.get(id), "a part of a storage")?, size);
                Some((number(part[1])?, number(part[2])?))
            }
            _ => return fail("the part of a storage is not three values"),
        };
        Ok(Value::Storage(Box::new(StorageReference { key, dtype: *dtype, length, part })))
    }

    /// The tensor that one of PyTorch's functions would make.
    fn tensor(&self, function: Global, arguments: &[Id]) -> Result<TensorReference> {
        let storage = argument(arguments, 0)?;
        let Value::Storage(reference) = self.get(storage) else {
            return fail(format!("a tensor has {} as its storage", self.get(storage).kind()));
        };
        let metadata_at = if function == Global::RebuildTensorV3 { 7 } else { 6 };
        let metadata = arguments.get(metadata_at).copied();
        let dtype = match (function, reference.dtype) {
            (Global::RebuildTensorV3, _) => match self.get(argument(arguments, 6)?) {
                Value::Dtype(dtype) => *dtype,
                other => return fail(format!("the dtype of a tensor is {}", other.kind())),
            },
            (_, Some(dtype)) => dtype,
            (_, None) => return fail("a tensor without a dtype has a storage without one"),
        };
        let numbers = |at: usize, what: &str| {
            let items = self.items(argument(arguments, at)?)?;
            if items.len() > MOST_DIMENSIONS {
                return fail(format!("a tensor has {} dimensions, more than {MOST_DIMENSIONS}", items.len()));
            }
            items.iter().map(|id| natural(self.get(*id), what)).collect::<Result<Vec<u64>>>()
        };
        Ok(TensorReference {
            storage,
            dtype,
            offset: natural(self.get(argument(arguments, 1)?), "the offset of a tensor")?,
            shape: numbers(2, "a length of a tensor")?,
            strides: numbers(3, "a stride of a tensor")?,
            is_conjugate: self.is_set(metadata, "conj"),
            is_negative: self.is_set(metadata, "neg"),
        })
    }

    /// Whether a dict has a key whose value is true.
    fn is_set(&self, dict: Option<Id>, name: &str) -> bool {
        let Some(Value::Dict(pairs)) = dict.map(|dict| self.get(dict)) else { return false };
        let is_key = |id: Id| matches!(self.get(id), Value::Text(text) if text == name);
        pairs
            .iter()
            .take(MOST_ARGUMENTS)
            .any(|(key, value)| is_key(*key) && matches!(self.get(*value), Value::Bool(true)))
    }
}

fn argument(arguments: &[Id], at: usize) -> Result<Id> {
    arguments.get(at).copied().ok_or_else(|| WeightsError::new("an argument is missing"))
}

fn natural(value: &Value, what: &str) -> Result<u64> {
    match value {
        Value::Integer(number) => u64::try_from(*number)
            .ok()
            .filter(|number| i64::try_from(*number).is_ok())
            .ok_or_else(|| WeightsError::new(format!("{what} is {number}"))),
        other => fail(format!("{what} is {}", other.kind())),
    }
}

fn bytes(elements: u64, size: u64) -> Result<u64> {
    elements.checked_mul(size).ok_or_else(|| WeightsError::new(format!("a storage has {elements} elements")))
}
