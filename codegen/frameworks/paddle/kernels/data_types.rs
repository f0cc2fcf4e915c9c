//! The data types for which a kernel is registered, in two versions.

use std::collections::{BTreeMap, BTreeSet};

use crate::index::{Index, Place};
use profile::CppSources;

use crate::table;

/// The registrations of a kernel for a backend.
#[derive(Default)]
struct Registered {
    /// `None` if it is for every type.
    types: Option<BTreeSet<String>>,
    place: Option<Place>,
}

/// How the registrations of a kernel changed.
#[derive(Debug, Default)]
pub struct Changed {
    /// What it gained, such as `float16 for GPU`.
    pub gained: Vec<String>,
    /// What it lost.
    pub lost: Vec<String>,
    /// A registration in the base and one in the head, for a backend that changed.
    pub places: [Option<Place>; 2],
}

/// Compares the registrations of a kernel. `None` if they are for the same backends and types, or if one side has none.
pub fn compare(
    kernel: &str,
    (base, base_settings): (&Index, &CppSources),
    (head, head_settings): (&Index, &CppSources),
) -> Option<Changed> {
    let (old, new) = (by_backend(base, base_settings, kernel), by_backend(head, head_settings, kernel));
    if old.is_empty() || new.is_empty() {
        return None;
    }
    let mut changed = Changed::default();
    let backends: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for backend in backends {
        let (before, after) = (old.get(backend), new.get(backend));
        let (gained, lost) = difference(before, after);
        if gained.is_none() && lost.is_none() {
            continue;
        }
        changed.gained.extend(gained.map(|types| format!("{types} for {backend}")));
        changed.lost.extend(lost.map(|types| format!("{types} for {backend}")));
        for (place, registered) in changed.places.iter_mut().zip([before, after]) {
            *place = place.take().or_else(|| registered?.place.clone());
        }
    }
    (!changed.gained.is_empty() || !changed.lost.is_empty()).then_some(changed)
}

fn by_backend(index: &Index, settings: &CppSources, kernel: &str) -> BTreeMap<String, Registered> {
    let mut backends: BTreeMap<String, Registered> = BTreeMap::new();
    for table::Row { backend, layout: _, data_types, places } in table::of(index, settings, kernel) {
        let place = places.into_iter().next();
        match backends.get_mut(&backend) {
            None => {
                backends.insert(backend, Registered { types: data_types, place });
            }
            Some(known) => {
                known.types = known.types.take().zip(data_types).map(|(known, more)| &known | &more);
            }
        }
    }
    backends
}

/// The types that a backend gained and lost, as text.
fn difference(before: Option<&Registered>, after: Option<&Registered>) -> (Option<String>, Option<String>) {
    let all = |registered: &Registered| registered.types.as_ref().map_or("every type".to_owned(), listed);
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) => (before, after),
        (None, after) => return (after.map(all), None),
        (before, None) => return (None, before.map(all)),
    };
    match (&before.types, &after.types) {
        (None, None) => (None, None),
        (Some(_), None) => (Some("every other type".to_owned()), None),
        (None, Some(types)) => (None, Some(format!("every type but {}", listed(types)))),
        (Some(before), Some(after)) => {
            let only = |types: BTreeSet<String>| (!types.is_empty()).then(|| listed(&types));
            (only(after - before), only(before - after))
        }
    }
}

fn listed(types: &BTreeSet<String>) -> String {
    types.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}
