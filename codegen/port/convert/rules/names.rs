//! The names of the target that a mapping uses, with the keyword arguments that it passes. A release must have them all.

use std::collections::{BTreeMap, BTreeSet};

use super::availability::{dotted_names, templates};
use super::{Case, Change, Condition, Mapping, Out, Outcome, Piece, Rule, Template};
use crate::python::{self, Kind, NodeId, Role, Tree};

/// Names, with the keyword arguments that they are called with.
pub type UsedNames = BTreeMap<String, BTreeSet<String>>;

/// Every name of the target in the rules for the chosen release, and in the helpers that these need.
pub fn used(mapping: &Mapping) -> UsedNames {
    let mut names = Names { mapping, used: UsedNames::new() };
    for rule in mapping.functions.values().chain(mapping.attributes.values()) {
        if let Some(target) = rule.target.as_ref().filter(|_| rule.missing.is_none()) {
            names.text(target.as_str());
        }
        for (index, case) in rule.cases.iter().enumerate() {
            names.case(rule, case, &rule.cases[..index]);
        }
    }
    let texts = mapping.helpers.texts(&reachable(mapping));
    for text in &texts {
        names.code(text);
    }
    // Helpers may add members to classes of the target.
    let extensions = mapping.helpers.texts(&mapping.extensions.values().map(|helper| helper.as_str()).collect());
    let texts = texts.into_iter().chain(extensions);
    let members: BTreeSet<String> = texts.flat_map(defined).collect();
    names.used.retain(|name, _| !member_of_class(name).is_some_and(|member| members.contains(member)));
    names.used
}

/// The helpers that conversions for the chosen release may need, without those that these use.
fn reachable(mapping: &Mapping) -> BTreeSet<&str> {
    let rules = || mapping.functions.values().chain(mapping.attributes.values());
    let usable = rules().filter(|rule| rule.missing.is_none());
    let targets = usable.filter_map(|rule| mapping.helper_of(rule.target.as_ref()?.as_str()));
    let is_usable = |case: &&Case| !matches!(case.result, Outcome::Unsupported(_) | Outcome::NotTorch);
    let cases = rules().flat_map(|rule| &rule.cases).filter(is_usable);
    let named = cases.flat_map(|case| &case.helpers).map(|helper| helper.as_str());
    let operators = mapping.in_place.operators.values().filter_map(|target| mapping.helper_of(target.as_str()));
    targets.chain(named).chain(operators).collect()
}

/// The last part of a dotted name, if a class stands before it.
fn member_of_class(name: &str) -> Option<&str> {
    let (owner, member) = name.rsplit_once('.')?;
    let class = owner.rsplit('.').next().unwrap_or(owner);
    class.starts_with(char::is_uppercase).then_some(member)
}

/// The functions, methods and attributes that code defines.
fn defined(code: &str) -> Vec<String> {
    let Ok(tree) = python::parse(code) else { return Vec::new() };
    let defines = |id: &NodeId| match tree.kind(*id) {
        Kind::Function => true,
        Kind::Attribute => tree.node(*id).role == Role::Target,
        _ => false,
    };
    tree.ids().filter(defines).map(|id| tree.name_of(id).to_owned()).collect()
}

struct Names<'a> {
    mapping: &'a Mapping,
    used: UsedNames,
}

impl Names<'_> {
    fn text(&mut self, text: &str) {
        for package in self.mapping.packages.values() {
            for name in dotted_names(text, package.as_str()) {
                self.used.entry(name.to_owned()).or_default();
            }
        }
    }

    fn case(&mut self, rule: &Rule, case: &Case, earlier: &[Case]) {
        if matches!(case.result, Outcome::Unsupported(_) | Outcome::NotTorch) {
            return;
        }
        for template in templates(case) {
            self.code(&sample(template));
        }
        // If items of `out` are assigned, the call is in a statement before, which is one of the templates.
        let calls = matches!(case.result, Outcome::Call) && !matches!(case.out, Some(Out::Items(_)));
        if let Some(target) = rule.target.as_ref().filter(|_| calls) {
            let mut passed = passed(rule, case, &self.mapping.ignored.bound);
            // An earlier case holds for every call that gives such an argument.
            for when in earlier.iter().filter_map(|case| case.when.as_ref()) {
                passed.retain(|name| !holds_if_given(when, name));
            }
            self.text(target.as_str());
            if let Some(keywords) = self.used.get_mut(target.as_str()) {
                keywords.extend(passed);
            }
        }
    }

    /// Adds the names in Python code. Code that cannot be parsed is searched as text.
    fn code(&mut self, code: &str) {
        self.text(code);
        let Ok(tree) = python::parse(code) else { return };
        for call in tree.ids().filter(|id| tree.kind(*id) == Kind::Call) {
            let Some(callee) = tree.child(call, Role::Callee) else { continue };
            if let Some(keywords) = self.used.get_mut(tree.text_of(callee)) {
                keywords.extend(keywords_of(&tree, call));
            }
        }
    }
}

fn keywords_of(tree: &Tree, call: NodeId) -> Vec<String> {
    let arguments = tree.children(call).filter(|id| tree.kind(*id) == Kind::Keyword);
    arguments.map(|id| tree.name_of(id).to_owned()).filter(|name| !name.is_empty()).collect()
}

/// A template with a name in place of each placeholder.
fn sample(template: &Template) -> String {
    let pieces = template.pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.as_str(),
        _ => "it",
    });
    pieces.collect()
}

/// The keyword arguments that a target gets if every argument is given.
fn passed(rule: &Rule, case: &Case, ignored: &[String]) -> BTreeSet<String> {
    let Some(signature) = &rule.signature else { return BTreeSet::new() };
    let is_passed = |name: &&String| !name.starts_with('*') && !ignored.contains(name) && !is_around_the_call(name);
    let mut names: BTreeSet<String> =
        [&signature.positional, &signature.keyword_only, &signature.also].into_iter().flatten().cloned().collect();
    names.retain(|name| is_passed(&name) && !rule.refused.iter().any(|refused| refused.as_str() == name));
    for change in &case.changes {
        match change {
            Change::First(name, _) | Change::Set(name, _) | Change::Default(name, _) => {
                names.insert(name.value.clone());
            }
            Change::Rename(name, to) => {
                if names.remove(name.as_str()) {
                    names.extend(to.iter().map(|to| to.value.clone()));
                }
            }
            Change::Drop(name) => {
                names.remove(name.as_str());
            }
        }
    }
    names
}

/// Whether a condition holds for every call that gives an argument.
fn holds_if_given(condition: &Condition, name: &str) -> bool {
    match condition {
        Condition::Given(given) => given == name,
        Condition::Or(one, other) => holds_if_given(one, name) || holds_if_given(other, name),
        _ => false,
    }
}

/// Whether an argument is a common one, which is converted to code around the call.
fn is_around_the_call(name: &str) -> bool {
    matches!(name, "dtype" | "pin_memory" | "requires_grad" | "out")
}
