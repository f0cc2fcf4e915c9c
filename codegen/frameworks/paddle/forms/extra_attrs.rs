//! Extra attributes: those that only programs have.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use registry::Registry;
use spec::{Attr, stem};

/// Maps operators, by the name under which their kernels are registered, to their extra attributes.
pub fn extra_attrs(registry: &Registry) -> BTreeMap<&str, Vec<&Attr>> {
    let mut ops: BTreeMap<&str, IndexMap<&str, &Attr>> = BTreeMap::new();
    for (legacy, entries) in registry.legacy_compat() {
        for attr in entries.iter().flat_map(|entry| &entry.extra.attrs) {
            ops.entry(stem(legacy)).or_default().entry(attr.name.as_str()).or_insert(attr);
        }
    }
    ops.into_iter().map(|(op, attrs)| (op, attrs.into_values().collect())).collect()
}
