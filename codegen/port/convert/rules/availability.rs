//! Turns off rules and cases that need a name which the chosen release of the target does not have.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::{Case, Change, Mapping, Out, Outcome, Piece, Rule, Template};

/// Marks cases and targets that the chosen release does not have, with the reason.
pub fn refuse_missing(mapping: &mut Mapping) {
    // The newest release has all names.
    if !mapping.since.values().any(|since| mapping.releases.is_before(since)) {
        return;
    }
    let names = Names::of(mapping);
    let functions: Vec<_> = mapping.functions.values().map(|rule| names.refusals(rule)).collect();
    let attributes: Vec<_> = mapping.attributes.values().map(|rule| names.refusals(rule)).collect();
    let rules = mapping.functions.values_mut().chain(mapping.attributes.values_mut());
    for (rule, (missing, cases)) in rules.zip(functions.into_iter().chain(attributes)) {
        rule.missing = missing;
        for (case, reason) in rule.cases.iter_mut().zip(cases) {
            if let Some(reason) = reason {
                case.result = Outcome::Unsupported(reason);
            }
        }
    }
}

/// The dotted names in a text that begin with a package.
pub fn dotted_names<'t>(text: &'t str, package: &str) -> Vec<&'t str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let name_at = |(start, _): (usize, &str)| {
        let begins = !text[..start].trim_end_matches('.').ends_with(is_part);
        let rest = &text[start..];
        let name = rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())].trim_end_matches('.');
        (begins && name.len() > package.len() && name[package.len()..].starts_with('.')).then_some(name)
    };
    text.match_indices(package).filter_map(name_at).collect()
}

struct Names<'a> {
    mapping: &'a Mapping,
    /// The packages of the target.
    packages: BTreeSet<&'a str>,
    /// Helpers that cannot be used, with the reason.
    helpers: IndexMap<&'a str, String>,
}

impl<'a> Names<'a> {
    fn of(mapping: &'a Mapping) -> Names<'a> {
        let packages = mapping.packages.values().map(|package| package.as_str()).collect();
        let mut names = Names { mapping, packages, helpers: IndexMap::new() };
        names.helpers = mapping.helpers.reasons(|text| names.missing_in(text));
        names
    }

    /// The reasons why the target and each of the cases cannot be used, if they cannot.
    fn refusals(&self, rule: &Rule) -> (Option<String>, Vec<Option<String>>) {
        let missing = rule.target.as_ref().and_then(|target| self.missing_target(target.as_str()));
        let of_case = |case: &Case| {
            let is_refused = matches!(case.result, Outcome::Unsupported(_) | Outcome::NotTorch);
            let own = missing.clone().filter(|_| needs_target(case));
            if is_refused { None } else { own.or_else(|| self.missing_in_case(case)) }
        };
        let cases = rule.cases.iter().map(of_case).collect();
        (missing, cases)
    }

    fn missing_target(&self, target: &str) -> Option<String> {
        let helper = self.mapping.helper_of(target).and_then(|helper| self.helpers.get(helper));
        helper.cloned().or_else(|| self.missing_in(target))
    }

    fn missing_in_case(&self, case: &Case) -> Option<String> {
        if let Some(reason) = case.helpers.iter().find_map(|helper| self.helpers.get(helper.as_str())) {
            return Some(reason.clone());
        }
        let pieces = templates(case).into_iter().flat_map(|template| &template.pieces);
        let texts = pieces.filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Argument { otherwise, .. } => otherwise.as_deref(),
            _ => None,
        });
        texts.into_iter().find_map(|text| self.missing_in(text))
    }

    fn missing_in(&self, text: &str) -> Option<String> {
        let mut names = self.packages.iter().flat_map(|package| dotted_names(text, package));
        let found = names.find(|name| self.is_missing(name))?;
        Some(format!("`{found}` is not in the release {}", self.mapping.releases.chosen()))
    }

    /// Whether a name, or a module or class around it, was added after the chosen release.
    fn is_missing(&self, name: &str) -> bool {
        let ends = name.match_indices('.').map(|(at, _)| at).chain([name.len()]);
        ends.into_iter().any(|end| {
            let since = self.mapping.since.get(&name[..end]);
            since.is_some_and(|since| self.mapping.releases.is_before(since))
        })
    }
}

/// All templates of a case.
pub fn templates(case: &Case) -> Vec<&Template> {
    let mut templates: Vec<&Template> = case.before.iter().collect();
    templates.extend(case.changes.iter().filter_map(|change| match change {
        Change::First(_, value) | Change::Set(_, value) | Change::Default(_, value) => Some(value),
        Change::Rename(..) | Change::Drop(_) => None,
    }));
    if let Outcome::Emit(template) = &case.result {
        templates.push(template);
    }
    if let Some(Out::Items(items)) = &case.out {
        templates.extend(items);
    }
    templates
}

/// Whether a case refers to the target of its rule.
pub fn needs_target(case: &Case) -> bool {
    let calls = |template: &Template| template.pieces.iter().any(|piece| matches!(piece, Piece::Call | Piece::Target));
    match &case.result {
        Outcome::Call => true,
        Outcome::Emit(template) => calls(template) || case.before.iter().any(calls),
        _ => false,
    }
}
