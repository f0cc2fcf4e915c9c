//! The built-in helpers share one module, so no two of them may define the same name, and each defines its own.

use std::collections::BTreeMap;

use convert::Mapping;
use convert::python::{self, Kind, Role, Tree};

/// The names that the top level of a text defines.
fn defined(text: &str) -> Vec<String> {
    let tree = python::parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let mut names = Vec::new();
    for statement in tree.children(Tree::ROOT) {
        match tree.kind(statement) {
            Kind::Function | Kind::Class => names.push(tree.name_of(statement).to_owned()),
            Kind::Assign => {
                let targets = tree.children(statement).filter(|id| tree.node(*id).role == Role::Target);
                let plain = targets.filter(|id| tree.kind(*id) == Kind::Name);
                names.extend(plain.map(|id| tree.text_of(id).to_owned()));
            }
            _ => {}
        }
    }
    names
}

#[test]
fn no_two_helpers_define_the_same_name() {
    for release in ["3.0", "3.3", "develop"] {
        let mapping = Mapping::built_in(Some(release));
        assert_eq!(mapping.releases.chosen(), release);
        let mut owners: BTreeMap<String, &str> = BTreeMap::new();
        for (helper, text) in &mapping.helpers {
            let names = defined(text);
            assert!(names.contains(helper), "{release}: {helper}.py does not define `{helper}`");
            for name in names {
                if let Some(other) = owners.insert(name.clone(), helper) {
                    assert_eq!(other, helper, "{release}: `{name}` is defined in {other}.py and in {helper}.py");
                }
            }
        }
    }
}
