//! Named tuples.

use std::collections::BTreeMap;

use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::Hints;
use torch_python::SignatureGroup;
use torch_python::named_tuple::NamedTuple;

use super::{ALL, all};

/// The template of a named tuple.
const NAMED_TUPLE: &str = "torch/stubs/named_tuple.pyi.j2";
/// The names in the frame that are public, too.
const WRITTEN_NAMES: [&str; 2] = ["pytree_register_structseq", "all_return_types"];

/// The named tuples that functions and methods return, by name.
pub type NamedTuples<'a> = BTreeMap<&'a str, NamedTuple>;

/// The named tuples of signatures. The first of a name counts.
pub fn named_tuples<'a>(
    functions: &'a [SignatureGroup],
    methods: &'a [SignatureGroup],
    hints: &Hints,
) -> NamedTuples<'a> {
    let mut tuples = NamedTuples::new();
    for group in functions.iter().chain(methods).filter(|group| !group.signature.is_deprecated) {
        if let Some(tuple) = NamedTuple::of(&group.signature, hints) {
            tuples.entry(group.signature.name.as_str()).or_insert(tuple);
        }
    }
    tuples
}

/// A named tuple in a template.
#[derive(Serialize)]
struct Class<'a> {
    name: &'a str,
    tuple: String,
    fields: &'a [(String, String)],
}

/// The stub of `torch.return_types`.
pub fn file(tuples: &NamedTuples<'_>) -> FilePlan {
    let class = |tuple: &NamedTuple| {
        let NamedTuple { name, fields } = tuple;
        Item::new(name, [Class { name, tuple: tuple.tuple(), fields }])
    };
    let names: Vec<&str> = WRITTEN_NAMES.into_iter().chain(tuples.keys().copied()).collect();
    super::file("torch/return_types.pyi", "_C/return_types.pyi.in")
        .with_part("return_types___all__", ALL, vec![all("__all__ =", &names)])
        .with_part("structseq_defs", NAMED_TUPLE, tuples.values().map(class).collect())
}
