//! Target `python_c`: functions that Python calls in eager mode, and their shared runtime.

mod function;

use std::collections::BTreeSet;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, dygraph, items};
use forms::lists::ops_of;
use function::Functions;
use profile::{Cast, Group, Profile, PythonC};
use registry::Registry;

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    python_c: &'a PythonC,
    /// The functions that read attributes, sorted and without duplicates.
    casts: BTreeSet<&'a Cast>,
    /// The greatest number of results for which a caller may pass tensors.
    results: Option<usize>,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(python_c) = &profile.python_c else { return Vec::new() };
    let items_of = |group| items_of(group, Functions { registry, profile, python_c, namespace: None });
    let items: Vec<Item> = python_c.groups.values().flat_map(items_of).collect();
    let predefined = profile.cpp_api.as_ref().and_then(|api| api.predefined_outputs.as_ref());
    let results = predefined.filter(|_| python_c.keywords.is_some()).map(|predefined| predefined.at_most);
    let plan = FilesPlan { banner: BANNER, python_c, casts: python_c.casts.values().collect(), results };
    let runtime = FilePlan::new(&python_c.runtime, "python_c/runtime.h.j2", &plan);
    let runtime_source = FilePlan::new(&python_c.runtime_source, "python_c/runtime.cc.j2", &plan);
    let header = FilePlan::new(&python_c.header, "python_c/header.h.j2", &plan);
    let source = FilePlan::new(&python_c.source, "python_c/source.cc.j2", &plan);
    let header = header.with_items("python_c/declaration.h.j2", items.clone());
    let source = source.with_part("methods", "python_c/method.cc.j2", items.clone());
    let by_hand = dygraph::hand_written_functions(registry, profile);
    let source = source.with_part("by_hand", "dygraph/declaration.h.j2", by_hand);
    let keywords = python_c.keywords.as_ref();
    let named_args = keywords.map(|keywords| FilePlan::new(&keywords.header, "python_c/named_args.h.j2", &plan));
    let source = source.with_items("python_c/function.cc.j2", items);
    [runtime, runtime_source, header, source].into_iter().chain(named_args).collect()
}

fn items_of<'a>(group: &'a Group, functions: Functions<'a>) -> Vec<Item> {
    let functions = Functions { namespace: group.namespace.as_deref(), ..functions };
    let ops: Vec<_> = ops_of(functions.registry, group).collect();
    items(&ops, |(_, op)| Item::new(&op.name.value, functions.of(op, group)))
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
