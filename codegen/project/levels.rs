//! The level of each rule in a run: its default, unless a project or a caller sets another.

use std::collections::BTreeMap;

use source::{Level, Rule};

/// How a project or a caller sets a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The rule is not reported.
    Allow,
    Warn,
    Deny,
}

impl Setting {
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

    /// Whether a rule may be set to this. A rule stays an error if nothing correct can be generated when it is broken.
    pub fn fits(self, rule: Rule) -> bool {
        self == Setting::Deny || rule.can_be_allowed()
    }
}

/// The settings from one source: from `opgen.toml`, or from the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    rules: BTreeMap<Rule, Setting>,
    /// For all rules of a level that have no setting of their own.
    groups: BTreeMap<Level, Setting>,
}

impl Levels {
    /// The names for all rules of a level that have no setting of their own.
    pub const GROUPS: [(&str, Level); 2] = [("warnings", Level::Warning), ("notes", Level::Note)];

    /// The level for one of these names.
    pub fn group(word: &str) -> Option<Level> {
        Levels::GROUPS.into_iter().find(|(name, _)| *name == word).map(|(_, level)| level)
    }

    /// Sets one rule, if the rule may be set to this.
    pub fn set(&mut self, rule: Rule, setting: Setting) {
        if setting.fits(rule) {
            self.rules.insert(rule, setting);
        }
    }

    /// The setting of a rule.
    pub fn setting(&self, rule: Rule) -> Option<Setting> {
        self.rules.get(&rule).copied()
    }

    /// Sets all rules of a level that have no setting of their own.
    pub fn set_group(&mut self, level: Level, setting: Setting) {
        self.groups.insert(level, setting);
    }

    /// The new level of a rule that had a level before; `None` if it is not reported.
    pub fn apply(&self, rule: Rule, before: Option<Level>) -> Option<Level> {
        let setting = self.setting(rule).or_else(|| self.groups.get(&before?).copied());
        setting.map_or(before, Setting::level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_of_its_own_comes_before_all_warnings_and_the_later_place_before_the_earlier() {
        let (listed, compat, syntax) =
            (spec::rules::NO_COMMENT, spec::rules::UNKNOWN_COMPAT_KEY, source::rules::SYNTAX);
        let mut project = Levels::default();
        project.set(compat, Setting::Allow);
        project.set(syntax, Setting::Allow);
        let mut caller = Levels::default();
        caller.set_group(Level::Warning, Setting::Deny);
        let level = |rule: Rule| caller.apply(rule, project.apply(rule, Some(rule.level())));
        assert_eq!(level(listed), Some(Level::Error));
        assert_eq!(level(compat), None);
        assert_eq!(level(syntax), Some(Level::Error));
        caller.set(compat, Setting::Warn);
        assert_eq!(caller.apply(compat, project.apply(compat, Some(compat.level()))), Some(Level::Warning));
    }
}
