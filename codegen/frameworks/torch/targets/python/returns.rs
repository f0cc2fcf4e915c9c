//! The types of named tuples.

use std::collections::{BTreeMap, BTreeSet};

use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::Profile;
use torch_python::group::all;
use torch_python::named_tuple::field_names;
use torch_registry::Registry;

use crate::frame::File;
use crate::reframed::{FrameKind, Reframed};

/// The type of a named tuple.
#[derive(Debug, Serialize)]
struct NamedTupleType<'a> {
    /// The C++ name of the function that returns it.
    name: String,
    fields: Vec<&'a str>,
}

/// The source and the header with all types.
pub fn plan(registry: &Registry, profile: &Profile) -> [FilePlan; 2] {
    let mut by_name: BTreeMap<&str, Vec<NamedTupleType<'_>>> = BTreeMap::new();
    let bound = all(registry, profile);
    let mut known: BTreeSet<(String, Vec<&str>)> = BTreeSet::new();
    for bound in &bound {
        let func = &registry[bound.function].entry.func;
        let fields = field_names(&func.returns);
        if !fields.is_empty() && known.insert((func.cpp_name(), fields.clone())) {
            let tuple = NamedTupleType { name: func.cpp_name(), fields };
            by_name.entry(&bound.signature.name).or_default().push(tuple);
        }
    }
    let items: Vec<Item> = by_name.iter().map(|(name, tuples)| Item::new(name, tuples)).collect();
    let (source, header) = ("python_return_types.cpp", "python_return_types.h");
    let header = File::in_autograd(profile, header, header).plan().with_whole(
        "py_return_types_declarations",
        "torch/python/return_type_declaration.j2",
        items.clone(),
    );
    let kind = FrameKind::WithoutIncludes;
    let headers = &["python_bindings_module.h"];
    let source = Reframed { file: source, frame: source, kind, headers, operators: Vec::new(), values: &[] };
    let source = source
        .plan(registry, profile)
        .with_whole("py_return_types", "torch/python/return_type.j2", items.clone())
        .with_whole("py_return_types_registrations", "torch/python/return_type_registration.j2", items);
    [header, source]
}
