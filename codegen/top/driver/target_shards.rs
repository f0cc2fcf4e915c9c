//! Divides the output of a custom target by a key, as torchgen does: into shards, and a file with everything.

use std::collections::BTreeMap;

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind};
use project::config::TargetShards;
use render::Templates;

/// The files into which an output is divided. The first contains everything. It is written but not listed among the outputs,
/// because the others contain the same.
pub fn paths(path: &str, count: usize) -> Vec<String> {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    let stem = path[name..].rfind('.').map_or(path.len(), |dot| name + dot);
    let (stem, extension) = path.split_at(stem);
    ids(count).into_iter().map(|id| format!("{stem}{id}{extension}")).collect()
}

/// The `shard_id` of each file.
fn ids(count: usize) -> Vec<String> {
    std::iter::once("Everything".to_owned()).chain((0..count).map(|shard| format!("_{shard}"))).collect()
}

/// The shard of a key: the SHA-1 of its Latin-1 bytes as a little-endian number, modulo the number of shards. `None` if the key
/// has other characters.
pub fn shard_of(key: &str, count: usize) -> Option<usize> {
    let bytes: Option<Vec<u8>> = key.chars().map(|letter| u8::try_from(u32::from(letter)).ok()).collect();
    let digest = sha1_smol::Sha1::from(bytes?).digest().bytes();
    Some(digest.iter().rev().fold(0, |rest, byte| (rest << 8 | usize::from(*byte)) % count))
}

/// The values of each file: those of the target, its own `shard_id`, and for each list the items of the operators in its
/// shard. A list that the target also defines as a value begins with the items of that value.
///
/// # Errors
/// If an expression cannot be evaluated, or a list's value is not a list. The error comes with the expression.
pub fn contexts<'a>(
    shards: &'a TargetShards,
    context: &Value,
    ops: impl Iterator<Item = Value>,
    templates: &Templates,
) -> Result<Vec<Value>, (&'a source::Spanned<String>, Error)> {
    let count = shards.count.value;
    let mut first: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (name, expression) in &shards.lists {
        let given = context.get_attr(&name.value).ok().filter(|value| !value.is_undefined());
        let items = given.map_or(Ok(Vec::new()), |value| items(&value)).map_err(|error| (expression, error))?;
        first.insert(name.as_str(), items);
    }
    let mut files = vec![first; count + 1];
    for op in ops {
        let context = minijinja::context! { op, ..context.clone() };
        let evaluate = |expression: &'a source::Spanned<String>| {
            templates.evaluate(expression.as_str(), &context).map_err(|error| (expression, error))
        };
        let key = evaluate(&shards.key)?.to_string();
        let shard = shard_of(&key, count).ok_or_else(|| (&shards.key, beyond_latin_1(&key)))?;
        for (name, expression) in &shards.lists {
            let items = items(&evaluate(expression)?).map_err(|error| (expression, error))?;
            for file in [0, shard + 1] {
                files[file].entry(name.as_str()).or_default().extend(items.iter().cloned());
            }
        }
    }
    let context = |(lists, shard_id): (BTreeMap<&str, Vec<Value>>, String)| {
        minijinja::context! { shard_id, ..minijinja::context! { ..Value::from(lists), ..context.clone() } }
    };
    Ok(files.into_iter().zip(ids(count)).map(context).collect())
}

/// The items of a value that must be a list.
fn items(value: &Value) -> Result<Vec<Value>, Error> {
    match value.kind() {
        ValueKind::Seq | ValueKind::Iterable => Ok(value.try_iter()?.collect()),
        kind => Err(Error::new(
            ErrorKind::InvalidOperation,
            format!("only a list can be divided into shards, but this is of kind `{kind}`"),
        )),
    }
}

fn beyond_latin_1(key: &str) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("the key `{key}` has characters that are not in Latin-1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_numbered_before_the_extension() {
        assert_eq!(paths("a.b/x.y.cpp", 2), ["a.b/x.yEverything.cpp", "a.b/x.y_0.cpp", "a.b/x.y_1.cpp"]);
        assert_eq!(paths("x", 1), ["xEverything", "x_0"]);
    }

    #[test]
    fn keys_get_the_same_shards_as_in_torchgen() {
        assert_eq!([1, 2, 3, 5, 8, 16].map(|count| shard_of("mul.out", count)), [0, 1, 2, 1, 5, 13].map(Some));
        assert_eq!([shard_of("é", 5), shard_of("算", 5)], [Some(1), None]);
    }
}
