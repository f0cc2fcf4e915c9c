//! Reads the rules of a style: what they do without, and what differs from PyTorch then.

use source::suggest::Known;
use source::{Diagnostic, Spanned};

use super::Reader;
use crate::findings::UNKNOWN_TARGET;
use crate::rules::{Case, Mapping, Outcome, Rule};

impl Reader<'_> {
    /// Adds the rule that the newest release has for a function.
    pub(super) fn newest_rule(&mut self, api: Spanned<String>) {
        let Some(rule) = self.newest.get(&api.value) else {
            let message = format!("the newest release has no rule for `{}`", api.value);
            let help = Known::new(self.newest.keys().map(String::as_str)).help(&api.value);
            return self.diagnostics.push(Diagnostic::new(UNKNOWN_TARGET, api.span, message).maybe_help(help));
        };
        let rule = Rule { span: api.span, ..rule.clone() };
        self.add(api, rule);
    }

    /// A rule with what differs from PyTorch because it replaces one with helpers that the style does without.
    pub(super) fn with_differences(&self, api: &str, mut rule: Rule) -> Rule {
        let Some(replaced) = self.mapping.functions.get(self.mapping.canonical(api)) else { return rule };
        let without = &self.mapping.styles.without;
        let lost = helpers_of(self.mapping, replaced).into_iter().filter_map(|helper| without.get(helper));
        for text in lost.filter(|text| !text.as_str().is_empty()) {
            if !rule.differences.contains(&text.value) {
                rule.differences.push(text.value.clone());
            }
        }
        rule
    }
}

/// The helpers that a rule may need.
fn helpers_of<'r>(mapping: &'r Mapping, rule: &'r Rule) -> Vec<&'r str> {
    let target = rule.target.as_ref().and_then(|target| mapping.helper_of(target.as_str()));
    let is_used = |case: &&Case| !matches!(case.result, Outcome::Unsupported(_));
    let cases = rule.cases.iter().filter(is_used).flat_map(|case| case.helpers.iter().map(|name| name.as_str()));
    target.into_iter().chain(cases).collect()
}
