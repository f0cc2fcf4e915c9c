//! Operators that `opgen.toml` lists as written by hand. Some file must use them, and no file may define them.

use std::collections::{BTreeMap, BTreeSet};

use registry::Registry;
use source::{Change, Diagnostic, Diagnostics, Help, Span};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let defined: BTreeMap<&str, Span> = registry.ops().map(|(_, op)| (op.name.as_str(), op.name.span)).collect();
    let used = used_names(registry);
    for name in registry.hand_written_in_project() {
        let problem = |reason: &str| {
            let message = format!("`{}` is listed as written by hand, but {reason}", name.value);
            Diagnostic::new(project::rules::UNUSED_EXCEPTION, name.span, message)
                .help(Help::from("remove it from the list").with(Change::RemoveItem(name.span)).certain(true))
        };
        if let Some(definition) = defined.get(name.as_str()) {
            diagnostics.push(problem("an operator of this name is defined").label(*definition, "defined here"));
        } else if !used.contains(name.as_str()) && !diagnostics.may_be_lost(&name.value) {
            diagnostics.push(problem("no file uses it"));
        }
    }
}

/// Every name that some entry or list refers to.
fn used_names(registry: &Registry) -> BTreeSet<&str> {
    let specs = registry.specs();
    let backward = registry.ops().filter_map(|(_, op)| op.backward.as_ref());
    let invoked = registry.ops().filter_map(|(_, op)| op.invoke.as_ref()).map(|call| &call.func);
    let compat = specs.compat.iter().flat_map(|entry| entry.pairs());
    let versions = specs.versions.iter().map(|entry| &entry.op);
    let listed = specs.lists.values().flatten();
    let names = compat.map(|pair| &pair.name).chain(backward).chain(invoked).chain(versions).chain(listed);
    names.map(|name| name.as_str()).collect()
}
