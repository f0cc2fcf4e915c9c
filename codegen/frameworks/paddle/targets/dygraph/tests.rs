//! Checks that templates, plans and the built-in profile fit together.

use profile::Profile;
use spec::{AttrType, TensorType};

use super::{forward, node};

const FUNCTION_TEMPLATES: &[&str] = &[include_str!("../../../../../templates/dygraph/function.cc.j2")];

const NODE_TEMPLATES: &[&str] = &[include_str!("../../../../../templates/dygraph/node.cc.j2")];

/// The sorted names that templates use as `local.NAME`. Fields of other values, as in `input.local.NAME`, do not count.
fn used_locals(templates: &[&str]) -> Vec<String> {
    let mut used = Vec::new();
    for template in templates {
        for (at, found) in template.match_indices("local.") {
            let is_field = template[..at].ends_with(['.', '_']);
            let name = template[at + found.len()..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            used.extend(name.filter(|_| !is_field).map(str::to_owned));
        }
    }
    used.sort();
    used.dedup();
    used
}

#[test]
fn templates_use_exactly_the_variables_that_are_reserved() {
    assert_eq!(used_locals(FUNCTION_TEMPLATES), forward::TEMPLATE_LOCALS);
    assert_eq!(used_locals(NODE_TEMPLATES), node::TEMPLATE_LOCALS);
}

#[test]
fn every_type_has_a_spelling_in_cpp() {
    let profile = Profile::paddle_2_6();
    let spelled = &profile.cpp.types["eager"];
    let types = TensorType::NAMES.iter().copied().chain(AttrType::names());
    assert_eq!(types.filter(|ty| !spelled.contains_key(*ty)).collect::<Vec<_>>(), [""; 0]);
}

/// Such a statement counts its executions by its position in the source. In the runtime, all functions would share one
/// position, so only one of them would log its message.
#[test]
fn the_runtime_counts_no_logs_by_their_place() {
    let runtime = [
        include_str!("../../../../../templates/dygraph/runtime.cc.j2"),
        include_str!("../../../../../templates/dygraph/forward_call.cc.j2"),
        include_str!("../../../../../templates/dygraph/grad_call.cc.j2"),
    ];
    assert!(runtime.iter().all(|template| !template.contains("LOG_FIRST_N")));
}
