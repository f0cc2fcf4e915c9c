//! The calls that a checkpoint needs, as values: tensors, storages and containers.

use archive::pickle::Id;

use super::Value;
use super::globals::Global;
use super::objects::{CheckpointNames, Object, StorageReference, TensorReference};
use crate::dtype::Dtype;
use crate::error::{Result, WeightsError, fail};
use crate::view::MOST_DIMENSIONS;

type Machine<'a> = archive::pickle::Machine<'a, CheckpointNames>;

/// No storage has more fields, nor has metadata more keys.
const MOST_ARGUMENTS: usize = 16;

/// The result of calling a global.
pub(super) fn call(machine: &mut Machine, global: Global, arguments: &[Id]) -> Result<Id> {
    let value = match global {
        Global::Dict => Value::Dict(pairs(machine, arguments.first().copied())?),
        Global::Size => {
            let items = machine.items(argument(arguments, 0)?)?.to_vec();
            machine.will_copy(items.len())?;
            Value::Tuple(items)
        }
        Global::RebuildTensor | Global::RebuildTensorV2 | Global::RebuildTensorV3 => {
            Value::Object(Object::Tensor(Box::new(tensor(machine, global, arguments)?)))
        }
        Global::RebuildParameter | Global::Parameter => return same_tensor(machine, argument(arguments, 0)?),
        Global::RebuildFromType => return rebuild_from_type(machine, arguments),
        Global::Makes(kind) => Value::Other(kind),
        Global::Tensor | Global::Storage(_) => return fail("a class of PyTorch is called"),
    };
    machine.add(value)
}

/// Calls another function with other arguments: the type and the attributes of a tensor do not matter.
fn rebuild_from_type(machine: &mut Machine, arguments: &[Id]) -> Result<Id> {
    let callee = argument(arguments, 0)?;
    if matches!(machine.get(callee), Value::Global(Global::RebuildFromType)) {
        return fail("a tensor is rebuilt from a type twice");
    }
    machine.call(callee, argument(arguments, 2)?)
}

fn same_tensor(machine: &Machine, id: Id) -> Result<Id> {
    match machine.get(id) {
        Value::Object(Object::Tensor(_)) => Ok(id),
        other => fail(format!("a parameter is made of {}", other.kind())),
    }
}

fn pairs(machine: &mut Machine, of: Option<Id>) -> Result<Vec<(Id, Id)>> {
    let Some(of) = of else { return Ok(Vec::new()) };
    if let Value::Dict(pairs) = machine.get(of) {
        let pairs = pairs.clone();
        machine.will_copy(pairs.len())?;
        return Ok(pairs);
    }
    machine.will_copy(machine.items(of)?.len())?;
    let pair = |id: &Id| match machine.items(*id)? {
        [key, value] => Ok((*key, *value)),
        items => fail(format!("a pair has {} items", items.len())),
    };
    machine.items(of)?.iter().map(pair).collect()
}

/// The storage of a persistent id: `("storage", class, key, location, elements)`, and in old files also a part of it.
pub(super) fn storage(machine: &Machine, id: Id) -> Result<Value> {
    let fields: Vec<&Value> = machine.items(id)?.iter().take(MOST_ARGUMENTS).map(|id| machine.get(*id)).collect();
    let [Value::Text(kind), Value::Global(Global::Storage(dtype)), key, _, elements, rest @ ..] = &fields[..] else {
        return fail("a persistent id is not that of a storage");
    };
    if kind != "storage" {
        return fail("a persistent id is not that of a storage");
    }
    if !matches!(key, Value::Text(_) | Value::Integer(_)) {
        return fail(format!("the key of a storage is {}", key.kind()));
    }
    let key = machine.items(id)?[2];
    let size = dtype.map_or(1, Dtype::bytes);
    let length = bytes(natural(elements, "the length of a storage")?, size)?;
    let part = match rest {
        [] | [Value::None] => None,
        [Value::Tuple(part)] if part.len() == 3 => {
            let number = |id: Id| bytes(natural(machine.get(id), "a part of a storage")?, size);
            Some((number(part[1])?, number(part[2])?))
        }
        _ => return fail("the part of a storage is not three values"),
    };
    Ok(Value::Object(Object::Storage(Box::new(StorageReference { key, dtype: *dtype, length, part }))))
}

/// The tensor that one of PyTorch's functions would make.
fn tensor(machine: &Machine, function: Global, arguments: &[Id]) -> Result<TensorReference> {
    let storage = argument(arguments, 0)?;
    let Value::Object(Object::Storage(reference)) = machine.get(storage) else {
        return fail(format!("a tensor has {} as its storage", machine.get(storage).kind()));
    };
    let metadata_at = if function == Global::RebuildTensorV3 { 7 } else { 6 };
    let metadata = arguments.get(metadata_at).copied();
    let dtype = match (function, reference.dtype) {
        (Global::RebuildTensorV3, _) => match machine.get(argument(arguments, 6)?) {
            Value::Object(Object::Dtype(dtype)) => *dtype,
            other => return fail(format!("the dtype of a tensor is {}", other.kind())),
        },
        (_, Some(dtype)) => dtype,
        (_, None) => return fail("a tensor without a dtype has a storage without one"),
    };
    let numbers = |at: usize, what: &str| {
        let items = machine.items(argument(arguments, at)?)?;
        if items.len() > MOST_DIMENSIONS {
            return fail(format!("a tensor has {} dimensions, more than {MOST_DIMENSIONS}", items.len()));
        }
        items.iter().map(|id| natural(machine.get(*id), what)).collect::<Result<Vec<u64>>>()
    };
    Ok(TensorReference {
        storage,
        dtype,
        offset: natural(machine.get(argument(arguments, 1)?), "the offset of a tensor")?,
        shape: numbers(2, "a length of a tensor")?,
        strides: numbers(3, "a stride of a tensor")?,
        is_conjugate: is_set(machine, metadata, "conj"),
        is_negative: is_set(machine, metadata, "neg"),
    })
}

/// Whether a dict has a key whose value is true.
fn is_set(machine: &Machine, dict: Option<Id>, name: &str) -> bool {
    let Some(Value::Dict(pairs)) = dict.map(|dict| machine.get(dict)) else { return false };
    let is_key = |id: Id| matches!(machine.get(id), Value::Text(text) if text == name);
    pairs
        .iter()
        .take(MOST_ARGUMENTS)
        .any(|(key, value)| is_key(*key) && matches!(machine.get(*value), Value::Bool(true)))
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
