//! Saved programs in a form that people can read, as JSON.
//!
//! A program is a list of blocks. A block has `parent`, the number of the block around it (none for the first), `vars` and
//! `ops`. A variable is `"f32 2 3"`: its data type and its sizes, preceded by its kind (`rows`, `array`, `scope`,
//! `coo`, `csr`) unless it is a tensor, and followed by `persistable` or `stop` if that is set. An operator is a list: its type, its inputs, its outputs, and its
//! attributes, each an object with one entry: the type and the value.

use bytes::Bytes;
use opgen::translate::proto::{
    Attr, BlockDesc, OpDesc, ProgramDesc, Scalar, Slot, TensorDesc, VarDesc, VarType, WrappedTensorDesc,
};
use prost::Message;
use serde_json::{Map, Value};

/// The numbers of data types in a program.
const DATA_TYPES: &[(&str, i32)] =
    &[("bool", 0), ("i32", 2), ("i64", 3), ("f16", 4), ("f32", 5), ("f64", 6), ("u8", 20), ("f8", 32)];
const KINDS: &[(&str, i32)] = &[("rows", 8), ("scope", 11), ("array", 13), ("reader", 15), ("coo", 30), ("csr", 31)];

/// The bytes of a program.
pub fn encoded(text: &str) -> Result<Vec<u8>, String> {
    let program: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let blocks = list(&program)?.iter().enumerate().map(|(index, value)| block(index as i32, value));
    let blocks = blocks.collect::<Result<Vec<_>, _>>()?;
    Ok(ProgramDesc { blocks }.encode_to_vec())
}

fn list(value: &Value) -> Result<&Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("{value} is not a list"))
}

fn object(value: &Value) -> Result<&Map<String, Value>, String> {
    value.as_object().ok_or_else(|| format!("{value} is not an object"))
}

fn text(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{value} is not a text"))
}

fn bytes(message: impl Message) -> Bytes {
    message.encode_to_vec().into()
}

fn block(index: i32, value: &Value) -> Result<Bytes, String> {
    let parent = value["parent"].as_i64().unwrap_or(-1) as i32;
    let vars = object(&value["vars"])?.iter().map(|(name, value)| Ok(bytes(variable(name, &text(value)?)?)));
    let ops = list(&value["ops"])?.iter().map(|value| Ok(bytes(op(value)?)));
    Ok(bytes(BlockDesc {
        idx: Some(index),
        parent_idx: Some(parent),
        vars: vars.collect::<Result<_, String>>()?,
        ops: ops.collect::<Result<_, String>>()?,
    }))
}

fn variable(name: &str, written: &str) -> Result<VarDesc, String> {
    let (mut kind, mut tensor) = (7, TensorDesc::default());
    let mut desc = VarDesc { name: Some(name.to_owned()), ..VarDesc::default() };
    for word in written.split_whitespace() {
        let named = |table: &[(&str, i32)]| table.iter().find(|(name, _)| *name == word).map(|&(_, number)| number);
        match word {
            "persistable" => desc.persistable = Some(true),
            "stop" => desc.stop_gradient = Some(true),
            _ => match (named(KINDS), named(DATA_TYPES)) {
                (Some(number), _) => kind = number,
                (_, Some(number)) => tensor.data_type = Some(number),
                _ => tensor.dims.push(
                    word.parse().map_err(|_| format!("`{word}` is neither a kind, a data type, a flag nor a size"))?,
                ),
            },
        }
    }
    let mut ty = VarType { kind: Some(kind), ..VarType::default() };
    let wrapped = WrappedTensorDesc { tensor: Some(tensor.clone()) };
    match kind {
        7 => ty.tensor = Some(wrapped),
        8 => ty.selected_rows = Some(tensor),
        13 => ty.array = Some(wrapped),
        30 => ty.sparse_coo = Some(tensor),
        31 => ty.sparse_csr = Some(tensor),
        _ => {}
    }
    desc.r#type = Some(ty);
    Ok(desc)
}

fn op(value: &Value) -> Result<OpDesc, String> {
    let [kind, inputs, outputs, attributes @ ..] = list(value)?.as_slice() else {
        return Err(format!("{value} is not an operator"));
    };
    let none = Map::new();
    let attributes = attributes.first().map_or(Ok(&none), object)?;
    Ok(OpDesc {
        inputs: slots(inputs)?,
        outputs: slots(outputs)?,
        r#type: Some(text(kind)?),
        attrs: attributes
            .iter()
            .map(|(name, value)| Ok(bytes(attribute(name, value)?)))
            .collect::<Result<_, String>>()?,
    })
}

fn slots(value: &Value) -> Result<Vec<Bytes>, String> {
    let slot = |(name, names): (&String, &Value)| {
        let variables = list(names)?.iter().map(text).collect::<Result<_, _>>()?;
        Ok(bytes(Slot { name: Some(name.clone()), variables }))
    };
    object(value)?.iter().map(slot).collect()
}

fn attribute(name: &str, value: &Value) -> Result<Attr, String> {
    let (ty, value) = object(value)?.iter().next().ok_or_else(|| format!("`{name}` has no value"))?;
    let mut attr = Attr { name: Some(name.to_owned()), ..Attr::default() };
    let integers = || -> Result<Vec<i64>, String> {
        list(value)?.iter().map(|item| item.as_i64().ok_or_else(|| format!("{item} is not an integer"))).collect()
    };
    let integer = value.as_i64().unwrap_or_default();
    attr.kind = Some(match ty.as_str() {
        "i32" => {
            attr.i = Some(integer as i32);
            0
        }
        "f32" => {
            attr.f = value.as_f64().map(|number| number as f32);
            1
        }
        "text" => {
            attr.s = Some(text(value)?.into());
            2
        }
        "i32s" => {
            attr.ints = integers()?.into_iter().map(|number| number as i32).collect();
            3
        }
        "f32s" => {
            attr.floats = list(value)?.iter().filter_map(Value::as_f64).map(|number| number as f32).collect();
            4
        }
        "texts" => {
            attr.strings = list(value)?.iter().map(|item| text(item).map(Bytes::from)).collect::<Result<_, _>>()?;
            5
        }
        "bool" => {
            attr.b = value.as_bool();
            6
        }
        "bools" => {
            attr.bools = list(value)?.iter().filter_map(Value::as_bool).collect();
            7
        }
        "block" => {
            attr.block = Some(integer as i32);
            8
        }
        "i64" => {
            attr.l = Some(integer);
            9
        }
        "i64s" => {
            attr.longs = integers()?;
            11
        }
        "f64s" => {
            attr.doubles = list(value)?.iter().filter_map(Value::as_f64).collect();
            12
        }
        "var" => {
            attr.var = Some(text(value)?);
            13
        }
        "vars" => {
            attr.vars = list(value)?.iter().map(text).collect::<Result<_, _>>()?;
            14
        }
        "f64" => {
            attr.double = value.as_f64();
            15
        }
        "scalars" => {
            attr.scalars = list(value)?.iter().map(scalar).collect();
            17
        }
        other => return Err(format!("`{other}` is not a type of attributes")),
    });
    Ok(attr)
}

fn scalar(value: &Value) -> Scalar {
    let kind = match value {
        Value::Bool(_) => 1,
        value if value.is_i64() => 2,
        value if value.is_f64() => 3,
        _ => 4,
    };
    Scalar { kind: Some(kind), b: value.as_bool(), i: value.as_i64(), r: value.as_f64() }
}
