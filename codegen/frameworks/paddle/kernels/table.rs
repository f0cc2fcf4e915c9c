//! The backends and data types for which kernels are registered.

use std::collections::{BTreeMap, BTreeSet};

use crate::index::{Index, Place};
use profile::CppSources;

/// The registrations of a kernel for a backend and a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The backend.
    pub backend: String,
    /// The layout.
    pub layout: String,
    /// The data types, sorted; `None` if it is for every type.
    pub data_types: Option<BTreeSet<String>>,
    /// Where it is registered.
    pub places: Vec<Place>,
}

/// The registrations of a kernel, by backend and layout. If several files register the same, their types are joined.
pub fn of(index: &Index, settings: &CppSources, kernel: &str) -> Vec<Row> {
    let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
    for registration in index.registrations_of(kernel) {
        for backend in &registration.backends {
            let backend = settings.backends.get(backend).unwrap_or(backend);
            let new = || Row {
                backend: backend.clone(),
                layout: registration.layout.clone(),
                data_types: Some(BTreeSet::new()),
                places: Vec::new(),
            };
            let row = rows.entry((backend.clone(), registration.layout.clone())).or_insert_with(new);
            row.data_types = match (row.data_types.take(), &registration.data_types) {
                (Some(all), Some(more)) => Some(all.into_iter().chain(more.iter().cloned()).collect()),
                _ => None,
            };
            row.places.push(registration.place.clone());
        }
    }
    rows.into_values().collect()
}
