//! What breaks callers between 3.0.0 and 3.3.1, compared with the headers of both wheels.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use opgen::diff::{Class, Kind, Sides, compare};
use opgen::driver::load;
use opgen::project::Root;
use serde_json::{Map, Value};

use crate::oracle::oracle;

/// Facts about headers, and the family of their operators.
const HEADERS: [(&str, &str); 4] =
    [("api.forward", "dense"), ("api.fused", "fused"), ("api.sparse", "sparse"), ("api.strings", "strings")];

#[test]
fn callers_break_where_declarations_in_the_headers_have_changed() {
    let Some(oracle) = oracle() else { return };
    let [base, head] = ["paddle-3.0.0", "paddle-3.3.1"].map(|version| oracle.join(version));
    let [old, new] = [&base, &head].map(|folder| load(&Root::Tree(folder.join("yaml"))));
    let diff = compare(Sides { base: &old, head: &new });
    let broken = diff.ops.iter().filter(|op| op.breaks().contains(&Class::Api));
    let broken: BTreeSet<String> = broken.map(|op| operator(op.family.name(), &op.name)).collect();

    let mut expected = BTreeSet::new();
    let mut gained = 0;
    let [base, head] = [&base, &head].map(|folder| facts(folder));
    for (header, family) in HEADERS {
        for (name, old) in functions(&base, header) {
            let old = Declaration::of(old);
            let new = functions(&head, header).get(name).map(Declaration::of);
            if new.as_ref().is_none_or(|new| !old.is_called_like(new)) {
                expected.insert(operator(family, name));
            }
            gained += usize::from(new.is_some_and(|new| new.takes_results) && !name.ends_with("_intermediate"));
        }
    }
    assert_eq!(broken, expected);

    let predefined: Vec<&str> = diff
        .others
        .iter()
        .filter(|change| change.kind == Kind::PredefinedResults)
        .map(|change| change.message.as_str())
        .collect();
    assert!(gained > 400);
    assert_eq!(
        predefined,
        [format!("the C++ functions of {gained} operators now end in the parameter `predefined_out`")]
    );
}

/// An operator, from its name or from that of its inplace function.
fn operator(family: &str, function: &str) -> String {
    format!("{family} {}", function.trim_end_matches('_'))
}

fn facts(version: &Path) -> Value {
    let text = fs::read_to_string(version.join("facts.json")).expect("the oracle has facts");
    serde_json::from_str(&text).expect("facts are JSON")
}

/// The functions in a header by name, each with its declarations.
fn functions<'a>(facts: &'a Value, header: &str) -> &'a Map<String, Value> {
    facts[header].as_object().expect("there are facts about the header")
}

/// `Tensor(const Tensor&x, int axis=-1)`
struct Declaration<'a> {
    returned: &'a str,
    parameters: Vec<&'a str>,
    takes_results: bool,
}

impl<'a> Declaration<'a> {
    fn of(fact: &'a Value) -> Self {
        let text = fact[0].as_str().expect("a function has a declaration");
        let without_results = text.strip_suffix("predefined_out=none)").map(|rest| {
            let at = rest.rfind("optional<").expect("the parameter has a type");
            rest[..at].trim_end_matches([',', ' '])
        });
        let rest = without_results.or(text.strip_suffix(')')).expect("it ends with its parameters");
        let (returned, parameters) = rest.split_once('(').expect("it has parameters");
        Declaration { returned, parameters: split(parameters), takes_results: without_results.is_some() }
    }

    /// Whether calls of this function are also calls of the other one, with the same values for omitted arguments.
    fn is_called_like(&self, other: &Self) -> bool {
        let is_passed = |(old, new): (&&str, &&str)| match old.split_once('=') {
            Some(_) => old == new,
            None => new.split('=').next() == Some(old),
        };
        let count = self.parameters.len();
        self.returned == other.returned
            && other.parameters.len() >= count
            && self.parameters.iter().zip(&other.parameters).all(is_passed)
            && other.parameters[count..].iter().all(|parameter| parameter.contains('='))
    }
}

/// Divides parameters at commas outside of brackets.
fn split(parameters: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_comma = |c: char| {
        depth += i32::from("<({".contains(c)) - i32::from(">)}".contains(c));
        c == ',' && depth == 0
    };
    parameters.split(is_comma).map(str::trim).filter(|parameter| !parameter.is_empty()).collect()
}
