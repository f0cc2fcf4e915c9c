//! What `torch.save` wrote before PyTorch 1.6, and still does on request: five pickles, and then the bytes of the storages.

use std::collections::BTreeMap;

use crate::dtype::Dtype;
use crate::error::{Result, fail};
use crate::pickle::{self, Unpickled, Value, unpickle};
use crate::view::Storage;
use archive::{Input, little_endian};

const MAGIC: i128 = 0x1950_a86a_20f9_469c_fc6c;
const PROTOCOL: i128 = 1001;

/// The storages of a file, by their keys.
pub(crate) type Storages = BTreeMap<String, Storage>;

/// Reads the pickles of a file, and finds its storages.
pub(crate) fn read(input: &Input) -> Result<(Storages, Unpickled)> {
    let head = input.read(0, input.length().min(pickle::MAX_BYTES))?;
    let mut at = 0;
    let mut next = |name: &str| -> Result<(Unpickled, usize)> {
        let unpickled = unpickle(&head[at..]).map_err(|error| error.at(format_args!("{name} at byte {at}")))?;
        at += unpickled.length;
        Ok((unpickled, at))
    };
    if !matches!(next("the magic number")?.0.root(), Value::Integer(MAGIC)) {
        return fail("it is a pickle, but not one of `torch.save`");
    }
    if !matches!(next("the protocol")?.0.root(), Value::Integer(PROTOCOL)) {
        return fail("it has an unknown version of PyTorch's format");
    }
    refuse_big_endian(&next("the system")?.0)?;
    let (object, _) = next("the checkpoint")?;
    let (keys, end) = next("the list of storages")?;
    let storages = storages(input, &object, &keys, end as u64)?;
    Ok((storages, object))
}

fn refuse_big_endian(system: &Unpickled) -> Result<()> {
    match system.item(system.root(), "little_endian").map(|id| system.get(id)) {
        Some(Value::Bool(true)) => Ok(()),
        _ => fail("the numbers were saved with the highest byte first"),
    }
}

/// Each storage is a number of elements in eight bytes, and then the elements.
fn storages(input: &Input, object: &Unpickled, keys: &Unpickled, start: u64) -> Result<Storages> {
    let Value::List(keys_in_order) = keys.root() else { return fail("the list of storages is not a list") };
    let referenced: BTreeMap<_, _> =
        pickle::storages(object).map(|reference| (pickle::key(object, reference.key), reference)).collect();
    let (mut storages, mut at) = (Storages::new(), start);
    for id in keys_in_order {
        let key = pickle::key(keys, *id);
        let Some(reference) = referenced.get(&key) else { return fail(format!("storage {key} belongs to no tensor")) };
        let elements = little_endian(&input.read(at, 8)?);
        if elements.checked_mul(reference.dtype.map_or(1, Dtype::bytes)) != Some(reference.length) {
            return fail(format!("storage {key} has {elements} elements, but the pickle says otherwise"));
        }
        let storage = Storage { file: 0, start: at + 8, length: reference.length };
        match storage.start.checked_add(storage.length) {
            Some(end) if end <= input.length() => at = end,
            _ => return fail(format!("storage {key} reaches beyond the end of the file")),
        }
        if storages.insert(key.clone().into_owned(), storage).is_some() {
            return fail(format!("storage {key} is listed twice"));
        }
    }
    Ok(storages)
}
