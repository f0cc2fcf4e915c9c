//! What breaks callers between 3.0.0 and 3.3.1, compared with the headers of both wheels.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use opgen::diff::{Class, Kind, Sides, compare};
use opgen::driver::load;
use opgen::project::Root;
use opgen::registry::Registry;
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
    let diff = compare(Sides { base: &old, head: &new, users: None });
    let broken = diff.ops.iter().filter(|op| op.breaks().contains(&Class::Api));
    let broken = broken.map(|op| (op.family.name(), operator(op.family.name(), &op.name)));

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
    let in_dygraph = names_in_dygraph(&base);
    let (broken, in_programs): (Vec<_>, Vec<_>) = broken.partition(|(_, name)| in_dygraph.contains(name));
    assert_eq!(broken.into_iter().map(|(_, name)| name).collect::<BTreeSet<_>>(), expected);
    let in_programs = in_programs.into_iter().map(|(family, name)| name[family.len() + 1..].to_owned());
    assert_eq!(in_programs.collect::<BTreeSet<_>>(), lost_in_programs(&old.registry, &base, &head));

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

/// The operators with functions of the dynamic graph.
fn names_in_dygraph(facts: &Value) -> BTreeSet<String> {
    let names = |(header, family)| functions(facts, header).keys().map(move |name| operator(family, name));
    HEADERS.into_iter().flat_map(names).collect()
}

/// The operators that have only functions that add them to programs, if one of these is gone or takes other arguments.
fn lost_in_programs(registry: &Registry, base: &Value, head: &Value) -> BTreeSet<String> {
    let in_dygraph = names_in_dygraph(base);
    let is_only_in_programs =
        |name: &str| HEADERS.iter().all(|(_, family)| !in_dygraph.contains(&operator(family, name)));
    let gradients: BTreeSet<&str> =
        registry.ops().filter(|(_, op)| op.is_backward()).map(|(_, op)| op.stem()).collect();
    let is_gradient = |name: &str| gradients.contains(name.trim_end_matches('_'));
    let new = functions(head, "symbols.pd_api");
    let has_all = |name: &str, old: &Value| {
        let known = new.get(name).and_then(Value::as_array);
        old.as_array().is_some_and(|old| old.iter().all(|symbol| known.is_some_and(|known| known.contains(symbol))))
    };
    let old = functions(base, "symbols.pd_api").iter();
    let lost = old.filter(|(name, old)| is_only_in_programs(name) && !is_gradient(name) && !has_all(name, old));
    lost.filter(|(name, _)| !name.ends_with("_sp") && !name.ends_with("_sp_"))
        .map(|(name, _)| name.trim_end_matches('_').to_owned())
        .collect()
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
