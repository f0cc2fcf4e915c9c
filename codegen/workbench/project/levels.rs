//! The levels of rules in a run. A rule has its default level unless the project or the caller sets another one.

use std::collections::BTreeMap;

use source::{Level, Rule};

/// The setting of a rule by a project or a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The rule is not reported.
    Allow,
    /// Findings are warnings.
    Warn,
    /// Findings are errors.
    Deny,
}

impl Setting {
    /// Every setting, from the most lenient to the strictest.
    pub const ALL: [Setting; 3] = [Setting::Allow, Setting::Warn, Setting::Deny];

    /// The spelling in `opgen.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Allow => "allow",
            Setting::Warn => "warn",
            Setting::Deny => "deny",
        }
    }

    fn level(self) -> Option<Level> {
        match self {
            Setting::Allow => None,
            Setting::Warn => Some(Level::Warning),
            Setting::Deny => Some(Level::Error),
        }
    }

    /// True if a rule may have this setting. A rule must stay an error if nothing correct can be generated when it is
    /// broken.
    pub fn fits(self, rule: Rule) -> bool {
        self == Setting::Deny || rule.can_be_allowed()
    }
}

/// The settings from one source, such as `opgen.toml` or the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    rules: BTreeMap<Rule, Setting>,
    /// The settings for all rules at a level that are not set one by one.
    groups: BTreeMap<Level, Setting>,
}

impl Levels {
    /// The words that stand for all rules at a level that are not set one by one.
    pub const GROUPS: [(&str, Level); 2] = [("warnings", Level::Warning), ("notes", Level::Note)];

    /// The level that a word in [`GROUPS`](Self::GROUPS) stands for.
    pub fn group(word: &str) -> Option<Level> {
        Levels::GROUPS.into_iter().find(|(name, _)| *name == word).map(|(_, level)| level)
    }

    /// Sets one rule. Does nothing if the rule may not have this setting.
    pub fn set(&mut self, rule: Rule, setting: Setting) {
        if setting.fits(rule) {
            self.rules.insert(rule, setting);
        }
    }

    /// The setting of one rule, without regard to groups.
    pub fn setting(&self, rule: Rule) -> Option<Setting> {
        self.rules.get(&rule).copied()
    }

    /// Sets all rules at a level that are not set one by one.
    pub fn set_group(&mut self, level: Level, setting: Setting) {
        self.groups.insert(level, setting);
    }

    /// Applies the settings to a rule whose level so far is `before`. `None` if the rule is not reported.
    pub fn apply(&self, rule: Rule, before: Option<Level>) -> Option<Level> {
        let setting = self.setting(rule).or_else(|| self.groups.get(&before?).copied());
        setting.map_or(before, Setting::level)
    }
}

/// Applies the settings of several sources in their order. `None` if the rule is not reported.
pub fn apply_all(sources: &[Levels], rule: Rule, before: Level) -> Option<Level> {
    let mut level = Some(before);
    for levels in sources {
        // A later source may report a rule that an earlier one hides.
        level = levels.apply(rule, level);
    }
    level
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn single_rules_override_groups_and_the_caller_overrides_the_project() {
        let (comment, compat, syntax) = (rules::STALE_BASELINE, rules::UNUSED_TEMPLATE, source::rules::SYNTAX);
        let mut project = Levels::default();
        project.set(compat, Setting::Allow);
        project.set(syntax, Setting::Allow);
        let mut caller = Levels::default();
        caller.set_group(Level::Warning, Setting::Deny);
        let level = |rule: Rule| caller.apply(rule, project.apply(rule, Some(rule.level())));
        assert_eq!(level(comment), Some(Level::Error));
        assert_eq!(level(compat), None);
        assert_eq!(level(syntax), Some(Level::Error));
        caller.set(compat, Setting::Warn);
        assert_eq!(caller.apply(compat, project.apply(compat, Some(compat.level()))), Some(Level::Warning));
    }
}
