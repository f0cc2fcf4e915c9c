//! The operators that may share a name in programs, so that only they need a closer look.

use std::collections::{BTreeMap, BTreeSet};

use forms::pir::sparse_name;
use profile::Tensors;
use registry::{OpId, Registry};

/// The operators some of whose names in programs may be those of another, so that they are worth a closer look: apart from
/// capitals and underscores, a name or a kernel is the same.
pub fn suspects(registry: &Registry) -> BTreeSet<OpId> {
    let legacy: BTreeMap<&str, &str> = registry
        .specs()
        .compat
        .iter()
        .flat_map(|entry| entry.pairs())
        .filter_map(|pair| Some((pair.name.as_str(), pair.legacy.as_ref()?.as_str())))
        .collect();
    let mut keys: Vec<(String, OpId)> = Vec::new();
    let groups = || registry.profile().static_graph.iter().flat_map(|graph| graph.groups.values());
    for (id, op) in registry.ops() {
        let name = op.name.as_str();
        keys.extend([name].into_iter().chain(legacy.get(name).copied()).map(|name| (comparable(name), id)));
        let kernels = op.kernel.iter().map(|kernel| &kernel.functions).filter(|functions| functions.len() > 1);
        keys.extend(kernels.flatten().map(|function| (comparable(&function.name.value), id)));
        if op.home.family().tensors() != Tensors::Dense {
            keys.push((comparable(&sparse_name(name.to_owned())), id));
            let prefixed = groups().filter(|group| group.homes.iter().any(|home| home == op.home.key()));
            keys.extend(prefixed.map(|group| (comparable(&format!("{}{name}", group.prefix)), id)));
        }
    }
    keys.sort_unstable();
    let same = keys.chunk_by(|one, other| one.0 == other.0);
    let several = same.filter(|same| same.iter().any(|(_, id)| *id != same[0].1));
    several.flatten().map(|(_, id)| *id).collect()
}

/// A name without capitals and underscores.
fn comparable(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}
