//! What level each rule has in a run: its own, unless a project or a caller sets another.

use std::collections::BTreeMap;

use source::{Level, Rule};

/// What a project or a caller makes of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Nothing is said.
    Allow,
    Warn,
    Deny,
}

impl Setting {
    pub const ALL: [Setting; 3] = [Setting::Allow, Setting::Warn, Setting::Deny];

    /// The word for it in `opgen.toml`.
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

    /// Whether a rule may be set to this. Those that nothing sound can be made against stay errors.
    pub fn fits(self, rule: Rule) -> bool {
        self == Setting::Deny || rule.can_be_allowed()
    }
}

/// The settings of one place: of `opgen.toml`, or of the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    rules: BTreeMap<Rule, Setting>,
    /// What is of a level and has no setting of its own.
    groups: BTreeMap<Level, Setting>,
}

impl Levels {
    /// The words that stand for every rule of a level without a setting of its own.
    pub const GROUPS: [(&str, Level); 2] = [("warnings", Level::Warning), ("notes", Level::Note)];

    /// The level that a word stands for.
    pub fn group(word: &str) -> Option<Level> {
        Levels::GROUPS.into_iter().find(|(name, _)| *name == word).map(|(_, level)| level)
    }

    /// Sets one rule, where the setting fits it.
    pub fn set(&mut self, rule: Rule, setting: Setting) {
        if setting.fits(rule) {
            self.rules.insert(rule, setting);
        }
    }

    /// What has been set for a rule.
    pub fn setting(&self, rule: Rule) -> Option<Setting> {
        self.rules.get(&rule).copied()
    }

    /// Sets what is of a level and has no setting of its own.
    pub fn set_group(&mut self, level: Level, setting: Setting) {
        self.groups.insert(level, setting);
    }

    /// What becomes of a rule that had a level before; `None` where nothing is said.
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
