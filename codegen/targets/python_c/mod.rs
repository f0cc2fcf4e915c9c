//! Target `python_c`: functions that Python calls in eager mode, and their shared runtime.

mod function;

use std::collections::BTreeSet;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, dygraph, items};
use forms::lists::ops_of;
use profile::{Cast, Group, Profile, PythonC};
use registry::Registry;

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    python_c: &'a PythonC,
    /// The functions that read attributes, sorted and without duplicates.
    casts: BTreeSet<&'a Cast>,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(python_c) = &profile.python_c else { return Vec::new() };
    let items: Vec<Item> = python_c.groups.values().flat_map(|group| items_of(registry, python_c, group)).collect();
    let plan = FilesPlan { banner: BANNER, python_c, casts: python_c.casts.values().collect() };
    let runtime = FilePlan::new(&python_c.runtime, "python_c/runtime.h.j2", &plan);
    let runtime_source = FilePlan::new(&python_c.runtime_source, "python_c/runtime.cc.j2", &plan);
    let header = FilePlan::new(&python_c.header, "python_c/header.h.j2", &plan);
    let source = FilePlan::new(&python_c.source, "python_c/source.cc.j2", &plan);
    let header = header.with_items("python_c/declaration.h.j2", items.clone());
    let source = source.with_part("methods", "python_c/method.cc.j2", items.clone());
    let by_hand = dygraph::hand_written_functions(registry, profile);
    let source = source.with_part("by_hand", "dygraph/declaration.h.j2", by_hand);
    vec![runtime, runtime_source, header, source.with_items("python_c/function.cc.j2", items)]
}

fn items_of(registry: &Registry, python_c: &PythonC, group: &Group) -> Vec<Item> {
    let ops: Vec<_> = ops_of(registry, group).collect();
    items(&ops, |(_, op)| Item::new(&op.name.value, function::plan(op, group.namespace.as_deref(), python_c)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spec::AttrType;

    #[test]
    fn every_type_has_a_reader_and_a_reader_one_return_type() {
        let python_c = Profile::default().python_c.expect("the profile has the section");
        assert!(AttrType::names().all(|name| python_c.casts.contains_key(name)));
        let readers: BTreeSet<&str> = python_c.casts.values().map(|cast| cast.reader.as_str()).collect();
        assert_eq!(readers.len(), python_c.casts.values().collect::<BTreeSet<_>>().len());
    }
}
