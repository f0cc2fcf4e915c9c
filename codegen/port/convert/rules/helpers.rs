//! Which helpers rules need, and which helpers these need.

use std::collections::{BTreeMap, BTreeSet};

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
    Dependencies::new(mapping).with(needed)
}

/// Which helpers use which others. Each helper is searched only once.
pub struct Dependencies<'m> {
    mapping: &'m Mapping,
    used_by: BTreeMap<&'m str, BTreeSet<&'m str>>,
}

impl<'m> Dependencies<'m> {
    pub fn new(mapping: &'m Mapping) -> Self {
        Dependencies { mapping, used_by: BTreeMap::new() }
    }

    /// Helpers and the helpers that they use, each after those that it uses.
    pub fn with(&mut self, needed: &BTreeSet<&str>) -> Vec<&'m str> {
        let (mut visited, mut ordered) = (BTreeSet::new(), Vec::new());
        for name in needed {
            self.visit(name, &mut visited, &mut ordered);
        }
        ordered
    }

    fn visit(&mut self, name: &str, visited: &mut BTreeSet<&'m str>, ordered: &mut Vec<&'m str>) {
        let Some((name, text)) = self.mapping.helpers.get_key_value(name) else { return };
        if !visited.insert(name) {
            return;
        }
        let used = self.used_by.entry(name).or_insert_with(|| used_in(text, self.mapping)).clone();
        for other in used {
            self.visit(other, visited, ordered);
        }
        ordered.push(name);
    }
}

/// The helpers whose names are in a text.
fn used_in<'m>(text: &str, mapping: &'m Mapping) -> BTreeSet<&'m str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter_map(|word| mapping.helpers.get_key_value(word)).map(|(name, _)| name.as_str()).collect()
}
