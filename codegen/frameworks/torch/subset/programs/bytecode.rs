//! The table of operators in programs for mobile: `bytecode.pkl`, which has a tuple `("operators", ((NAME, OVERLOAD, ...), ...))` for each
//! function.

use std::collections::BTreeSet;

use archive::pickle::{Id, Machine, Unpickled, Value, Vocabulary, unpickle};
use archive::{Result, fail};

/// Begins a table of operators.
const OPERATORS: &str = "operators";

/// Names in programs. None of them matters here.
#[derive(Debug, Clone)]
enum Opaque {}

impl Vocabulary for Opaque {
    type Global = ();
    type Object = ();

    const SUBJECT: &'static str = "a program";

    fn find(_: &str, _: &str) -> Result<Value<Self>> {
        Ok(Value::Global(()))
    }

    fn call(machine: &mut Machine<Self>, (): (), _: &[Id]) -> Result<Id> {
        machine.add(Value::Object(()))
    }

    fn persistent(_: &Machine<Self>, _: Id) -> Result<Value<Self>> {
        Ok(Value::Object(()))
    }

    fn has_state(_: &Value<Self>) -> bool {
        true
    }

    fn kind((): &()) -> &'static str {
        "an object"
    }
}

/// The operators of all functions, with their overloads.
pub fn operators(pickle: &[u8]) -> Result<BTreeSet<String>> {
    let pickle: Unpickled<Opaque> = unpickle(pickle)?;
    let (mut found, mut has_table) = (BTreeSet::new(), false);
    for value in &pickle.values {
        let Value::Tuple(items) = value else { continue };
        let [name, table] = items[..] else { continue };
        let (Value::Text(name), Value::Tuple(rows)) = (pickle.get(name), pickle.get(table)) else { continue };
        if name != OPERATORS {
            continue;
        }
        has_table = true;
        for row in rows {
            let row = if let Value::Tuple(row) = pickle.get(*row) { row.as_slice() } else { &[] };
            let [name, overload, ..] = row else { return fail("a row of the table of operators has no overload") };
            let (Value::Text(name), Value::Text(overload)) = (pickle.get(*name), pickle.get(*overload)) else {
                return fail("the name of an operator is not a text");
            };
            let overload = if overload.is_empty() { "default" } else { overload };
            found.insert(format!("{name}.{overload}"));
        }
    }
    if has_table { Ok(found) } else { fail("it has no table of operators") }
}
