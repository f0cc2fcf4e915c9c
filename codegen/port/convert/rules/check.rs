//! Checks a mapping as a whole, after all files are read.

use source::suggest::Known;
use source::{Diagnostic, Diagnostics, Span, Spanned};

use super::availability::needs_target;
use super::lost::lost;
use super::{Change, Mapping, Out, Outcome, Piece, Rule, RuleKind, Template};
use crate::findings::{LOST_ARGUMENT, TWO_RULES, UNKNOWN_ARGUMENT, UNKNOWN_TARGET};

/// Reports a function that already has a rule.
pub fn twice(api: &Spanned<String>, earlier: Option<Span>, diagnostics: &mut Diagnostics) {
    if let Some(earlier) = earlier {
        let message = format!("`{}` already has a rule", api.value);
        diagnostics.push(Diagnostic::new(TWO_RULES, api.span, message).label(earlier, "the other rule"));
    }
}

/// Checks the rules of a mapping.
pub fn mapping(mapping: &Mapping, diagnostics: &mut Diagnostics) {
    let mut checker = Checker { mapping, diagnostics };
    checker.aliases();
    checker.without();
    for (operator, target) in &mapping.in_place.operators {
        checker.target(operator, target);
    }
    let needed = mapping.operators.iter().chain(&mapping.subscripts).chain(mapping.array_functions.values());
    let needed = needed.chain(mapping.name_functions.values());
    for helper in mapping.extensions.values().chain(needed) {
        checker.helper(helper);
    }
    for (api, rule) in mapping.functions.iter().chain(&mapping.attributes) {
        checker.targets(api, rule);
        checker.cases(api, rule);
        checker.arguments(api, rule);
        checker.lost(api, rule);
    }
}

struct Checker<'a> {
    mapping: &'a Mapping,
    diagnostics: &'a mut Diagnostics,
}

impl Checker<'_> {
    fn aliases(&mut self) {
        let Mapping { functions, attributes, aliases, .. } = self.mapping;
        let known = Known::new(functions.keys().chain(attributes.keys()).map(String::as_str));
        for (alias, target) in aliases {
            let has_rule = functions.contains_key(&target.value) || attributes.contains_key(&target.value);
            if !has_rule {
                let message = format!("`{alias}` is an alias of `{}`, which has no rule", target.as_str());
                let diagnostic = Diagnostic::new(UNKNOWN_TARGET, target.span, message);
                self.diagnostics.push(diagnostic.maybe_help(known.help(target.as_str())));
            }
            let own = functions.get(alias).or_else(|| attributes.get(alias));
            if let Some(rule) = own {
                let message = format!("`{alias}` is an alias, and also has a rule of its own");
                self.diagnostics.push(Diagnostic::new(TWO_RULES, target.span, message).label(rule.span, "the rule"));
            }
        }
    }

    /// Reports helpers to do without that do not exist.
    fn without(&mut self) {
        let Mapping { styles, helpers, .. } = self.mapping;
        for (helper, text) in &styles.without {
            if !helpers.contains(helper) {
                let message = format!("there is no helper `{helper}` to do without");
                let help = source::suggest::help(helper, helpers.names());
                self.diagnostics.push(Diagnostic::new(UNKNOWN_TARGET, text.span, message).maybe_help(help));
            }
        }
    }

    fn targets(&mut self, api: &str, rule: &Rule) {
        if let Some(target) = &rule.target {
            self.target(api, target);
        } else if rule.kind == RuleKind::Same {
            let message = format!("`{api}` has the same name in the target, but its package is not in `packages`");
            self.diagnostics.push(Diagnostic::new(UNKNOWN_TARGET, rule.span, message));
        }
        for case in &rule.cases {
            for helper in &case.helpers {
                self.helper(helper);
            }
            if rule.target.is_none() && rule.kind == RuleKind::Bound && needs_target(case) {
                let message = format!("the rule of `{api}` calls its target, but has no `to`");
                self.diagnostics.push(Diagnostic::new(UNKNOWN_TARGET, case.span, message));
            }
        }
    }

    fn helper(&mut self, helper: &Spanned<String>) {
        if !self.mapping.helpers.contains(&helper.value) {
            let message = format!("there is no helper `{}`", helper.value);
            let help = format!("define `{}` in a Python file beside the rules", helper.value);
            self.diagnostics.push(Diagnostic::new(UNKNOWN_TARGET, helper.span, message).help(help));
        }
    }

    fn target(&mut self, api: &str, target: &Spanned<String>) {
        let is_path = target.value.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        let first = target.value.split('.').next().unwrap_or_default();
        let packages = self.mapping.packages.values().map(|package| package.as_str());
        let known: Vec<&str> = packages.chain(self.mapping.helpers.names()).collect();
        if is_path && !known.contains(&first) {
            let message = format!("the target of `{api}` begins with `{first}`, which is not a package of the mapping");
            let help = source::suggest::help(first, known.iter().copied());
            self.diagnostics.push(Diagnostic::new(UNKNOWN_TARGET, target.span, message).maybe_help(help));
        }
    }

    /// Reports cases that no call reaches.
    fn cases(&mut self, api: &str, rule: &Rule) {
        for (index, case) in rule.cases.iter().enumerate() {
            let earlier =
                rule.cases[..index].iter().find(|earlier| earlier.when.is_none() || earlier.when == case.when);
            if let Some(earlier) = earlier {
                let message =
                    format!("this case of `{api}` never applies, because an earlier case always applies first");
                let diagnostic = Diagnostic::new(TWO_RULES, case.span, message);
                self.diagnostics.push(diagnostic.label(earlier.span, "the earlier case"));
            }
        }
    }

    /// Reports arguments that a case neither uses nor passes on.
    fn lost(&mut self, api: &str, rule: &Rule) {
        for case in &rule.cases {
            for name in lost(self.mapping, rule, case) {
                let message = format!("the rule of `{api}` loses the argument `{name}`");
                let help = "pass it on, refuse it, or say why it can be dropped: `drop = { NAME = \"reason\" }`, `ignore = [\"NAME\"]`";
                self.diagnostics.push(Diagnostic::new(LOST_ARGUMENT, case.span, message).help(help));
            }
        }
    }

    fn arguments(&mut self, api: &str, rule: &Rule) {
        let Some(signature) = &rule.signature else { return };
        for case in &rule.cases {
            let mut known: Vec<&str> = [&signature.positional, &signature.keyword_only, &signature.also]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect();
            if let Some(when) = &case.when {
                for name in when.arguments() {
                    self.argument(api, name, case.span, &known);
                }
            }
            for change in &case.changes {
                self.change(api, change, &mut known);
            }
            let mut templates: Vec<&Template> = case.before.iter().collect();
            if let Outcome::Emit(template) = &case.result {
                templates.push(template);
            }
            if let Some(Out::Items(items)) = &case.out {
                templates.extend(items);
            }
            for template in templates {
                self.template(api, template, &known);
            }
        }
        for name in &rule.refused {
            let known: Vec<&str> =
                signature.positional.iter().chain(&signature.keyword_only).map(String::as_str).collect();
            if !signature.knows(name.as_str()) {
                self.argument(api, name.as_str(), name.span, &known);
            }
        }
    }

    fn change<'c>(&mut self, api: &str, change: &'c Change, known: &mut Vec<&'c str>) {
        match change {
            Change::First(name, value) | Change::Set(name, value) | Change::Default(name, value) => {
                self.template(api, value, known);
                known.push(name.as_str());
            }
            Change::Rename(name, to) => {
                self.argument(api, name.as_str(), name.span, known);
                known.extend(to.iter().map(|to| to.as_str()));
            }
            Change::Drop(name) => self.argument(api, name.as_str(), name.span, known),
        }
    }

    fn template(&mut self, api: &str, template: &Template, known: &[&str]) {
        for piece in &template.pieces {
            match piece {
                Piece::Argument { name, .. } => self.argument(api, name, template.span, known),
                Piece::Rest { without } => {
                    for name in without {
                        self.argument(api, name, template.span, known);
                    }
                }
                _ => {}
            }
        }
    }

    fn argument(&mut self, api: &str, name: &str, span: Span, known: &[&str]) {
        // The object of a method is the `input` of the function with the same name.
        let is_receiver = self.mapping.methods.value.iter().any(|class| api.starts_with(&format!("{class}.")));
        if known.contains(&name) || (is_receiver && name == "input") {
            return;
        }
        let message = format!("`{api}` has no argument `{name}`");
        let help = source::suggest::help(name, known.iter().copied());
        self.diagnostics.push(Diagnostic::new(UNKNOWN_ARGUMENT, span, message).maybe_help(help));
    }
}
