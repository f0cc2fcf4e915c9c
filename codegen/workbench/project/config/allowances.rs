//! `[[diff.allow]]`: breaking changes that a project has approved.

use source::fields::{self, Fields};
use source::yaml::{Node, note_lost};
use source::{Diagnostic, Diagnostics, Spanned, rules, suggest};

use crate::framework::Names;
use crate::rules::EXPIRED_ALLOWANCE;

mod day;

/// Breaking changes that a project has approved.
#[derive(Debug, Clone)]
pub struct Allowance {
    /// The classes that may break.
    pub classes: Vec<Spanned<String>>,
    /// The names of the operators, in which `*` stands for any text.
    pub operators: Vec<Spanned<String>>,
    /// Why this is intended.
    pub reason: Spanned<String>,
    /// When the allowance ends. `None` for never.
    pub until: Option<Spanned<Until>>,
}

/// The end of an allowance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Until {
    /// The last day on which it holds, as `YYYY-MM-DD`.
    Day(String),
    /// The git revision that everybody has to follow: a comparison with a base that contains it allows nothing.
    Revision(String),
}

/// The pattern that stands for every operator, and for changes that belong to no operator.
const ANY: char = '*';

impl Allowance {
    /// Whether the allowance is about a change of the operator with these names. A change may belong to no operator.
    pub fn is_about(&self, class: &str, operator: &[&str]) -> bool {
        let has_class = self.classes.iter().any(|allowed| allowed.value == class);
        let has_operator = |pattern: &Spanned<String>| match operator {
            [] => pattern.value.chars().eq([ANY]),
            names => names.iter().any(|name| matches(&pattern.value, name)),
        };
        has_class && self.operators.iter().any(has_operator)
    }
}

impl Until {
    /// Whether the last day has passed.
    pub fn has_passed(&self) -> bool {
        // Days in this form are ordered as texts.
        matches!(self, Until::Day(day) if *day < day::today())
    }
}

pub(super) const DIFF_KEYS: &[&str] = &["allow"];
pub(super) const KEYS: &[&str] = &["class", "operator", "reason", "until"];

/// Reads the table `[diff]`. Mistakes are reported.
pub(super) fn read(node: &Node, names: &Names, diagnostics: &mut Diagnostics) -> Vec<Allowance> {
    let Some(fields) = Fields::of(node, format_args!("`diff`"), diagnostics) else { return Vec::new() };
    fields.reject_unknown(rules::UNKNOWN_KEY, DIFF_KEYS, diagnostics);
    let Some(node) = fields.get("allow") else { return Vec::new() };
    let items = fields::items(node, format_args!("`allow` of `diff`"), diagnostics).unwrap_or_default();
    let read = |item: &Node| {
        let read = read_one(item, names.break_classes, diagnostics);
        if read.is_none() {
            note_lost(item, diagnostics);
        }
        read
    };
    items.iter().filter_map(read).collect()
}

fn read_one(node: &Node, known: &[&str], diagnostics: &mut Diagnostics) -> Option<Allowance> {
    let fields = Fields::of(node, format_args!("an allowance of `diff`"), diagnostics)?;
    fields.reject_unknown(rules::UNKNOWN_KEY, KEYS, diagnostics);
    let classes = fields.require_names("class", diagnostics)?;
    let all_known = classes.iter().filter(|class| !is_class(class, known, diagnostics)).count() == 0;
    let operators = fields.require_names("operator", diagnostics);
    let reason = fields.require_text("reason", diagnostics).map(|text| text.to_spanned());
    let reason = reason.filter(|reason| has_text(reason, diagnostics));
    let until = match fields.text("until", diagnostics) {
        Some(text) => Some(until(&text.to_spanned(), diagnostics)?),
        None => None,
    };
    let allowance = Allowance { classes, operators: operators?, reason: reason?, until };
    all_known.then_some(allowance)
}

fn is_class(name: &Spanned<String>, known: &[&str], diagnostics: &mut Diagnostics) -> bool {
    let is_known = known.contains(&name.value.as_str());
    if !is_known {
        let message = format!("there is no class `{}`", name.value);
        let help = suggest::help(&name.value, known.iter().copied())
            .unwrap_or_else(|| format!("the classes are {}", known.join(", ")).into());
        diagnostics.push(Diagnostic::new(rules::WRONG_NODE, name.span, message).help(help));
    }
    is_known
}

fn has_text(reason: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
    let is_empty = reason.value.trim().is_empty();
    if is_empty {
        let problem = Diagnostic::new(rules::WRONG_NODE, reason.span, "the reason of an allowance is empty");
        diagnostics.push(problem.help("say why this may break"));
    }
    !is_empty
}

fn until(text: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<Spanned<Until>> {
    let value = text.value.trim();
    let until = match day::looks_like_a_day(value) {
        true if day::is_a_day(value) => Until::Day(value.to_owned()),
        false if !value.is_empty() && !value.starts_with('-') => Until::Revision(value.to_owned()),
        _ => {
            let message = format!("`until` cannot be `{value}`");
            let problem = Diagnostic::new(rules::WRONG_NODE, text.span, message);
            diagnostics.push(problem.help("write a day such as 2030-12-31, or a git revision such as a tag"));
            return None;
        }
    };
    if until.has_passed() {
        let message = format!("this allowance of `opgen diff` has expired: {value} has passed");
        diagnostics.push(Diagnostic::new(EXPIRED_ALLOWANCE, text.span, message));
    }
    Some(Spanned::new(until, text.span))
}

/// Whether a name has the form of a pattern, in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split(ANY);
    let start = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(start) else { return false };
    let Some(end) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name) in
            [("a", "a"), ("*", "a"), ("*", ""), ("a*", "a"), ("a*c*e", "abcde"), ("*_grad", "x_grad")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("a", "ab"), ("a*a", "a"), ("*b", "a"), ("a*c*e", "aec"), ("", "a")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
