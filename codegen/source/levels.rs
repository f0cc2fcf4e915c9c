//! What level each rule has in a run: its own, unless a project or a caller sets another.

use std::collections::BTreeMap;

use super::rules::{Level, Rule};

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
#[derive(Debug, Clone, Default)]
pub struct Levels {
    rules: BTreeMap<Rule, Setting>,
    warnings: Option<Setting>,
}

impl Levels {
    /// The word that stands for every warning without a setting of its own.
    pub const WARNINGS: &str = "warnings";

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

    /// Sets what is a warning and has no setting of its own.
    pub fn set_warnings(&mut self, setting: Setting) {
        self.warnings = Some(setting);
    }

    /// What becomes of a rule that had a level before; `None` where nothing is said.
    pub fn apply(&self, rule: Rule, before: Option<Level>) -> Option<Level> {
        match (self.setting(rule), self.warnings) {
            (Some(setting), _) => setting.level(),
            (None, Some(setting)) if before == Some(Level::Warning) => setting.level(),
            (None, _) => before,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_of_its_own_comes_before_all_warnings_and_the_later_place_before_the_earlier() {
        let (listed, compat, syntax) = (Rule::UnknownListed, Rule::UnknownCompatKey, Rule::Syntax);
        let mut project = Levels::default();
        project.set(compat, Setting::Allow);
        project.set(syntax, Setting::Allow);
        let mut caller = Levels::default();
        caller.set_warnings(Setting::Deny);
        let level = |rule: Rule| caller.apply(rule, project.apply(rule, Some(rule.level())));
        assert_eq!(level(listed), Some(Level::Error));
        assert_eq!(level(compat), None);
        assert_eq!(level(syntax), Some(Level::Error));
        caller.set(compat, Setting::Warn);
        assert_eq!(caller.apply(compat, project.apply(compat, Some(compat.level()))), Some(Level::Warning));
    }
}
