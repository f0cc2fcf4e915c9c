//! Which helpers rules need, and which helpers these need.

use std::collections::BTreeSet;

use super::mapping::Mapping;
use super::rule::{Case, Outcome};

/// The helpers that conversions for the chosen release may need.
pub fn reachable(mapping: &Mapping) -> Vec<&str> {
    let rules = || mapping.functions.values().chain(mapping.attributes.values());
    let usable = rules().filter(|rule| rule.missing.is_none());
    let targets = usable.filter_map(|rule| mapping.helper_of(rule.target.as_ref()?.as_str()));
    let is_usable = |case: &&Case| !matches!(case.result, Outcome::Unsupported(_) | Outcome::NotTorch);
    let cases = rules().flat_map(|rule| &rule.cases).filter(is_usable);
    let named = cases.flat_map(|case| &case.helpers).map(|helper| helper.as_str());
    let operators = mapping.in_place.operators.values().filter_map(|target| mapping.helper_of(target.as_str()));
    with_dependencies(&targets.chain(named).chain(operators).collect(), mapping)
}

/// Helpers and the helpers that they use, each after those that it uses.
pub fn with_dependencies<'m>(needed: &BTreeSet<&str>, mapping: &'m Mapping) -> Vec<&'m str> {
    let mut visited = BTreeSet::new();
    let mut ordered = Vec::new();
    for name in needed {
        visit(name, mapping, &mut visited, &mut ordered);
    }
    ordered
}

fn visit<'m>(name: &str, mapping: &'m Mapping, visited: &mut BTreeSet<&'m str>, ordered: &mut Vec<&'m str>) {
    let Some((name, text)) = mapping.helpers.get_key_value(name) else { return };
    if !visited.insert(name) {
        return;
    }
    let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    for word in words {
        visit(word, mapping, visited, ordered);
    }
    ordered.push(name);
}
