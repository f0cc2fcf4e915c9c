//! The state dicts of an unpickled checkpoint: dicts from names to tensors, which may be items of other dicts.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::error::{Result, WeightsError, fail};
use crate::pickle::{self, Id, Object, StorageReference, Unpickled, Value};
use crate::view::{Storage, View};

/// How many dicts a state dict may be in.
const DEEPEST: usize = 4;
/// The most names that a message lists.
const MOST_LISTED: usize = 20;

/// The bytes of a storage, by its key.
pub(crate) type Locate<'a> = &'a dyn Fn(&str, &StorageReference) -> Result<Storage>;

/// Tensors by their names, and what the user should know.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) tensors: IndexMap<String, View>,
    pub(crate) notes: Vec<String>,
}

/// The tensors of the state dict at `key`, or of the only one.
pub(crate) fn tensors(unpickled: &Unpickled, key: Option<&str>, locate: Locate) -> Result<Found> {
    let dicts = state_dicts(unpickled);
    let (path, dict) = choose(unpickled, &dicts, key)?;
    let mut found = Found::default();
    if key.is_none() && !path.is_empty() {
        found.notes.push(format!("the checkpoint is a dict; converted its item `{path}`"));
    }
    let Value::Dict(pairs) = unpickled.get(dict) else { return Ok(found) };
    let mut left_out = IndexMap::new();
    for (name, value) in pairs {
        match (unpickled.get(*name), unpickled.get(*value)) {
            (Value::Text(name), Value::Object(Object::Tensor(_))) => {
                let view = view(unpickled, *value, locate).map_err(|error| error.at(format_args!("`{name}`")))?;
                left_out.shift_remove(name);
                found.tensors.insert(name.clone(), view);
            }
            (Value::Text(name), other) => {
                found.tensors.shift_remove(name);
                left_out.insert(name.clone(), other.kind());
            }
            (other, _) => return fail(format!("a key of the state dict is {}", other.kind())),
        }
    }
    found.notes.extend(left_out.iter().map(|(name, kind)| format!("left out `{name}`, which is {kind}")));
    Ok(found)
}

/// All dicts with texts as keys and at least one tensor, with their keys from the outermost dict, joined by dots.
fn state_dicts(unpickled: &Unpickled) -> Vec<(String, Id)> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::from([unpickled.root]);
    let mut level = vec![(String::new(), unpickled.root)];
    for _ in 0..DEEPEST {
        let mut inner = Vec::new();
        for (path, dict) in level {
            let Value::Dict(pairs) = unpickled.get(dict) else { continue };
            let is_tensor = |(_, value): &(Id, Id)| matches!(unpickled.get(*value), Value::Object(Object::Tensor(_)));
            let is_named = |(key, _): &(Id, Id)| matches!(unpickled.get(*key), Value::Text(_));
            if pairs.iter().any(|pair| is_tensor(pair) && is_named(pair)) {
                found.push((path, dict));
                continue;
            }
            for (key, value) in pairs {
                if let (Value::Text(key), Value::Dict(_)) = (unpickled.get(*key), unpickled.get(*value))
                    && seen.insert(*value)
                {
                    inner.push((if path.is_empty() { key.clone() } else { format!("{path}.{key}") }, *value));
                }
            }
        }
        level = inner;
    }
    found
}

fn choose(unpickled: &Unpickled, dicts: &[(String, Id)], key: Option<&str>) -> Result<(String, Id)> {
    let listed = || -> String {
        let names: Vec<String> = dicts.iter().take(MOST_LISTED).map(|(path, _)| format!("`{path}`")).collect();
        names.join(", ")
    };
    match (key, dicts) {
        (_, []) => Err(no_state_dict(unpickled)),
        (Some(key), _) => {
            let chosen = dicts.iter().find(|(path, _)| path == key);
            let missing = || WeightsError::new(format!("the checkpoint has no state dict `{key}`"));
            chosen.cloned().ok_or_else(|| match dicts {
                [(path, _)] if path.is_empty() => missing().help("the checkpoint is a state dict: leave out `--key`"),
                _ => missing().help(format!("it has {}", listed())),
            })
        }
        (None, [only]) => Ok(only.clone()),
        (None, _) => Err(WeightsError::new(format!("the checkpoint has several state dicts: {}", listed()))
            .help("choose one with `--key NAME`")),
    }
}

fn no_state_dict(unpickled: &Unpickled) -> WeightsError {
    let root = unpickled.root().kind();
    WeightsError::new(format!("the checkpoint is {root}, and has no dict from names to tensors"))
        .help("in PyTorch: `torch.save(model.state_dict(), PATH)`")
}

/// A tensor with the place of its bytes.
fn view(unpickled: &Unpickled, id: Id, locate: Locate) -> Result<View> {
    let Value::Object(Object::Tensor(tensor)) = unpickled.get(id) else { return fail("it is not a tensor") };
    let Value::Object(Object::Storage(reference)) = unpickled.get(tensor.storage) else {
        return fail("it has no storage");
    };
    let whole = locate(&pickle::key(unpickled, reference.key), reference)?;
    let storage = match reference.part {
        None => whole,
        Some((start, length)) if start.checked_add(length).is_some_and(|end| end <= whole.length) => {
            Storage { start: whole.start + start, length, ..whole }
        }
        Some((start, length)) => {
            return fail(format!(
                "{length} bytes from {start} are not in its storage, which has {} bytes",
                whole.length
            ));
        }
    };
    let view = View {
        dtype: tensor.dtype,
        shape: tensor.shape.clone(),
        strides: tensor.strides.clone(),
        storage,
        offset: tensor.offset,
        is_conjugate: tensor.is_conjugate,
        is_negative: tensor.is_negative,
    };
    view.checked()
}
