//! Data types that have other names elsewhere.

use source::{Help, suggest};

/// Other names of data types, in C++, NumPy and the frameworks.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("short", "int16"),
    ("int", "int32"),
    ("long", "int64"),
    ("half", "float16"),
    ("float", "float32"),
    ("double", "float64"),
    ("fp16", "float16"),
    ("fp32", "float32"),
    ("fp64", "float64"),
    ("bf16", "bfloat16"),
];

/// What could be meant by an unknown data type.
pub fn data_type_help<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<Help> {
    match OTHER_NAMES.iter().find(|(other, _)| *other == name) {
        Some((_, meant)) => Some(Help::meant(name, meant).certain(false)),
        None => suggest::help(name, known),
    }
}
