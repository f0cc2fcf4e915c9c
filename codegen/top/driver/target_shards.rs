//! The values of each file into which the output of a custom target is divided.

use std::collections::BTreeMap;

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind};
use project::config::TargetShards;
use render::Templates;
use render::torchgen_shards::{ids, shard_of};

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
